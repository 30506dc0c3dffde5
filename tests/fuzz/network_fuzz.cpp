// Network files. A whole file is too large to be mutated byte by byte, so most inputs are edits of
// a good one. What the loader accepts writes the same bytes again, and every kernel computes the
// same.
//
// Input: a byte of flags, then with kRaw the file itself, else edits (see edit).
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "board/notation.hpp"
#include "nn/accumulator.hpp"
#include "nn/kernels.hpp"
#include "nn/network.hpp"
#include "tests/fuzz/input.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/nn/random_network.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::fuzz {
namespace {

constexpr unsigned kRaw = 1;
constexpr unsigned kKeepChecksum = 2;  // else it is made to match the edited contents
constexpr unsigned kMirrored = 4;
constexpr unsigned kWiderThanUsual = 8;
constexpr unsigned kSmallWeights = 16;

constexpr std::size_t kHeader = 8;
constexpr std::size_t kChecksumBytes = 8;

std::string make_file(unsigned flags) {
  const auto features = (flags & kMirrored) != 0 ? nn::FeatureSet::Mirrored : nn::FeatureSet::Plain;
  const int width = (flags & kWiderThanUsual) != 0 ? 128 : 64;
  nn::Network network = (flags & kSmallWeights) != 0 ? nn::random_network(features, width, 1)
                                                     : nn::extreme_network(features, width, 1);
  network.summary = "a network to fuzz";
  return nn::serialise(network);
}

const std::string& good_file(unsigned flags) {
  static std::array<std::string, 32> files;
  std::string& file = files[flags & (kMirrored | kWiderThanUsual | kSmallWeights)];
  if (file.empty()) file = make_file(flags);
  return file;
}

void overwrite(std::string& file, std::size_t at, std::string_view bytes) {
  if (at < file.size()) file.replace(at, std::min(bytes.size(), file.size() - at), bytes);
}

std::string_view bytes_of(const auto& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

void edit(std::string& file, Input& input) {
  switch (input.number(1) % 4) {
    case 0: {  // a field of the header
      const std::size_t field = input.number(1) % 9;
      overwrite(file, kHeader + 4 * field, bytes_of(input.number(4)));
      break;
    }
    case 1: {  // a stretch of bytes
      const std::size_t at = input.number(3) % (file.size() + 1);
      overwrite(file, at, input.take(input.number(1)));
      break;
    }
    case 2: {  // a run of equal weights
      std::size_t at = input.number(3) % (file.size() + 1) & ~std::size_t{1};
      const auto weight = static_cast<std::int16_t>(input.number(2));
      for (std::uint32_t n = input.number(2); n > 0 && at < file.size(); --n, at += 2)
        overwrite(file, at, bytes_of(weight));
      break;
    }
    default: file.resize(input.number(3) % (file.size() + 100));
  }
}

std::string edited_file(unsigned flags, Input input) {
  std::string file = good_file(flags);
  while (!input.empty()) edit(file, input);
  if ((flags & kKeepChecksum) == 0 && file.size() >= kChecksumBytes) {
    const std::size_t contents = file.size() - kChecksumBytes;
    overwrite(file, contents, bytes_of(std::uint64_t{XXH3_64bits(file.data(), contents)}));
  }
  return file;
}

void check_network(const nn::Network& network, std::string_view file) {
  nn::Network copy = network;
  require(nn::serialise(copy) == file, "an accepted network is written as it was read");
  static const Position kPositions[] = {
      Position(), *parse_fen("r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w"),
      *parse_fen("k9/10/10/3K6/10/10/10/10/10/6Q3 b")};
  for (const Position& position : kPositions) {
    const Score scalar = nn::evaluate_once(network, nn::kScalarKernels, position);
    require(scalar >= -kMaxEval && scalar <= kMaxEval, "a score is within its bounds");
    for (const nn::Kernels* kernels : nn::usable_kernels())
      require(nn::evaluate_once(network, *kernels, position) == scalar, "all kernels agree",
              kernels->name);
  }
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grandee;
  fuzz::Input input(fuzz::as_text(data, size));
  const unsigned flags = input.number(1);
  const std::string file =
      (flags & fuzz::kRaw) != 0 ? std::string(input.rest()) : fuzz::edited_file(flags, input);
  const auto network = nn::parse_network(file, "fuzz");
  fuzz::require(network || !network.error().empty(), "a refusal has a reason");
  if (network) fuzz::check_network(**network, file);
  return 0;
}
