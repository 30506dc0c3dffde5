// Chromium without a window, driven over its remote debugging pipe.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace grandee::test {

// The program; nothing where it isn't installed.
std::optional<std::string> find_chromium();

class Browser {
 public:
  // `profile` is a folder for its files.
  Browser(const std::string& program, const std::filesystem::path& profile);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  // All of these report a failure of the test if the browser doesn't answer.
  void open(const std::string& url, int width, int height);
  // The value of a JavaScript expression.
  nlohmann::json evaluate(const std::string& expression);
  // A real key, as from a keyboard: "ArrowRight", "f".
  void press(const std::string& key);
  void click(double x, double y);
  // At the middle of the first element that fits the selector.
  void click(const std::string& selector);
  void prefer_dark(bool dark);
  void screenshot(const std::filesystem::path& png);
  // Everything the page wrote to its console, and errors of its scripts.
  const std::string& console() const { return console_; }

 private:
  nlohmann::json call(const std::string& method, nlohmann::json parameters);
  std::optional<nlohmann::json> receive();

  pid_t process_ = -1;
  int to_ = -1;
  int from_ = -1;
  int next_id_ = 1;
  std::string session_;
  std::string buffer_;
  std::string console_;
};

}  // namespace grandee::test
