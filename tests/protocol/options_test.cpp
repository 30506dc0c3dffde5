#include "protocol/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grandee::protocol {
namespace {

using testing::HasSubstr;

struct Fixture : testing::Test {
  Options options;
  bool check = false;
  std::int64_t spin = 0;
  std::string text = "unset";
  std::string combo;
  int presses = 0;
  bool refuse = false;

  Fixture() {
    options.add_check("Ponder", false, [this](bool v) { return take(check, v); });
    options.add_spin("Move Overhead", 10, -5, 5000,
                     [this](std::int64_t v) { return take(spin, v); });
    options.add_string("Log File", "", [this](const std::string& v) { return take(text, v); });
    options.add_combo("Letters", "AC", {"AC", "MC"},
                      [this](const std::string& v) { return take(combo, v); });
    options.add_button("Clear Hash", [this] {
      int next = presses + 1;
      return take(presses, next);
    });
  }

  template <typename T>
  Result<Ok> take(T& target, const T& value) {
    if (refuse) return Error{"no room"};
    target = value;
    return Ok{};
  }

  template <typename Kind>
  const Kind& get(std::string_view name) const {
    return std::get<Kind>(options.find(name)->kind);
  }
};

TEST_F(Fixture, SetsEveryKind) {
  EXPECT_TRUE(options.set("Ponder", "true"));
  EXPECT_TRUE(options.set("Move Overhead", "-5"));
  EXPECT_TRUE(options.set("Log File", "a b/ż.log"));
  EXPECT_TRUE(options.set("Letters", "mc"));
  EXPECT_TRUE(options.set("Clear Hash", std::nullopt));
  EXPECT_TRUE(check);
  EXPECT_EQ(spin, -5);
  EXPECT_EQ(text, "a b/ż.log");
  EXPECT_EQ(combo, "MC");
  EXPECT_EQ(presses, 1);
  EXPECT_EQ(get<SpinOption>("Move Overhead").value, -5);
  EXPECT_EQ(get<SpinOption>("Move Overhead").default_value, 10);
}

TEST_F(Fixture, NamesMatchWhateverTheCaseAndTheBlanks) {
  EXPECT_TRUE(options.set("mOVE   overhead", "7"));
  EXPECT_EQ(spin, 7);
  EXPECT_TRUE(options.set(" clear\thash ", std::nullopt));
  EXPECT_EQ(presses, 1);
  EXPECT_FALSE(options.set("MoveOverhead", "8"));
  EXPECT_FALSE(options.set("Move", "8"));
  EXPECT_EQ(spin, 7);
}

TEST_F(Fixture, ErrorsNameTheRangeAndChangeNothing) {
  ASSERT_TRUE(options.set("Move Overhead", "20"));
  for (const char* bad : {"", "abc", "5001", "-6", "99999999999999999999", "-99999999999999999999",
                          "1.5", "7 8", "0x10"}) {
    const auto done = options.set("move overhead", bad);
    ASSERT_FALSE(done) << bad;
    EXPECT_THAT(done.error(), HasSubstr("Move Overhead")) << bad;
    EXPECT_THAT(done.error(), HasSubstr("from -5 to 5000")) << bad;
  }
  EXPECT_EQ(spin, 20);
  EXPECT_EQ(get<SpinOption>("Move Overhead").value, 20);

  EXPECT_THAT(options.set("Ponder", "maybe").error(), HasSubstr("true or false"));
  EXPECT_THAT(options.set("Letters", "XX").error(), HasSubstr("AC or MC"));
  EXPECT_THAT(options.set("Letters", std::nullopt).error(), HasSubstr("AC or MC"));
  EXPECT_THAT(options.set("OwnBook", "true").error(), HasSubstr("'OwnBook'"));
}

TEST_F(Fixture, AStringMayBeEmpty) {
  for (const auto& value : {std::optional<std::string_view>(), std::optional<std::string_view>(""),
                            std::optional<std::string_view>("<empty>")}) {
    text = "before";
    EXPECT_TRUE(options.set("Log File", value));
    EXPECT_EQ(text, "");
  }
}

TEST_F(Fixture, AValueThatCannotBeAppliedStaysAsItWas) {
  ASSERT_TRUE(options.set("Move Overhead", "20"));
  refuse = true;
  EXPECT_THAT(options.set("Move Overhead", "30").error(), HasSubstr("no room"));
  EXPECT_EQ(get<SpinOption>("Move Overhead").value, 20);
  EXPECT_FALSE(options.set("Clear Hash", std::nullopt));
}

}  // namespace
}  // namespace grandee::protocol
