#include "tests/tools/analyse/browser.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

namespace grandee::test {

namespace {

using nlohmann::json;

constexpr int kPatienceMs = 60'000;

std::string decode_base64(const std::string& text) {
  std::string bytes;
  unsigned value = 0;
  int bits = 0;
  for (const char c : text) {
    constexpr std::string_view kAlphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t digit = kAlphabet.find(c);
    if (digit == std::string_view::npos) continue;
    value = value << 6 | static_cast<unsigned>(digit);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(value >> bits & 255);
  }
  return bytes;
}

}  // namespace

std::optional<std::string> find_chromium() {
  for (const char* path :
       {"/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"})
    if (access(path, X_OK) == 0) return path;
  return std::nullopt;
}

Browser::Browser(const std::string& program, const std::filesystem::path& profile) {
  // The browser reads commands from descriptor 3 and answers on 4.
  int commands[2];
  int answers[2];
  if (pipe2(commands, O_CLOEXEC) != 0 || pipe2(answers, O_CLOEXEC) != 0) {
    ADD_FAILURE() << "no pipe";
    return;
  }
  const std::string folder = "--user-data-dir=" + profile.string();
  process_ = fork();
  if (process_ == 0) {
    // Above 4 first: a plain dup2 could close the other pipe's end.
    const int in = fcntl(commands[0], F_DUPFD, 10);
    const int out = fcntl(answers[1], F_DUPFD, 10);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    dup2(nowhere, 1);
    dup2(nowhere, 2);
    dup2(in, 3);
    dup2(out, 4);
    setpgid(0, 0);
    execl(program.c_str(), program.c_str(), "--headless=new", "--no-sandbox", "--disable-gpu",
          "--disable-dev-shm-usage", "--disable-background-networking", "--no-first-run",
          "--hide-scrollbars", "--remote-debugging-pipe", folder.c_str(), "about:blank", nullptr);
    _exit(127);
  }
  ::close(commands[0]);
  close(answers[1]);
  to_ = commands[1];
  from_ = answers[0];
}

Browser::~Browser() {
  if (to_ >= 0) close(to_);
  if (from_ >= 0) close(from_);
  if (process_ > 0) {
    // It ends by itself when its pipe does, but not at once.
    for (int i = 0; i < 100 && waitpid(process_, nullptr, WNOHANG) == 0; ++i) {
      if (i == 50) kill(-process_, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

// Messages end with a zero byte.
std::optional<json> Browser::receive() {
  std::size_t end = 0;
  while ((end = buffer_.find('\0')) == std::string::npos) {
    pollfd waiting{from_, POLLIN, 0};
    char part[65536];
    if (poll(&waiting, 1, kPatienceMs) <= 0) return std::nullopt;
    const ssize_t count = read(from_, part, sizeof part);
    if (count <= 0) return std::nullopt;
    buffer_.append(part, static_cast<std::size_t>(count));
  }
  const json message = json::parse(buffer_.substr(0, end), nullptr, false);
  buffer_.erase(0, end + 1);
  return message;
}

json Browser::call(const std::string& method, json parameters) {
  const int id = next_id_++;
  json command = {{"id", id}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) command["sessionId"] = session_;
  const std::string text = command.dump() + '\0';
  if (write(to_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    ADD_FAILURE() << "the browser takes no " << method;
    return {};
  }
  while (const auto message = receive()) {
    if (message->value("id", 0) == id) {
      if (message->contains("error")) ADD_FAILURE() << method << ": " << message->dump();
      return message->value("result", json::object());
    }
    const std::string event = message->value("method", "");
    if (event == "Runtime.exceptionThrown" || event == "Runtime.consoleAPICalled")
      console_ += message->dump() + "\n";
  }
  ADD_FAILURE() << "the browser does not answer " << method;
  return {};
}

void Browser::open(const std::string& url, int width, int height) {
  session_.clear();
  const json target =
      call("Target.createTarget",
           {{"url", "about:blank"}, {"width", width}, {"height", height}, {"newWindow", true}});
  const json attached = call("Target.attachToTarget",
                             {{"targetId", target.value("targetId", "")}, {"flatten", true}});
  session_ = attached.value("sessionId", "");
  call("Runtime.enable", json::object());
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  call("Page.navigate", {{"url", url}});
  for (int i = 0; i < 600 && evaluate("document.readyState") != "complete"; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

json Browser::evaluate(const std::string& expression) {
  const json answer =
      call("Runtime.evaluate", {{"expression", expression}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) ADD_FAILURE() << answer["exceptionDetails"].dump();
  return answer.value("result", json::object()).value("value", json(nullptr));
}

void Browser::press(const std::string& key) {
  for (const char* type : {"rawKeyDown", "keyUp"})
    call("Input.dispatchKeyEvent", {{"type", type}, {"key", key}});
}

void Browser::click(double x, double y) {
  for (const char* type : {"mousePressed", "mouseReleased"})
    call("Input.dispatchMouseEvent",
         {{"type", type}, {"x", x}, {"y", y}, {"button", "left"}, {"clickCount", 1}});
}

void Browser::click(const std::string& selector) {
  const json box = evaluate("(() => { const e = document.querySelector(" + json(selector).dump() +
                            "); e.scrollIntoView({block: 'center'}); "
                            "const r = e.getBoundingClientRect(); "
                            "return [r.left + r.width / 2, r.top + r.height / 2]; })()");
  if (!box.is_array()) {
    ADD_FAILURE() << "nothing fits " << selector;
    return;
  }
  click(box[0].get<double>(), box[1].get<double>());
}

void Browser::prefer_dark(bool dark) {
  call("Emulation.setEmulatedMedia",
       {{"features",
         json::array({{{"name", "prefers-color-scheme"}, {"value", dark ? "dark" : "light"}}})}});
}

void Browser::screenshot(const std::filesystem::path& png) {
  const json shot = call("Page.captureScreenshot", {{"format", "png"}});
  std::ofstream(png, std::ios::binary) << decode_base64(shot.value("data", ""));
}

}  // namespace grandee::test
