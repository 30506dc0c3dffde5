// Children on Linux: fork and exec, pipes and poll.
#include "tools/common/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <ctime>

#include "tools/common/line_buffer.hpp"

namespace grandee::tools {

namespace {

using namespace std::chrono_literals;

class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      fd_ = std::exchange(other.fd_, -1);
    }
    return *this;
  }
  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
  // Closed by exec, so that no other child started meanwhile inherits it.
  bool create() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    return true;
  }
};

void set_nonblocking(int fd) {
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

// For poll: whole milliseconds, rounded up, −1 for no deadline.
int milliseconds_until(std::optional<TimePoint> deadline) {
  if (!deadline) return -1;
  const auto left = *deadline - std::chrono::steady_clock::now();
  if (left <= 0ns) return 0;
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<int>(std::min<std::int64_t>(ms, INT_MAX));
}

// What the child does between fork and exec: only calls that are safe there.
[[noreturn]] void run_child(const Command& command, char* const* arguments, const Pipe& input,
                            const Pipe& output, const Pipe& errors, const Pipe& failure,
                            const cpu_set_t* cpus, pid_t parent) {
  setpgid(0, 0);
  // The child dies with us whatever ends us.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  bool good = getppid() == parent;
  if (cpus != nullptr) good = good && sched_setaffinity(0, sizeof *cpus, cpus) == 0;
  if (!command.working_folder.empty()) good = good && chdir(command.working_folder.c_str()) == 0;
  good = good && dup2(input.read.get(), STDIN_FILENO) >= 0 &&
         dup2(output.write.get(), STDOUT_FILENO) >= 0 &&
         dup2(errors.write.get(), STDERR_FILENO) >= 0;
  if (good) {
    // Handlers are reset by exec, what is ignored stays ignored.
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    execvp(arguments[0], arguments);
  }
  const int error = errno;
  // If even that fails the parent sees an empty pipe and a child that ends at once.
  [[maybe_unused]] const ssize_t written = ::write(failure.write.get(), &error, sizeof error);
  _exit(127);
}

}  // namespace

struct Interrupt::Impl {
  Descriptor event{eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::atomic<bool> raised{false};
};

Interrupt::Interrupt() : impl_(std::make_unique<Impl>()) {}
Interrupt::~Interrupt() = default;

void Interrupt::raise() {
  impl_->raised.store(true);
  const std::uint64_t one = 1;
  // Can only fail if the counter is full: then it is raised already.
  [[maybe_unused]] const ssize_t written = ::write(impl_->event.get(), &one, sizeof one);
}

bool Interrupt::raised() const {
  return impl_->raised.load();
}

std::string ExitStatus::describe() const {
  if (signal == 0) return fmt::format("exit code {}", code);
  return fmt::format("signal {} ({})", signal, strsignal(signal));
}

struct Process::Impl {
  pid_t pid = -1;
  Descriptor handle;  // readable once the child has ended
  Descriptor input;
  Descriptor output;
  Descriptor errors;
  LineBuffer lines;
  Tail error_text;
  std::optional<ExitStatus> ended;

  // One read of what is there; false at the end of the output.
  bool receive() {
    char buffer[16384];
    const ssize_t n = ::read(output.get(), buffer, sizeof buffer);
    if (n > 0) lines.append({buffer, static_cast<std::size_t>(n)});
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
  }

  void receive_errors() {
    char buffer[16384];
    const ssize_t n = ::read(errors.get(), buffer, sizeof buffer);
    if (n > 0) {
      error_text.append({buffer, static_cast<std::size_t>(n)});
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
      errors.close();
    }
  }

