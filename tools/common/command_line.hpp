// Arguments of a program, read by CLI11.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace grandee::tools {

// Reads the words of the command line, without the program's name, into the options of the app and
// its sub-commands. Nothing if the program may go on; else its exit code: 0 after --help, after a
// mistake, which is told on standard error, the one given.
//
// All options that take numbers are checked to get decimal ones: CLI11 alone takes −4 for 2⁶⁴ − 4,
// 010 for 8, and nan for a number.
std::optional<int> read_command_line(CLI::App& app, std::vector<std::string> words,
                                     int code_of_mistake);

// The words that main() gets.
std::vector<std::string> words_of(int argc, char** argv);

}  // namespace grandee::tools
