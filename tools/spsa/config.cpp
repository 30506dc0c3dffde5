#include "tools/spsa/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/common/text_file.hpp"

namespace grandee::spsa {

namespace {

using Json = nlohmann::json;

// The least perturbation that tells two whole values apart.
constexpr double kLeastPerturbation = 0.5;
constexpr double kDefaultRate = 0.002;

Parameter parameter_of(const match::SpinOption& option) {
  Parameter parameter;
  parameter.name = option.name;
  parameter.start = static_cast<double>(option.value);
  parameter.min = static_cast<double>(option.min);
  parameter.max = static_cast<double>(option.max);
  parameter.c_end = std::max((parameter.max - parameter.min) / 20, kLeastPerturbation);
  parameter.r_end = kDefaultRate;
  return parameter;
}

Result<Ok> check(const Parameter& p, const match::SpinOption& option) {
  const auto low = static_cast<double>(option.min);
  const auto high = static_cast<double>(option.max);
  if (!(p.min >= low && p.max <= high && p.min < p.max))
    return Error{fmt::format("{}: the range {}–{} is not within the engine's {}–{}", p.name, p.min,
                             p.max, low, high)};
  if (!(p.start >= p.min && p.start <= p.max))
    return Error{
        fmt::format("{}: start {} is outside its range {}–{}", p.name, p.start, p.min, p.max)};
  if (!(p.c_end >= kLeastPerturbation && p.c_end <= p.max - p.min))
    return Error{fmt::format("{}: c {} is not from {} to the width of the range, {}", p.name,
                             p.c_end, kLeastPerturbation, p.max - p.min)};
  if (!(p.r_end > 0 && p.r_end <= 1))
    return Error{fmt::format("{}: r {} is not above 0 and up to 1", p.name, p.r_end)};
  return Ok{};
}

// Replaces what the object names.
Result<Ok> read_fields(const Json& object, Parameter& parameter) {
  const std::pair<const char*, double*> fields[] = {{"start", &parameter.start},
                                                    {"min", &parameter.min},
                                                    {"max", &parameter.max},
                                                    {"c", &parameter.c_end},
                                                    {"r", &parameter.r_end}};
  for (const auto& [key, value] : object.items()) {
    if (key == "name") continue;
    const auto field = std::find_if(std::begin(fields), std::end(fields),
                                    [&k = key](const auto& f) { return k == f.first; });
    if (field == std::end(fields))
      return Error{fmt::format("{}: unknown key '{}': name, start, min, max, c and r are known",
                               parameter.name, key)};
    if (!value.is_number())
      return Error{fmt::format("{}: {} is not a number: {}", parameter.name, key, value.dump())};
    *field->second = value.get<double>();
  }
  return Ok{};
}

Result<Parameter> read_parameter(const Json& item, const std::vector<match::SpinOption>& offered) {
  const Json named = item.is_object() ? item.value("name", Json()) : item;
  if (!named.is_string())
    return Error{
        fmt::format("a parameter is a name or an object with a name, not {}", item.dump())};
  const auto name = named.get<std::string>();
  const auto option = std::find_if(offered.begin(), offered.end(),
                                   [&name](const auto& o) { return o.name == name; });
  if (option == offered.end())
    return Error{fmt::format("the engine has no spin option '{}'", name)};
  Parameter parameter = parameter_of(*option);
  if (item.is_object())
    if (const auto read = read_fields(item, parameter); !read) return Error{read.error()};
  if (const auto checked = check(parameter, *option); !checked) return Error{checked.error()};
  return parameter;
}

}  // namespace

bool is_tunable(std::string_view option) {
  return option.size() > 1 && option[0] == 'k' && option[1] >= 'A' && option[1] <= 'Z';
}

Result<std::vector<Parameter>> all_parameters(const std::vector<match::SpinOption>& offered) {
  std::vector<Parameter> parameters;
  for (const match::SpinOption& option : offered) {
    if (!is_tunable(option.name)) continue;
    parameters.push_back(parameter_of(option));
    if (const auto checked = check(parameters.back(), option); !checked)
      return Error{checked.error()};
  }
  if (parameters.empty())
    return Error{"the engine offers no tunable: build it with -DGRANDEE_TUNE=ON (preset tune)"};
  return parameters;
}

Result<std::vector<Parameter>> read_parameters(const std::filesystem::path& file,
                                               const std::vector<match::SpinOption>& offered) {
  const auto text = tools::read_text_file(file);
  if (!text) return Error{text.error()};
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object() || json.size() != 1 || !json.contains("parameters") ||
      !json["parameters"].is_array() || json["parameters"].empty())
    return Error{fmt::format("'{}' is not a JSON object {{\"parameters\": […]}} with at least one",
                             file.string())};
  std::vector<Parameter> parameters;
  for (const Json& item : json["parameters"]) {
    auto parameter = read_parameter(item, offered);
    if (!parameter) return Error{fmt::format("'{}': {}", file.string(), parameter.error())};
    for (const Parameter& other : parameters)
      if (other.name == parameter->name)
        return Error{fmt::format("'{}': {} stands twice", file.string(), other.name)};
    parameters.push_back(*std::move(parameter));
  }
  return parameters;
}

}  // namespace grandee::spsa
