#include "tools/spsa/journal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "tools/common/atomic_file.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::spsa {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json to_json(const Plan& plan, const Json& conditions) {
  Json json{{"iterations", plan.iterations},
            {"pairs", plan.pairs},
            {"seed", plan.seed},
            {"alpha", plan.gains.alpha},
            {"gamma", plan.gains.gamma},
            {"stability", plan.gains.stability}};
  json.update(conditions);
  for (const Parameter& p : plan.parameters)
    json["parameters"][p.name] = {
        {"start", p.start}, {"min", p.min}, {"max", p.max}, {"c", p.c_end}, {"r", p.r_end}};
  return json;
}

// What two plans disagree about, empty if nothing.
std::string difference(const Json& stored, const Json& wanted) {
  for (const auto& [key, value] : wanted.items()) {
    if (!stored.contains(key)) return fmt::format("{} is not in it", key);
    if (stored[key] == value) continue;
    if (value.is_object() && stored[key].is_object()) {
      const std::string inner = difference(stored[key], value);
      return fmt::format("{}: {}", key, inner.empty() ? "it has more of them" : inner);
    }
    return fmt::format("{} is {} there and {} now", key, stored[key].dump(), value.dump());
  }
  return "";
}

// Values in the plan's order; an error if the file has not just that.
Result<Course> read_course(const Json& json, const Plan& plan) {
  const Json iteration = json.value("iteration", Json());
  const Json values = json.value("values", Json());
  if (!iteration.is_number_unsigned() || iteration.get<std::uint64_t>() > plan.iterations)
    return Error{fmt::format("iteration is no number up to {}", plan.iterations)};
  std::vector<double> read;
  for (const Parameter& p : plan.parameters) {
    const Json value = values.is_object() ? values.value(p.name, Json()) : Json();
    if (!value.is_number() || value.get<double>() < p.min || value.get<double>() > p.max)
      return Error{fmt::format("values: {} is no number from {} to {}", p.name, p.min, p.max)};
    read.push_back(value.get<double>());
  }
  return Course(plan, iteration.get<std::uint64_t>(), std::move(read));
}

std::string header(const Plan& plan) {
  std::string text = "iteration,net wins";
  for (const Parameter& p : plan.parameters) text += "," + p.name;
  return text + "\n";
}

}  // namespace

Result<Journal> Journal::open(const fs::path& state, const Plan& plan, const Json& conditions) {
  std::error_code error;
  if (state.extension() != ".json")
    return Error{fmt::format("the state's file '{}' must end in .json", state.string())};
  auto lock = tools::WriterLock::take(state);
  if (!lock) return Error{lock.error()};
  Json wanted = to_json(plan, conditions);
  if (!fs::exists(state, error)) {
    Journal journal(state, std::move(wanted), Course(plan), *std::move(lock));
    if (const auto begun = journal.begin(); !begun) return Error{begun.error()};
    return journal;
  }
  const auto text = tools::read_text_file(state);
  if (!text) return Error{text.error()};
  const Json stored = Json::parse(*text, nullptr, false);
  if (!stored.is_object() || !stored.contains("plan"))
    return Error{fmt::format("'{}' is no state of grandee-spsa", state.string())};
  if (const std::string differs = difference(stored["plan"], wanted); !differs.empty())
    return Error{fmt::format("'{}' is of another course: {}", state.string(), differs)};
  auto course = read_course(stored, plan);
  if (!course) return Error{fmt::format("'{}' is damaged: {}", state.string(), course.error())};
  Journal journal(state, std::move(wanted), *std::move(course), *std::move(lock));
  if (const auto resumed = journal.resume(); !resumed) return Error{resumed.error()};
  return journal;
}

fs::path Journal::csv_path() const {
  return fs::path(state_).replace_extension(".csv");
}

Result<Ok> Journal::begin() {
  std::error_code error;
  if (fs::exists(csv_path(), error))
    return Error{fmt::format("'{}' is there without its '{}'; move it away for a new course",
                             csv_path().string(), state_.string())};
  if (const auto saved = save(); !saved) return saved;
  if (const auto opened = open_csv(); !opened) return opened;
  return append(header(course_.plan()));
}

// A row is on the disk before the state that counts it, so that rows beyond it, the last of them
// maybe cut off, are of an iteration that comes again.
Result<Ok> Journal::resume() {
  std::error_code error;
  std::string text;
  if (fs::exists(csv_path(), error)) {
    auto read = tools::read_text_file(csv_path());
    if (!read) return Error{read.error()};
    text = *std::move(read);
  }
  std::size_t end = 0;
  std::uint64_t lines = 0;
  while (lines <= course_.iteration() && text.find('\n', end) != std::string::npos) {
    end = text.find('\n', end) + 1;
    ++lines;
  }
  if (lines == 0 && course_.iteration() == 0) {
    text = header(course_.plan());
    end = text.size();
  } else if (lines <= course_.iteration()) {
    return Error{fmt::format("'{}' has {} lines, but '{}' stands at iteration {}",
                             csv_path().string(), lines, state_.string(), course_.iteration())};
  }
  const auto cut = tools::write_atomically(csv_path(), text.substr(0, end));
  return cut ? open_csv() : cut;
}

Result<Ok> Journal::open_csv() {
  csv_.reset(std::fopen(csv_path().string().c_str(), "ab"));
  if (csv_) return Ok{};
  return Error{fmt::format("can't write '{}': {}", csv_path().string(), std::strerror(errno))};
}

Result<Ok> Journal::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), csv_.get()) == text.size() &&
      tools::sync_file(csv_.get()))
    return Ok{};
  return Error{fmt::format("can't write '{}': {}", csv_path().string(), std::strerror(errno))};
}

Result<Ok> Journal::save() const {
  Json json{{"plan", plan_}, {"iteration", course_.iteration()}};
  for (std::size_t i = 0; i < course_.values().size(); ++i)
    json["values"][course_.plan().parameters[i].name] = course_.values()[i];
  return tools::write_atomically(state_, json.dump(2) + "\n");
}

Result<Ok> Journal::learn(std::int64_t net_wins) {
  course_.learn(net_wins);
  std::string row = fmt::format("{},{}", course_.iteration(), net_wins);
  for (const double value : course_.values()) row += fmt::format(",{:.3f}", value);
  if (const auto written = append(row + "\n"); !written) return written;
  return save();
}

}  // namespace grandee::spsa
