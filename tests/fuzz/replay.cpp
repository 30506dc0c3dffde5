// Runs a fuzz target without libFuzzer: over every file of the given folders, and over so many
// mutations of them, always the same ones.
//
//   NAME_fuzz FOLDER… [--mutations N]
#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/rng.hpp"
#include "tests/fuzz/target.hpp"

namespace {

namespace fs = std::filesystem;
using grandee::Rng;

constexpr const char* kFailingInput = "failing-fuzz-input";
const std::string* g_input = nullptr;  // being run

// An abort or a crash leaves the input behind.
void save_input(int signal_number) {
  if (std::FILE* file = std::fopen(kFailingInput, "wb")) {
    std::fwrite(g_input->data(), 1, g_input->size(), file);
    std::fclose(file);
    std::fprintf(stderr, "the input is in '%s'\n", kFailingInput);
  }
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
}

void run(const std::string& input) {
  g_input = &input;
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

std::vector<std::string> read_folder(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> inputs;
  for (const fs::path& path : paths) {
    std::ifstream file(path, std::ios::binary);
    inputs.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return inputs;
}

std::uint32_t place(Rng& rng, const std::string& text) {
  return rng.below(static_cast<std::uint32_t>(text.size() + 1));
}

// Changes a byte, removes or repeats a stretch, or puts in one of another input.
std::string mutated(std::string text, const std::string& other, Rng& rng) {
  for (std::uint32_t n = 1 + rng.below(4); n > 0; --n) {
    const std::uint32_t at = place(rng, text);
    const std::uint32_t length = rng.below(16);
    switch (rng.below(4)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(rng.next());
        break;
      case 1: text.erase(at, length); break;
      case 2: text.insert(at, text.substr(at, length)); break;
      default: text.insert(at, other.substr(place(rng, other), 1 + length));
    }
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> inputs;
  int mutations = 0;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--mutations") == 0 && i + 1 < argc) {
      mutations = std::atoi(argv[++i]);
      continue;
    }
    const auto found = read_folder(argv[i]);
    inputs.insert(inputs.end(), found.begin(), found.end());
  }
  if (inputs.empty()) {
    std::fprintf(stderr, "usage: %s FOLDER... [--mutations N]\nThe folders hold no file.\n",
                 argv[0]);
    return 2;
  }
  for (const int number : {SIGABRT, SIGSEGV, SIGFPE}) std::signal(number, save_input);
  for (const std::string& input : inputs) run(input);
  Rng rng(1);
  for (int i = 0; i < mutations; ++i) {
    const auto pick = [&] { return rng.below(static_cast<std::uint32_t>(inputs.size())); };
    const std::string& base = inputs[pick()];
    run(mutated(base, inputs[pick()], rng));
  }
  std::printf("%zu inputs and %d mutations of them\n", inputs.size(), mutations);
  return 0;
}
