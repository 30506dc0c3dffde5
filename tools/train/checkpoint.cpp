#include "tools/train/checkpoint.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <iterator>

#include "tools/common/atomic_file.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::train {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "GrandeeC";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeadBytes = kMagic.size() + 2 * sizeof(std::uint32_t);

Json point_to_json(const CurvePoint& p) {
  return Json::array({p.batch, p.positions, p.epoch, p.learning_rate, p.train_loss, p.valid_loss});
}

// A loss that is not a number (a run that diverged) is null in JSON.
double number(const Json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

Json to_json(const Checkpoint& c) {
  Json json;
  json["config"] = to_json(c.config);
  json["threads"] = c.threads;
  json["kernels"] = c.kernels;
  json["data"] = {c.data.train_records, c.data.train_checksum, c.data.valid_records,
                  c.data.valid_checksum};
  json["batch"] = c.batch;
  json["loss_sum"] = c.loss_sum;
  json["loss_count"] = c.loss_count;
  json["curve"] = Json::array();
  for (const CurvePoint& p : c.curve) json["curve"].push_back(point_to_json(p));
  return json;
}

// The checksum has been seen to be right, so the text is what to_json() made.
Result<Ok> from_json(const Json& json, Checkpoint& c) {
  if (!json.is_object()) return Error{"its description is no JSON object"};
  auto config = parse_config(json.value("config", Json()).dump());
  if (!config) return Error{config.error()};
  c.config = *std::move(config);
  c.threads = json.value("threads", 1);
  c.kernels = json.value("kernels", "");
  const Json& data = json["data"];
  c.data = {data[0].get<std::uint64_t>(), data[1].get<std::uint64_t>(),
            data[2].get<std::uint64_t>(), data[3].get<std::uint64_t>()};
  c.batch = json["batch"].get<std::uint64_t>();
  c.loss_sum = number(json["loss_sum"]);
  c.loss_count = json["loss_count"].get<std::uint64_t>();
  for (const Json& p : json["curve"])
    c.curve.push_back({p[0].get<std::uint64_t>(), p[1].get<std::uint64_t>(), number(p[2]),
                       number(p[3]), number(p[4]), number(p[5])});
  return Ok{};
}

template <typename T>
void append(std::string& bytes, const T* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

void take(std::string_view& bytes, Floats& floats, std::size_t count) {
  floats.resize(count);
  std::memcpy(floats.data(), bytes.data(), count * sizeof(float));
  bytes.remove_prefix(count * sizeof(float));
}

Result<Checkpoint> parse(std::string_view bytes) {
  if (bytes.size() < kHeadBytes + sizeof(std::uint64_t) || !bytes.starts_with(kMagic))
    return Error{"not a checkpoint"};
  std::uint32_t head[2];
  std::memcpy(head, bytes.data() + kMagic.size(), sizeof head);
  if (head[0] != kVersion) return Error{fmt::format("version {}, expected {}", head[0], kVersion)};
  const std::string_view content = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
  std::uint64_t expected;
  std::memcpy(&expected, bytes.data() + content.size(), sizeof expected);
  if (XXH3_64bits(content.data(), content.size()) != expected)
    return Error{"its checksum is wrong: it is damaged"};
  Checkpoint checkpoint;
  const std::string_view text = content.substr(kHeadBytes, head[1]);
  const auto good = from_json(Json::parse(text, nullptr, false), checkpoint);
  if (!good) return Error{good.error()};
  std::string_view rest = content.substr(kHeadBytes + text.size());
  const std::size_t size = Layout(checkpoint.config.width).size();
  if (rest.size() != 3 * size * sizeof(float))
    return Error{
        fmt::format("{} bytes of weights, expected {}", rest.size(), 3 * size * sizeof(float))};
  take(rest, checkpoint.weights, size);
  take(rest, checkpoint.first, size);
  take(rest, checkpoint.second, size);
  return checkpoint;
}

}  // namespace

Result<Ok> save_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& path) {
  const std::string text = to_json(checkpoint).dump();
  const std::uint32_t head[2] = {kVersion, static_cast<std::uint32_t>(text.size())};
  std::string bytes(kMagic);
  append(bytes, head, 2);
  bytes += text;
  for (const Floats* floats : {&checkpoint.weights, &checkpoint.first, &checkpoint.second})
    append(bytes, floats->data(), floats->size());
  const std::uint64_t checksum = XXH3_64bits(bytes.data(), bytes.size());
  append(bytes, &checksum, 1);
  return tools::write_atomically(path, bytes);
}

Result<Checkpoint> load_checkpoint(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{fmt::format("checkpoint '{}' can't be read", path.string())};
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  auto checkpoint = parse(bytes);
  if (!checkpoint)
    return Error{fmt::format("checkpoint '{}': {}", path.string(), checkpoint.error())};
  return checkpoint;
}

}  // namespace grandee::train
