// A process may be started with its standard streams closed: by a daemon, a cron job, `2>&-`. The
// next file it opens takes that place, and what is said to the user lands in the file.
#pragma once

#ifndef _WIN32
#include <fcntl.h>
#include <unistd.h>
#endif

namespace grandee {

// First thing in main(). Whatever uses a stream that was closed gets an error: its place is taken
// by one that only goes the other way.
inline void occupy_standard_streams() {
#ifndef _WIN32
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
#endif
}

}  // namespace grandee
