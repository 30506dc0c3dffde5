// Children on Windows: CreateProcess in a job of their own, named pipes with overlapped reading and
// writing, as anonymous ones can't be waited for.
#include "tools/common/process.hpp"

#include <fmt/format.h>
// After fmt, which has no use for its macros.
#include <windows.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <system_error>
#include <utility>

#include "tools/common/line_buffer.hpp"

namespace grandee::tools {

namespace {

using namespace std::chrono_literals;

class Handle {
 public:
  explicit Handle(HANDLE handle = nullptr) : handle_(handle) {}
  ~Handle() { close(); }
  Handle(Handle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      close();
      handle_ = std::exchange(other.handle_, nullptr);
    }
    return *this;
  }
  HANDLE get() const { return handle_; }
  bool open() const { return handle_ != nullptr && handle_ != INVALID_HANDLE_VALUE; }
  void close() {
    if (open()) CloseHandle(handle_);
    handle_ = nullptr;
  }

 private:
  HANDLE handle_;
};

std::string last_error() {
  std::string text = std::system_category().message(static_cast<int>(GetLastError()));
  while (!text.empty() && static_cast<unsigned char>(text.back()) <= ' ') text.pop_back();
  return text;
}

std::wstring widen(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring wide(
      static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
      L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, wide.data(), static_cast<int>(wide.size()));
  return wide;
}

// As the C runtime of the child takes its command line apart: quotes and the backslashes before
// them are escaped.
std::string quoted(const std::string& argument) {
  std::string out = "\"";
  std::size_t backslashes = 0;
  for (const char c : argument) {
    if (c == '\\') {
      ++backslashes;
      continue;
    }
    out.append(c == '"' ? 2 * backslashes + 1 : backslashes, '\\');
    backslashes = 0;
    out += c;
  }
  return out.append(2 * backslashes, '\\') + '"';
}

// For waits: whole milliseconds, rounded up.
DWORD milliseconds_until(std::optional<TimePoint> deadline) {
  if (!deadline) return INFINITE;
  const auto left = *deadline - std::chrono::steady_clock::now();
  if (left <= 0ns) return 0;
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
  return static_cast<DWORD>(std::min<std::int64_t>(ms, INFINITE - 1));
}

// Our end can be waited for, the child's is an ordinary one that it inherits.
struct Pipe {
  Handle ours;
  Handle childs;

  bool create(bool child_reads) {
    static std::atomic<unsigned> count{0};
    const std::string name =
        fmt::format(R"(\\.\pipe\grandee-{}-{})", GetCurrentProcessId(), count.fetch_add(1));
    constexpr DWORD kBytes = 64 * 1024;
    ours = Handle(CreateNamedPipeA(
        name.c_str(),
        (child_reads ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND) | FILE_FLAG_OVERLAPPED,
        PIPE_TYPE_BYTE | PIPE_WAIT, 1, kBytes, kBytes, 0, nullptr));
    if (!ours.open()) return false;
    SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
    childs = Handle(CreateFileA(name.c_str(), child_reads ? GENERIC_READ : GENERIC_WRITE, 0,
                                &inherited, OPEN_EXISTING, 0, nullptr));
    return childs.open();
  }
};

// Reads ahead from a pipe into a buffer; `ready` can be waited for.
class Reader {
 public:
  bool open() const { return pipe_.open(); }
  HANDLE ready() const { return ready_.get(); }

  void start(Handle pipe) {
    pipe_ = std::move(pipe);
    ready_ = Handle(CreateEventA(nullptr, TRUE, FALSE, nullptr));
    read();
  }
  // Once ready: hands over what has come, and reads on. Nothing at the end.
  std::string_view take() {
    DWORD bytes = 0;
    if (GetOverlappedResult(pipe_.get(), &request_, &bytes, FALSE) == 0) {
      // The end, or an event of no meaning.
      if (GetLastError() != ERROR_IO_INCOMPLETE) pipe_.close();
      return {};
    }
    std::copy_n(incoming_.data(), bytes, taken_.data());
    read();
    return {taken_.data(), bytes};
  }
  // Before the buffer goes.
  void stop() {
    if (!open()) return;
    DWORD bytes = 0;
    if (CancelIo(pipe_.get()) != 0) GetOverlappedResult(pipe_.get(), &request_, &bytes, TRUE);
    pipe_.close();
  }