  void reap() {
    // The group first, while the child's number is still its own: a script may have started the
    // engine proper.
    ::kill(-pid, SIGKILL);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    ended = ExitStatus{};
    if (WIFSIGNALED(status))
      ended->signal = WTERMSIG(status);
    else
      ended->code = WEXITSTATUS(status);
  }
};

Process::Process(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Process::Process(Process&&) noexcept = default;
Process& Process::operator=(Process&& other) noexcept {
  if (this != &other) {
    if (impl_) kill();
    impl_ = std::move(other.impl_);
  }
  return *this;
}
Process::~Process() {
  if (impl_) kill();
}

Result<Process> Process::start(const Command& command) {
  // Writing to a child that has ended is an error to report, no reason to die.
  static const auto ignored = signal(SIGPIPE, SIG_IGN);
  static_cast<void>(ignored);
  Pipe input, output, errors, failure;
  if (!input.create() || !output.create() || !errors.create() || !failure.create())
    return Error{fmt::format("can't make a pipe: {}", std::strerror(errno))};
  std::vector<char*> arguments;
  arguments.push_back(const_cast<char*>(command.program.c_str()));
  for (const std::string& argument : command.arguments)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  cpu_set_t cpus;
  cpu_set_t allowed;
  CPU_ZERO(&cpus);
  CPU_ZERO(&allowed);
  static_cast<void>(sched_getaffinity(0, sizeof allowed, &allowed));
  for (const int cpu : command.cpus) {
    if (cpu < 0 || cpu >= CPU_SETSIZE || !CPU_ISSET(static_cast<unsigned>(cpu), &allowed))
      return Error{fmt::format("can't start '{}': there is no processor {}", command.program, cpu)};
    CPU_SET(static_cast<unsigned>(cpu), &cpus);
  }

  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0)
    return Error{fmt::format("can't start '{}': {}", command.program, std::strerror(errno))};
  if (pid == 0)
    run_child(command, arguments.data(), input, output, errors, failure,
              command.cpus.empty() ? nullptr : &cpus, parent);

  failure.write.close();
  int error = 0;
  ssize_t n = 0;
  do {
    n = ::read(failure.read.get(), &error, sizeof error);
  } while (n < 0 && errno == EINTR);
  if (n != 0) {
    waitpid(pid, nullptr, 0);
    return Error{fmt::format("can't start '{}'{}: {}", command.program,
                             command.working_folder.empty()
                                 ? ""
                                 : fmt::format(" in folder '{}'", command.working_folder),
                             std::strerror(error))};
  }
  auto impl = std::make_unique<Impl>();
  impl->pid = pid;
  impl->handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
  if (!impl->handle.open()) {
    impl->reap();
    return Error{"this system is too old to wait for a program (pidfd_open is missing)"};
  }
  impl->input = std::move(input.write);
  impl->output = std::move(output.read);
  impl->errors = std::move(errors.read);
  set_nonblocking(impl->input.get());
  set_nonblocking(impl->output.get());
  set_nonblocking(impl->errors.get());
  return Process(std::move(impl));
}

bool Process::write(std::string_view text, TimePoint deadline) {
  while (!text.empty()) {
    const ssize_t n = ::write(impl_->input.get(), text.data(), text.size());
    if (n > 0) {
      text.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return false;
    pollfd waiting{impl_->input.get(), POLLOUT, 0};
    if (poll(&waiting, 1, milliseconds_until(deadline)) == 0) return false;
  }
  return true;
}

ReadStatus Process::read_line(std::string& line, std::optional<TimePoint> deadline,
                              const Interrupt* interrupt) {
  Impl& p = *impl_;
  while (!p.lines.take(line)) {
    if (!p.output.open()) return ReadStatus::Closed;
    pollfd waiting[] = {{p.output.get(), POLLIN, 0},
                        {p.errors.get(), POLLIN, 0},
                        {interrupt ? interrupt->impl_->event.get() : -1, POLLIN, 0}};
    const int ready = poll(waiting, 3, milliseconds_until(deadline));
    if (ready < 0) continue;
    if (waiting[2].revents != 0) return ReadStatus::Interrupted;
    if (waiting[1].revents != 0) p.receive_errors();
    if (waiting[0].revents != 0) {
      if (!p.receive()) p.output.close();
    } else if (ready == 0 && milliseconds_until(deadline) == 0) {
      return ReadStatus::Timeout;
    }
  }
  return ReadStatus::Line;
}

std::string Process::errors() {
  while (impl_->errors.open()) {
    pollfd waiting{impl_->errors.get(), POLLIN, 0};
    if (poll(&waiting, 1, 0) <= 0) break;
    impl_->receive_errors();
  }
  return impl_->error_text.text();
}

std::optional<ExitStatus> Process::wait(TimePoint deadline) {
  Impl& p = *impl_;
  if (!p.ended) {
    pollfd waiting{p.handle.get(), POLLIN, 0};
    int ready = 0;
    do {
      ready = poll(&waiting, 1, milliseconds_until(deadline));
    } while (ready < 0 && errno == EINTR);
    if (ready > 0) p.reap();
  }
  return p.ended;
}

void Process::kill() {
  if (!impl_->ended) impl_->reap();
}

long Process::id() const {
  return impl_->pid;
}

double Process::processor_seconds() const {
  clockid_t clock{};
  timespec spent{};
  if (impl_->ended || clock_getcpuclockid(impl_->pid, &clock) != 0 ||
      clock_gettime(clock, &spent) != 0)
    return 0;
  return static_cast<double>(spent.tv_sec) + static_cast<double>(spent.tv_nsec) * 1e-9;
}

}  // namespace grandee::tools
