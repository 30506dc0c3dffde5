#include "tools/match/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tools/match/uci_engine.hpp"
#include "tools/match/xboard_engine.hpp"

namespace grandee::match {

namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

// An engine takes a line at once or not at all.
constexpr auto kWritePatience = 5s;
constexpr auto kQuitPatience = 2s;
// Between the end of its output and its own end a process needs a moment.
constexpr auto kEndPatience = 1s;

double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

int EngineScore::centipawns() const {
  if (!mate) return value;
  return value > 0 ? kMateCentipawns - value : -kMateCentipawns - value;
}

Result<std::unique_ptr<Engine>> Engine::start(const EngineConfig& config, const Patience& patience,
                                              const tools::Interrupt& interrupt) {
  auto process = tools::Process::start(config.command);
  if (!process) return Error{fmt::format("engine {}: {}", config.name, process.error())};
  std::unique_ptr<Engine> engine;
  if (config.protocol == Protocol::Uci)
    engine = std::make_unique<UciEngine>(config, patience, *std::move(process), interrupt);
  else
    engine = std::make_unique<XBoardEngine>(config, patience, *std::move(process), interrupt);
  if (const auto greeted = engine->greet(); !greeted)
    return Error{fmt::format("engine {}: {}", config.name, greeted.error())};
  return engine;
}

void Engine::send(std::string_view line) {
  // A line that is not taken shows in what is read afterwards.
  static_cast<void>(
      process_.write(fmt::format("{}\n", line), steady_clock::now() + kWritePatience));
}

std::optional<Reply> Engine::read_until(Duration patience, std::string_view expected,
                                        const std::function<bool(const std::string&)>& last) {
  const auto deadline = steady_clock::now() + patience;
  std::string line;
  while (true) {
    const auto status = process_.read_line(line, deadline, &interrupt_);
    if (status != tools::ReadStatus::Line)
      return failure(status, fmt::format("no {} within {} s", expected, seconds(patience)));
    if (last(line)) return std::nullopt;
  }
}

Reply Engine::wait_for_reply(const Clocks& clocks, std::string_view hurry,
                             const std::function<bool(const std::string&, Reply&)>& finish) {
  const auto start = steady_clock::now();
  std::optional<tools::TimePoint> flag;
  if (clocks.own != nullptr) flag = start + clocks.own->left() + clocks.margin;
  if (const auto& time = config_.limits.move_time; time && (!flag || start + *time < *flag))
    flag = start + *time + clocks.margin;
  bool flagged = false;
  auto deadline = flag ? *flag : start + patience_.silence;
  Reply reply;
  std::string line;
  while (true) {
    const auto status = process_.read_line(line, deadline, &interrupt_);
    const auto now = steady_clock::now();
    if (status == tools::ReadStatus::Line) {
      reply.elapsed = now - start;
      if (finish(line, reply)) return reply;
      if (!flag) deadline = now + patience_.silence;
      continue;
    }
    if (status == tools::ReadStatus::Timeout && flag && !flagged) {
      flagged = true;
      deadline = now + patience_.answer;
      send(hurry);
      continue;
    }
    Reply failed = failure(status, fmt::format("no answer within {:.3f} s", seconds(now - start)));
    failed.elapsed = now - start;
    failed.thinking = std::move(reply.thinking);
    return failed;
  }
}

Reply Engine::failure(tools::ReadStatus status, std::string text) {
  broken_ = true;
  if (status == tools::ReadStatus::Closed) return ended();
  Reply reply;
  reply.kind =
      status == tools::ReadStatus::Interrupted ? ReplyKind::Interrupted : ReplyKind::Stalled;
  reply.text = std::move(text);
  return reply;
}

Reply Engine::ended() {
  Reply reply;
  const auto status = process_.wait(steady_clock::now() + kEndPatience);
  reply.kind = status && (status->signal != 0 || status->code != 0) ? ReplyKind::Crashed
                                                                    : ReplyKind::Disconnected;
  reply.text = status ? status->describe() : "closed its output";
  return reply;
}

void Engine::quit() {
  send("quit");
  static_cast<void>(process_.wait(steady_clock::now() + kQuitPatience));
  process_.kill();
}

}  // namespace grandee::match
