#include "nn/network.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::nn {

static_assert(std::endian::native == std::endian::little, "network files are little-endian");

namespace {

constexpr std::string_view kMagic = "GrandeeN";
constexpr std::size_t kHeaderFields = 9;
constexpr std::size_t kHeaderBytes = kMagic.size() + kHeaderFields * sizeof(std::uint32_t);
constexpr std::size_t kChecksumBytes = sizeof(std::uint64_t);

constexpr std::size_t payload_bytes(std::size_t width) {
  return sizeof(std::int16_t) * width * (1 + kInputs + 2 * kBuckets) +
         sizeof(std::int32_t) * kBuckets;
}
constexpr std::size_t kMaxFileBytes =
    kHeaderBytes + kMaxSummary + payload_bytes(kMaxWidth) + kChecksumBytes;

std::string text(std::uint64_t n) {
  return std::to_string(n);
}

// As programs show checksums.
std::string hex(std::uint64_t n) {
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(n));
  return digits;
}

// Takes values from the front of the bytes; the caller has checked that they are there.
template <typename T>
void take(std::string_view& bytes, T* values, std::size_t count) {
  std::memcpy(values, bytes.data(), count * sizeof(T));
  bytes.remove_prefix(count * sizeof(T));
}
template <typename T>
void append(std::string& bytes, const T* values, std::size_t count) {
  bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
}

struct Header {
  std::uint32_t version, features, inputs, width, buckets, qa, qb, scale, summary_bytes;
};
static_assert(sizeof(Header) == kHeaderFields * sizeof(std::uint32_t));

Result<Ok> check_header(const Header& header) {
  const auto differs = [](std::string_view what, std::uint64_t found, std::string_view expected) {
    return Error{std::string(what) + " " + text(found) + ", expected " + std::string(expected)};
  };
  if (header.version != kNetworkVersion)
    return differs("version", header.version, text(kNetworkVersion));
  if (header.features != static_cast<std::uint32_t>(FeatureSet::Plain) &&
      header.features != static_cast<std::uint32_t>(FeatureSet::Mirrored))
    return differs("feature set", header.features, "1 (plain) or 2 (mirrored)");
  if (header.inputs != kInputs) return differs("inputs", header.inputs, text(kInputs));
  if (std::ranges::find(kWidths, static_cast<int>(header.width)) == std::end(kWidths))
    return differs("width", header.width, "64, 128 or 256");
  if (header.buckets != kBuckets) return differs("buckets", header.buckets, text(kBuckets));
  if (header.qa != kQA) return differs("feature scale", header.qa, text(kQA));
  if (header.qb != kQB) return differs("output scale", header.qb, text(kQB));
  if (header.scale < kMinScale || header.scale > kMaxScale)
    return differs("score scale", header.scale, text(kMinScale) + "–" + text(kMaxScale));
  if (header.summary_bytes > kMaxSummary)
    return differs("summary of", header.summary_bytes, "at most " + text(kMaxSummary) + " bytes");
  return Ok{};
}

Result<Ok> check_weights(std::string_view what, std::span<const std::int16_t> weights, int bound) {
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] > bound || weights[i] < -bound)
      return Error{std::string(what) + " " + text(i) + " is " + std::to_string(weights[i]) +
                   ", bound ±" + std::to_string(bound)};
  return Ok{};
}

Result<std::shared_ptr<const Network>> parse(std::string_view bytes) {
  const std::string_view whole = bytes;
  if (bytes.size() < kHeaderBytes)
    return Error{text(bytes.size()) + " bytes, expected a header of " + text(kHeaderBytes)};
  if (bytes.substr(0, kMagic.size()) != kMagic)
    return Error{"not a network of this program: it does not start with '" + std::string(kMagic) +
                 "'"};
  bytes.remove_prefix(kMagic.size());
  Header header;
  take(bytes, &header, 1);
  if (const auto good = check_header(header); !good) return Error{good.error()};
  const std::size_t expected =
      kHeaderBytes + header.summary_bytes + payload_bytes(header.width) + kChecksumBytes;
  if (whole.size() != expected)
    return Error{text(whole.size()) + " bytes, expected " + text(expected) + " for width " +
                 text(header.width)};

  Network network =
      make_network(static_cast<FeatureSet>(header.features), static_cast<int>(header.width));
  network.scale = static_cast<int>(header.scale);
  network.summary = bytes.substr(0, header.summary_bytes);
  bytes.remove_prefix(header.summary_bytes);
  take(bytes, network.feature_bias.data(), network.feature_bias.size());
  take(bytes, network.feature_weights.data(), network.feature_weights.size());
  take(bytes, network.output_weights.data(), network.output_weights.size());
  take(bytes, network.output_bias.data(), network.output_bias.size());
  take(bytes, &network.checksum, 1);
  const std::uint64_t found = XXH3_64bits(whole.data(), whole.size() - kChecksumBytes);
  if (found != network.checksum)
    return Error{"checksum of the contents " + hex(found) + ", expected " + hex(network.checksum) +
                 ": the file is damaged"};
  if (const auto good = check_bounds(network); !good) return Error{good.error()};
  return std::make_shared<const Network>(std::move(network));
}

}  // namespace

