// Seeded random numbers, the same on every platform (std distributions are not).
#pragma once

#include <cstdint>

namespace grandee {

// SplitMix64 (Steele, Lea, Flood 2014). Any seed is good, also consecutive ones.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed) : state_(seed) {}

  constexpr std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15ull;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  // Uniform in [0, bound) up to a bias below bound / 2^32; bound > 0.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

  // Uniform in [0, 1).
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  // An independent stream for (seed, a, b), e.g. shard and game number.
  static constexpr Rng stream(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0) {
    Rng mix(seed);
    mix.state_ ^= Rng(a ^ 0xA0761D6478BD642Full).next();
    mix.state_ = mix.next() ^ Rng(b ^ 0xE7037ED1A0B428DBull).next();
    return Rng(mix.next());
  }

 private:
  std::uint64_t state_;
};

}  // namespace grandee