 private:
  void read() {
    request_ = {};
    request_.hEvent = ready_.get();
    if (ReadFile(pipe_.get(), incoming_.data(), static_cast<DWORD>(incoming_.size()), nullptr,
                 &request_) == 0 &&
        GetLastError() != ERROR_IO_PENDING)
      pipe_.close();
  }

  Handle pipe_;
  Handle ready_;
  OVERLAPPED request_{};
  std::array<char, 16384> incoming_;
  std::array<char, 16384> taken_;
};

// What CreateProcess needs to hand the child these three handles and no others.
class Startup {
 public:
  Startup(HANDLE input, HANDLE output, HANDLE errors) : handles_{input, output, errors} {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    attributes_.resize(size);
    info_.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(attributes_.data());
    InitializeProcThreadAttributeList(info_.lpAttributeList, 1, 0, &size);
    UpdateProcThreadAttribute(info_.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                              handles_.data(), sizeof handles_, nullptr, nullptr);
    info_.StartupInfo.cb = sizeof info_;
    info_.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    info_.StartupInfo.hStdInput = input;
    info_.StartupInfo.hStdOutput = output;
    info_.StartupInfo.hStdError = errors;
  }
  ~Startup() { DeleteProcThreadAttributeList(info_.lpAttributeList); }
  Startup(const Startup&) = delete;
  Startup& operator=(const Startup&) = delete;
  STARTUPINFOW* get() { return &info_.StartupInfo; }

 private:
  std::array<HANDLE, 3> handles_;
  std::string attributes_;
  STARTUPINFOEXW info_{};
};

// Everything in it ends when its last handle is closed, so also when we are killed.
Handle make_job() {
  Handle job(CreateJobObjectA(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
  limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &limits, sizeof limits);
  return job;
}

}  // namespace

struct Interrupt::Impl {
  Handle event{CreateEventA(nullptr, TRUE, FALSE, nullptr)};
  std::atomic<bool> raised{false};
};

Interrupt::Interrupt() : impl_(std::make_unique<Impl>()) {}
Interrupt::~Interrupt() = default;

void Interrupt::raise() {
  impl_->raised.store(true);
  SetEvent(impl_->event.get());
}

bool Interrupt::raised() const {
  return impl_->raised.load();
}

std::string ExitStatus::describe() const {
  const auto bits = static_cast<std::uint32_t>(code);
  constexpr std::uint32_t kException = 0xC0000000;
  return bits >= kException ? fmt::format("exception {:#X}", bits)
                            : fmt::format("exit code {}", code);
}

struct Process::Impl {
  Handle process;
  DWORD id = 0;
  Handle job;
  Handle input;
  Handle written{CreateEventA(nullptr, TRUE, FALSE, nullptr)};
  Reader output;
  Reader errors;
  LineBuffer lines;
  Tail error_text;
  std::optional<ExitStatus> ended;

  ~Impl() {
    output.stop();
    errors.stop();
  }

