// Ctrl-C and SIGTERM end a long job in good order: the first one only raises a flag that the job
// looks at between two pieces of work, a second one ends the process at once.
#pragma once

namespace grandee::tools {

// For the whole process; call it once, before threads are started. Also keeps a full disk (SIGXFSZ)
// and a closed pipe (SIGPIPE) from killing the process: writes report an error instead.
void install_signal_handlers();

bool stop_requested();
// Asks for the same from within the program, e.g. when a worker failed.
void request_stop();
// 128 + the number of the signal that asked to stop, as shells have it; 0 if none came.
int signal_exit_code();

}  // namespace grandee::tools
