// What programs are told: numbers, files, and what they say in turn.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/quotes.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/named_files.hpp"

namespace grandee::tools {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kMistake = 42;

struct Numbers {
  int whole = 5;
  std::uint64_t large = 5;
  std::vector<std::uint64_t> several;
  double real = 0.5;
};

// The exit code; nothing if the program may go on.
std::optional<int> read(std::vector<std::string> words, Numbers& n) {
  CLI::App app("Test");
  auto* command = app.add_subcommand("command", "");
  app.add_option("--whole", n.whole, "")->check(CLI::Range(-20, 20));
  command->add_option("--large", n.large, "");
  command->add_option("--several", n.several, "")->delimiter(',');
  app.add_option("--real", n.real, "");
  return read_command_line(app, std::move(words), kMistake);
}

TEST(CommandLine, TakesDecimalNumbers) {
  Numbers n;
  EXPECT_EQ(read({"--whole", "-12", "--real=1e-3", "command", "--large", "18446744073709551615",
                  "--several", "0,10"},
                 n),
            std::nullopt);
  EXPECT_EQ(n.whole, -12);
  EXPECT_EQ(n.real, 1e-3);
  EXPECT_EQ(n.large, 18446744073709551615u);
  EXPECT_EQ(n.several, (std::vector<std::uint64_t>{0, 10}));
}

TEST(CommandLine, RefusesWhatIsNoneOrDoesNotFit) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"command", "--large", "-4"},
                                             {"command", "--large", "18446744073709551616"},
                                             {"command", "--large", "010"},
                                             {"command", "--large", "0x10"},
                                             {"command", "--large", "1.5"},
                                             {"command", "--large="},
                                             {"command", "--several", "1,-2"},
                                             {"--whole", "21"},
                                             {"--whole", "012"},
                                             {"--real", "nan"},
                                             {"--real", "inf"},
                                             {"--real", "1e999"},
                                             {"--unknown"}}) {
    Numbers n;
    testing::internal::CaptureStderr();
    EXPECT_EQ(read(words, n), kMistake) << words.back();
    EXPECT_NE(testing::internal::GetCapturedStderr(), "");
  }
}

TEST(CommandLine, HelpIsNoMistake) {
  Numbers n;
  testing::internal::CaptureStdout();
  EXPECT_EQ(read({"--help"}, n), 0);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("--whole"));
}

class NamedFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        ("named ż " + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    std::ofstream(folder_ / "here") << "content";
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string fault(const std::vector<NamedFile>& outputs,
                           const std::vector<NamedFile>& inputs = {}) {
    const auto checked = check_outputs(outputs, inputs);
    return checked ? "" : checked.error();
  }

  fs::path folder_;
};

TEST_F(NamedFiles, GoodOnesLeaveNoTrace) {
  EXPECT_EQ(
      fault({{"--out", path("new")}, {"--json", "-"}, {"--html", ""}, {"--old", path("here")}},
            {{"file", path("other")}}),
      "");
  EXPECT_EQ(fault({{"--out", "/dev/null"}, {"--json", "/dev/null"}}), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  EXPECT_FALSE(fs::exists(path("new")));
  EXPECT_EQ(fs::file_size(path("here")), 7u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(NamedFiles, AnInputIsNoOutput) {
  EXPECT_THAT(fault({{"--out", path("../" + folder_.filename().string() + "/here")}},
                    {{"file", path("here")}}),
              testing::AllOf(HasSubstr("--out"), HasSubstr("which is read (file)")));
  fs::create_hard_link(path("here"), path("link"));
  EXPECT_NE(fault({{"--out", path("link")}}, {{"file", path("here")}}), "");
}

TEST_F(NamedFiles, TwoOutputsDiffer) {
  EXPECT_THAT(fault({{"--out", path("x")}, {"--json", path("./x")}}),
              HasSubstr("--out and --json are both"));
  EXPECT_NE(fault({{"--out", "grandee-new"}, {"--json", "./grandee-new"}}), "");
  EXPECT_THAT(fault({{"--out", "-"}, {"--json", "-"}}), HasSubstr("standard output"));
}

TEST_F(NamedFiles, WhatCannotBeCreatedIsNamed) {
  EXPECT_THAT(fault({{"--out", path("no folder/x")}}),
              testing::AllOf(HasSubstr("--out"), HasSubstr("no folder/x'"), HasSubstr("No such")));
  EXPECT_THAT(fault({{"--json", folder_.string()}}), HasSubstr("it is a folder"));
}

TEST(Quotes, RepeatTextFromOutsideAsUtf8InOneLine) {
  EXPECT_EQ(in_quotes("żółw"), "'żółw'");
  EXPECT_EQ(in_quotes("a\nb\tc\x7f"), "'a b c '");
  EXPECT_EQ(in_quotes("M\xFCller \xE2\x82"),
            "'M?ller ?"
            "?'");
  EXPECT_EQ(valid_utf8("M\xFCller żółw"), "M\xEF\xBF\xBDller żółw");
  // Longer than need be, a surrogate, beyond the last.
  EXPECT_EQ(in_quotes("\xC0\xAF \xED\xA0\x80 \xF5\x80\x80\x80"),
            "'?? ??? ???"
            "?'");
  // Cut between characters.
  std::string text(59, 'x');
  EXPECT_EQ(in_quotes(text + "żx"), "'" + text + "…'");
  EXPECT_EQ(in_quotes(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
}

}  // namespace
}  // namespace grandee::tools