  void reap() {
    // With it goes what it started.
    TerminateJobObject(job.get(), 1);
    WaitForSingleObject(process.get(), INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(process.get(), &code);
    ended = ExitStatus{static_cast<int>(code), 0};
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
  const auto failed = [&](const std::string& why) {
    return Error{fmt::format("can't start '{}'{}: {}", command.program,
                             command.working_folder.empty()
                                 ? ""
                                 : fmt::format(" in folder '{}'", command.working_folder),
                             why)};
  };
  Pipe input, output, errors;
  if (!input.create(true) || !output.create(false) || !errors.create(false))
    return Error{fmt::format("can't make a pipe: {}", last_error())};
  DWORD_PTR cpus = 0;
  for (const int cpu : command.cpus) {
    if (cpu < 0 || cpu >= static_cast<int>(8 * sizeof cpus))
      return failed(fmt::format("there is no processor {}", cpu));
    cpus |= DWORD_PTR{1} << cpu;
  }
  std::string line = quoted(command.program);
  for (const std::string& argument : command.arguments) line += " " + quoted(argument);
  std::wstring command_line = widen(line);
  const std::wstring folder = widen(command.working_folder);

  Startup startup(input.childs.get(), output.childs.get(), errors.childs.get());
  PROCESS_INFORMATION child{};
  // A group of its own, so that Ctrl-C is ours alone; suspended, until it is in its job.
  constexpr DWORD kFlags =
      EXTENDED_STARTUPINFO_PRESENT | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW | CREATE_SUSPENDED;
  if (CreateProcessW(nullptr, command_line.data(), nullptr, nullptr, TRUE, kFlags, nullptr,
                     folder.empty() ? nullptr : folder.c_str(), startup.get(), &child) == 0)
    return failed(last_error());
  const Handle thread(child.hThread);
  auto impl = std::make_unique<Impl>();
  impl->process = Handle(child.hProcess);
  impl->id = child.dwProcessId;
  impl->job = make_job();
  if (AssignProcessToJobObject(impl->job.get(), child.hProcess) == 0 ||
      (cpus != 0 && SetProcessAffinityMask(child.hProcess, cpus) == 0)) {
    const std::string why = last_error();
    TerminateProcess(child.hProcess, 1);
    return failed(why);
  }
  ResumeThread(child.hThread);
  impl->input = std::move(input.ours);
  impl->output.start(std::move(output.ours));
  impl->errors.start(std::move(errors.ours));
  return Process(std::move(impl));
}

bool Process::write(std::string_view text, TimePoint deadline) {
  while (!text.empty()) {
    OVERLAPPED request{};
    request.hEvent = impl_->written.get();
    const auto size = static_cast<DWORD>(std::min<std::size_t>(text.size(), 1 << 20));
    if (WriteFile(impl_->input.get(), text.data(), size, nullptr, &request) == 0 &&
        GetLastError() != ERROR_IO_PENDING)
      return false;
    const bool done =
        WaitForSingleObject(request.hEvent, milliseconds_until(deadline)) == WAIT_OBJECT_0;
    if (!done) CancelIo(impl_->input.get());
    DWORD bytes = 0;
    if (GetOverlappedResult(impl_->input.get(), &request, &bytes, TRUE) == 0 || !done) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

ReadStatus Process::read_line(std::string& line, std::optional<TimePoint> deadline,
                              const Interrupt* interrupt) {
  Impl& p = *impl_;
  while (!p.lines.take(line)) {
    if (!p.output.open()) return ReadStatus::Closed;
    HANDLE waiting[3];
    DWORD count = 0;
    if (interrupt != nullptr) waiting[count++] = interrupt->impl_->event.get();
    if (p.errors.open()) waiting[count++] = p.errors.ready();
    waiting[count++] = p.output.ready();
    const DWORD ready = WaitForMultipleObjects(count, waiting, FALSE, milliseconds_until(deadline));
    if (ready == WAIT_TIMEOUT) return ReadStatus::Timeout;
    const HANDLE which = waiting[std::min(ready - WAIT_OBJECT_0, count - 1)];
    if (interrupt != nullptr && which == interrupt->impl_->event.get())
      return ReadStatus::Interrupted;
    if (which == p.output.ready())
      p.lines.append(p.output.take());
    else
      p.error_text.append(p.errors.take());
  }
  return ReadStatus::Line;
}

std::string Process::errors() {
  Reader& reader = impl_->errors;
  while (reader.open() && WaitForSingleObject(reader.ready(), 0) == WAIT_OBJECT_0)
    impl_->error_text.append(reader.take());
  return impl_->error_text.text();
}

std::optional<ExitStatus> Process::wait(TimePoint deadline) {
  Impl& p = *impl_;
  if (!p.ended &&
      WaitForSingleObject(p.process.get(), milliseconds_until(deadline)) == WAIT_OBJECT_0)
    p.reap();
  return p.ended;
}

void Process::kill() {
  if (!impl_->ended) impl_->reap();
}

long Process::id() const {
  return static_cast<long>(impl_->id);
}

double Process::processor_seconds() const {
  FILETIME begun, ended, kernel, user;
  if (impl_->ended || !GetProcessTimes(impl_->process.get(), &begun, &ended, &kernel, &user))
    return 0;
  const auto seconds = [](const FILETIME& time) {
    return static_cast<double>(std::uint64_t{time.dwHighDateTime} << 32 | time.dwLowDateTime) *
           1e-7;
  };
  return seconds(kernel) + seconds(user);
}

}  // namespace grandee::tools
