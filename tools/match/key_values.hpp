// Values of the command line that have parts: "elo0=0,elo1=5", "name=A cmd=./engine args=\"-x y\"".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace grandee::match {

class KeyValues {
 public:
  struct Entry {
    std::string key;
    std::string value;
    bool used = false;
  };

  // Parts are separated by blanks, and by commas where the separators say so; a value may stand in
  // single or double quotes. `what` starts the error messages ("--sprt").
  static Result<KeyValues> parse(std::string_view text, std::string_view what,
                                 std::string_view separators = " \t\n,");

  bool has(std::string_view key) const;
  // Each reads a value if the key is there and leaves the target as it is if not. A bad number is
  // told by finish().
  void read(std::string_view key, double& target);
  void read(std::string_view key, int& target);
  void read(std::string_view key, bool& target);
  void read(std::string_view key, std::string& target);
  // Entries whose key starts with the prefix, without it, in their order ("option.").
  std::vector<std::pair<std::string, std::string>> take_prefix(std::string_view prefix);
  // An error if a value was bad or a key was never read.
  Result<Ok> finish() const;

 private:
  Entry* find(std::string_view key);
  void fail(const Entry& entry, std::string_view expected);

  std::string what_;
  std::string error_;
  std::vector<Entry> entries_;
};

// Splits a command's arguments at blanks; quotes keep blanks together.
Result<std::vector<std::string>> split_words(std::string_view text, std::string_view separators);

}  // namespace grandee::match
