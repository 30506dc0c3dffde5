#include "board/bishop_knight.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>

#include "board/attacks.hpp"
#include "board/retrograde.hpp"

namespace grandee::bishop_knight {

namespace {

// The symmetries of the board that keep the colours of the squares: none, the reflections in both
// long diagonals, and half a turn, which is both.
constexpr int kSymmetries = 4;

constexpr Square image(int symmetry, Square s) {
  if ((symmetry & 1) != 0) s = make_square(rank_of(s), file_of(s));
  if ((symmetry & 2) != 0) s = make_square(kRanks - 1 - rank_of(s), kFiles - 1 - file_of(s));
  return s;
}

Bitboard image(int symmetry, Bitboard set) {
  if (symmetry == 0) return set;
  Bitboard result;
  for_each(set, [&](Square s) { result |= Bitboard::of(image(symmetry, s)); });
  return result;
}

// The attacker's king, a bishop on dark squares, a knight. By symmetry the king stands in a quarter
// of the board; only squares on the long diagonals have more than one image there.
constexpr int kKingSquares = 30;

constexpr bool is_in_quarter(Square s) {
  return file_of(s) >= rank_of(s) && file_of(s) + rank_of(s) < kFiles;
}

struct Quarter {
  std::array<Square, kKingSquares> squares{};
  std::array<int, kSquares> number{};
};
constexpr Quarter kQuarter = [] {
  Quarter quarter;
  int count = 0;
  for (Square s = 0; s < kSquares; ++s) {
    if (!is_in_quarter(s)) continue;
    quarter.squares[static_cast<std::size_t>(count)] = s;
    quarter.number[static_cast<std::size_t>(s)] = count++;
  }
  return quarter;
}();

constexpr Square dark_of_pair(int pair) {
  return kDarkSquares.has(2 * pair) ? 2 * pair : 2 * pair + 1;
}

struct Men {
  Square king, bishop, knight;

  static constexpr std::size_t placements() {
    return std::size_t{kKingSquares} * (kSquares / 2) * kSquares;
  }
  std::size_t placement() const {
    const int king_number = kQuarter.number[static_cast<std::size_t>(king)];
    return static_cast<std::size_t>((king_number * (kSquares / 2) + bishop / 2) * kSquares +
                                    knight);
  }
  static Men of(std::size_t placement) {
    const int number = static_cast<int>(placement);
    return {kQuarter.squares[static_cast<std::size_t>(number / kSquares / (kSquares / 2))],
            dark_of_pair(number / kSquares % (kSquares / 2)), number % kSquares};
  }
  Men seen(int symmetry) const {
    return {image(symmetry, king), image(symmetry, bishop), image(symmetry, knight)};
  }

  bool apart() const { return king != bishop && king != knight && bishop != knight; }
  Bitboard squares() const {
    return Bitboard::of(king) | Bitboard::of(bishop) | Bitboard::of(knight);
  }
  Bitboard bishop_attacks() const {
    return attacks(PieceType::Bishop, bishop, Bitboard::of(king) | Bitboard::of(knight));
  }
};

struct BishopAndKnight {
  static std::size_t placements() { return Men::placements(); }

  template <typename F>
  void each(F f) const {
    for (std::size_t placement = 0; placement < placements(); ++placement) {
      const Men men = Men::of(placement);
      if (!men.apart()) continue;
      const Bitboard near = king_attacks(men.king);
      f(placement, without(~near, men.squares()),
        ~(near | men.bishop_attacks() | attacks(PieceType::Knight, men.knight, Bitboard())));
    }
  }

  template <typename F>
  void each_before(std::size_t placement, Bitboard lost, F f) const {
    const Men now = Men::of(placement);
    const Bitboard free = ~now.squares();
    for_each(king_attacks(now.king) & free, [&](Square from) {
      for (int symmetry = 0; symmetry < kSymmetries; ++symmetry)
        if (is_in_quarter(image(symmetry, from)))
          f(Men{from, now.bishop, now.knight}.seen(symmetry).placement(), image(symmetry, lost));
    });
    for_each(now.bishop_attacks() & free, [&](Square from) {
      f(Men{now.king, from, now.knight}.placement(), without(lost, between(from, now.bishop)));
    });
    for_each(attacks(PieceType::Knight, now.knight, Bitboard()) & free, [&](Square from) {
      f(Men{now.king, now.bishop, from}.placement(), lost);
    });
  }
};

// Makes the table in the background; the process may end meanwhile.
class Maker {
 public:
  ~Maker() {
    cancelled_ = true;
    if (thread_.joinable()) thread_.join();
  }

  void begin() {
    std::call_once(begun_, [this] {
      try {
        thread_ = std::thread([this] { make(); });
      } catch (const std::system_error&) {
        failed_ = true;
      }
    });
  }
  const MateTable* table() const { return ready_.load(std::memory_order_acquire); }
  bool failed() const { return failed_; }

 private:
  void make() {
    try {
      table_ = std::make_unique<MateTable>(Retrograde(BishopAndKnight()).run(cancelled_));
      if (!cancelled_) ready_.store(table_.get(), std::memory_order_release);
    } catch (const std::bad_alloc&) {
      failed_ = true;
    }
  }

  std::once_flag begun_;
  std::atomic<bool> cancelled_ = false;
  std::atomic<bool> failed_ = false;
  std::atomic<const MateTable*> ready_ = nullptr;
  std::unique_ptr<MateTable> table_;
  std::thread thread_;
};

Maker& maker() {
  static Maker the_maker;
  return the_maker;
}

// The side whose men are bishop and knight beside the king and whose opponent has a bare one.
std::optional<Color> attacker_of(const Position& p) {
  for (const Color c : {Color::White, Color::Black})
    if (p.men() == 4 && p.count(c, PieceType::Bishop) == 1 && p.count(c, PieceType::Knight) == 1)
      return c;
  return std::nullopt;
}

}  // namespace

bool is_near(const Position& position) {
  if (position.men() > 5) return false;
  for (const Color c : {Color::White, Color::Black})
    if (position.count(c, PieceType::Bishop) > 0 && position.count(c, PieceType::Knight) > 0)
      return true;
  return false;
}

bool wait(const std::function<bool()>& give_up) {
  maker().begin();
  while (maker().table() == nullptr && !maker().failed() && !give_up())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return maker().table() != nullptr;
}

std::optional<int> plies_to_mate(const Position& position) {
  const auto attacker = attacker_of(position);
  const MateTable* table = attacker ? maker().table() : nullptr;
  if (table == nullptr) return std::nullopt;
  Men men = {position.king_square(*attacker),
             position.pieces(*attacker, PieceType::Bishop).first(),
             position.pieces(*attacker, PieceType::Knight).first()};
  Square bare = position.king_square(~*attacker);
  if (!kDarkSquares.has(men.bishop)) {
    men = {flip_file(men.king), flip_file(men.bishop), flip_file(men.knight)};
    bare = flip_file(bare);
  }
  int symmetry = 0;
  while (!is_in_quarter(image(symmetry, men.king))) ++symmetry;
  return table->plies(men.seen(symmetry).placement(), image(symmetry, bare),
                      position.side_to_move() == *attacker);
}

}  // namespace grandee::bishop_knight
