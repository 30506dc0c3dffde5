#include "protocol/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "protocol/options.hpp"

namespace grandee::protocol {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Console, ReadsLinesOfEveryPlatform) {
  std::istringstream in("uci\r\n\n  go depth 1 \nlast");
  std::ostringstream out;
  Console console(in, out);
  EXPECT_EQ(console.read(), "uci");
  EXPECT_EQ(console.read(), "");
  EXPECT_EQ(console.read(), "  go depth 1 ");
  EXPECT_EQ(console.read(), "last");
  EXPECT_EQ(console.read(), std::nullopt);
}

TEST(Console, AByteOrderMarkStandsAtTheStartOnly) {
  std::istringstream in("\xEF\xBB\xBFuci\n\xEF\xBB\xBFquit\n");
  std::ostringstream out;
  Console console(in, out);
  EXPECT_EQ(console.read(), "uci");
  EXPECT_EQ(console.read(), "\xEF\xBB\xBFquit");
}

TEST(Console, TellsWhenNobodyReads) {
  std::istringstream in;
  std::ostringstream out;
  Console console(in, out);
  int lost = 0;
  console.on_lost([&lost] { ++lost; });
  console.write("heard");
  EXPECT_TRUE(console.all_written());
  EXPECT_EQ(lost, 0);
  out.setstate(std::ios::badbit);
  console.write("not heard");
  EXPECT_FALSE(console.all_written());
  EXPECT_EQ(lost, 1);
}

TEST(Console, LogsBothDirections) {
  const std::string path = testing::TempDir() + "grandee console.log";
  std::filesystem::remove(path);
  std::istringstream in("isready\r\nquit\n");
  std::ostringstream out;
  Console console(in, out);
  Options options;
  add_log_option(options, console);
  ASSERT_TRUE(options.set("debug log file", path));
  console.read();
  console.write("readyok");
  console.write("two\nlines");
  EXPECT_EQ(contents(path), ">> isready\n<< readyok\n<< two\n<< lines\n");
  ASSERT_TRUE(options.set("debug log file", "<empty>"));
  console.read();
  console.write("more");
  EXPECT_EQ(contents(path), ">> isready\n<< readyok\n<< two\n<< lines\n");
  EXPECT_EQ(out.str(), "readyok\ntwo\nlines\nmore\n");
  std::filesystem::remove(path);
}

TEST(Console, ALogThatCannotBeWrittenIsNamedAndTheEarlierOneGoesOn) {
  const std::string path = testing::TempDir() + "grandee-kept.log";
  std::filesystem::remove(path);
  std::istringstream in;
  std::ostringstream out;
  Console console(in, out);
  ASSERT_TRUE(console.set_log(path));
  const auto done = console.set_log("/no such folder/x.log");
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error(), testing::HasSubstr("/no such folder/x.log"));
  EXPECT_THAT(done.error(), testing::HasSubstr("No such file"));
  console.write("still here");
  EXPECT_EQ(contents(path), "<< still here\n");
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace grandee::protocol