Score Network::score(int bucket, std::int32_t sum) const {
  const std::int64_t total = std::int64_t{sum} + output_bias[static_cast<std::size_t>(bucket)];
  const std::int64_t score = total * scale / (std::int64_t{kQA} * kQA * kQB);
  return static_cast<Score>(std::clamp<std::int64_t>(score, -kMaxEval, kMaxEval));
}

Network make_network(FeatureSet features, int width) {
  GRANDEE_ASSERT(std::ranges::find(kWidths, width) != std::end(kWidths));
  Network network;
  const auto size = static_cast<std::size_t>(width);
  network.features = features;
  network.width = width;
  network.feature_bias.resize(size);
  network.feature_weights.resize(kInputs * size);
  network.output_weights.resize(kBuckets * 2 * size);
  return network;
}

Result<Ok> check_bounds(const Network& network) {
  auto good = check_weights("feature bias", network.feature_bias, kMaxFeatureWeight);
  if (good) good = check_weights("feature weight", network.feature_weights, kMaxFeatureWeight);
  if (good) good = check_weights("output weight", network.output_weights, kMaxOutputWeight);
  if (!good) return good;
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    int positive = 0;
    int negative = 0;
    for (int i = 0; i < 2 * network.width; ++i) {
      const int weight = network.bucket_weights(bucket)[i];
      (weight > 0 ? positive : negative) += weight;
    }
    const int largest = std::max(positive, -negative);
    if (largest > kMaxOutputSum)
      return Error{"output weights of bucket " + std::to_string(bucket) + " sum to " +
                   std::to_string(largest) + " of one sign, bound " +
                   std::to_string(kMaxOutputSum)};
  }
  return Ok{};
}

std::string serialise(Network& network) {
  GRANDEE_ASSERT(network.summary.size() <= kMaxSummary);
  const Header header{kNetworkVersion,
                      static_cast<std::uint32_t>(network.features),
                      kInputs,
                      static_cast<std::uint32_t>(network.width),
                      kBuckets,
                      kQA,
                      kQB,
                      static_cast<std::uint32_t>(network.scale),
                      static_cast<std::uint32_t>(network.summary.size())};
  std::string bytes(kMagic);
  append(bytes, &header, 1);
  bytes += network.summary;
  append(bytes, network.feature_bias.data(), network.feature_bias.size());
  append(bytes, network.feature_weights.data(), network.feature_weights.size());
  append(bytes, network.output_weights.data(), network.output_weights.size());
  append(bytes, network.output_bias.data(), network.output_bias.size());
  network.checksum = XXH3_64bits(bytes.data(), bytes.size());
  append(bytes, &network.checksum, 1);
  return bytes;
}

Result<std::shared_ptr<const Network>> parse_network(std::string_view bytes,
                                                     std::string_view name) {
  auto network = parse(bytes);
  if (!network) return Error{"network '" + std::string(name) + "': " + network.error()};
  return network;
}

Result<std::shared_ptr<const Network>> load_network(const std::filesystem::path& path) {
  const std::u8string utf8 = path.u8string();
  const std::string name(utf8.begin(), utf8.end());
  const auto fail = [&](const std::string& why) { return Error{"network '" + name + "': " + why}; };
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return fail(error ? error.message() : "there is no such file");
  if (!std::filesystem::is_regular_file(path, error)) return fail("not a regular file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return fail(error.message());
  if (size > kMaxFileBytes)
    return fail(text(size) + " bytes, expected at most " + text(kMaxFileBytes));
  std::string bytes(static_cast<std::size_t>(size), '\0');
  std::ifstream file(path, std::ios::binary);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    return fail("can't be read");
  return parse_network(bytes, name);
}

}  // namespace grandee::nn
