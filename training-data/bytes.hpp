// Little-endian integers and varints (LEB128) in byte strings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace grandee::data {

using Bytes = std::span<const unsigned char>;

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

template <typename T>
void put_integer(std::string& out, T value) {
  static_assert(std::is_unsigned_v<T>);
  for (std::size_t i = 0; i < sizeof(T); ++i)
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 255));
}

inline void put_varint(std::string& out, std::uint64_t value) {
  for (; value >= 128; value >>= 7) out.push_back(static_cast<char>(value | 128));
  out.push_back(static_cast<char>(value));
}

// Takes from the front; what isn't there is nullopt.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes) : rest_(bytes) {}

  std::size_t left() const { return rest_.size(); }

  std::optional<Bytes> take(std::size_t count) {
    if (count > rest_.size()) return std::nullopt;
    const Bytes taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  template <typename T>
  std::optional<T> integer() {
    static_assert(std::is_unsigned_v<T>);
    const auto bytes = take(sizeof(T));
    if (!bytes) return std::nullopt;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
      value |= static_cast<std::uint64_t>((*bytes)[i]) << (8 * i);
    return static_cast<T>(value);
  }

  std::optional<std::uint64_t> varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = integer<std::uint8_t>();
      if (!byte) return std::nullopt;
      value |= static_cast<std::uint64_t>(*byte & 127) << shift;
      if (*byte < 128) return value;
    }
    return std::nullopt;
  }

 private:
  Bytes rest_;
};

}  // namespace grandee::data
