#include "tools/train/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

namespace grandee::train {

namespace {

using Json = nlohmann::ordered_json;

// Visits every key with its value and its range; the one place that knows them all.
template <typename C, typename Visit>
void for_each_key(C& c, Visit&& visit) {
  constexpr double kHuge = 1e9;
  visit("name", c.name, 0.0, 0.0);
  visit("width", c.width, 0.0, kHuge);
  visit("mirrored", c.mirrored, 0.0, 0.0);
  visit("score_scale", c.score_scale, 10.0, 5000.0);
  visit("result_share", c.result_share, 0.0, 1.0);
  visit("epochs", c.epochs, 0.0, 10000.0);
  visit("batch", c.batch, 1.0, 1e6);
  visit("learning_rate", c.learning_rate, 0.0, kHuge);
  visit("final_learning_rate", c.final_learning_rate, 0.0, kHuge);
  visit("warmup_batches", c.warmup_batches, 0.0, kHuge);
  visit("weight_decay", c.weight_decay, 0.0, 10.0);
  visit("decay_to_place", c.decay_to_place, 0.0, 0.0);
  visit("clip", c.clip, 0.0, 0.0);
  visit("augment", c.augment, 0.0, 0.0);
  visit("seed", c.seed, 0.0, 1.8e19);
  visit("threads", c.threads, 0.0, 1024.0);
  visit("reports_per_epoch", c.reports_per_epoch, 1.0, 1000.0);
}

// Empty if the value was taken.
std::string take(const Json& json, std::string& value, double, double) {
  if (!json.is_string()) return "expected a text";
  value = json.get<std::string>();
  return "";
}
std::string take(const Json& json, bool& value, double, double) {
  if (!json.is_boolean()) return "expected true or false";
  value = json.get<bool>();
  return "";
}
template <typename Number>
std::string take(const Json& json, Number& value, double low, double high) {
  const bool whole = std::numeric_limits<Number>::is_integer;
  const bool fits = whole ? json.is_number_integer() : json.is_number();
  if (!fits || json.get<double>() < low || json.get<double>() > high)
    return fmt::format("expected a {}number from {} to {}", whole ? "whole " : "", low, high);
  value = json.get<Number>();
  return "";
}

}  // namespace

Result<Config> parse_config(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return Error{"not a JSON object"};
  Config config;
  std::string fault;
  std::vector<std::string> keys;
  for_each_key(config, [&](const char* key, auto& value, double low, double high) {
    keys.emplace_back(key);
    if (!json.contains(key)) return;
    const std::string why = take(json[key], value, low, high);
    if (!why.empty() && fault.empty())
      fault = fmt::format("'{}' is {}, {}", key, json[key].dump(), why);
  });
  if (!fault.empty()) return Error{fault};
  for (const auto& [key, value] : json.items())
    if (std::ranges::find(keys, key) == keys.end())
      return Error{fmt::format("unknown key '{}', expected one of {}", key, fmt::join(keys, ", "))};
  if (std::ranges::find(nn::kWidths, config.width) == std::end(nn::kWidths))
    return Error{fmt::format("'width' is {}, expected 64, 128 or 256", config.width)};
  return config;
}

Result<Config> load_config(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{fmt::format("config '{}' can't be read", path.string())};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto config = parse_config(text);
  if (!config) return Error{fmt::format("config '{}': {}", path.string(), config.error())};
  return config;
}

Json to_json(const Config& config) {
  Json json;
  for_each_key(config,
               [&](const char* key, const auto& value, double, double) { json[key] = value; });
  return json;
}

std::string difference(const Config& a, const Config& b) {
  const Json left = to_json(a);
  const Json right = to_json(b);
  for (const auto& [key, value] : left.items())
    if (key != "threads" && value != right[key])
      return fmt::format("'{}' is {} there and {} here", key, value.dump(), right[key].dump());
  return "";
}

}  // namespace grandee::train
