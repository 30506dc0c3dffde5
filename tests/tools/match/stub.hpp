// Helpers for tests with the stub engine.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "tools/match/arguments.hpp"

namespace grandee::match {

// A folder of its own for each test, removed at its end.
class TestFolder {
 public:
  TestFolder() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(info->test_suite_name()) + "." + info->name();
    for (char& c : name)
      if (c == '/') c = '.';
    path_ = std::filesystem::temp_directory_path() / (name + "." + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }

  std::string file(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(file(name), std::ios::binary) << content;
    return file(name);
  }
  std::string read(const std::string& name) const {
    std::ifstream stream(file(name), std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

 private:
  std::filesystem::path path_;
};

inline std::string stub_program() {
  return std::string(GRANDEE_BIN) + "/match_stub_engine";
}

// An --engine text for the stub.
inline std::string stub(const std::string& name, const std::string& arguments,
                        const std::string& more = "") {
  return "name=" + name + " cmd=" + stub_program() + " args=\"" + arguments + "\" " + more;
}

inline int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

}  // namespace grandee::match
