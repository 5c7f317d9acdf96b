// The commands of the program. Each takes its options as a value, writes results to standard output and errors, as one sentence, to
// standard error, and returns the exit code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/commands/figure_look.h"
#include "app/measurement/probe_session.h"

namespace chasescope {

struct ListOptions {
  bool json = false;
  std::vector<std::string> probes;  ///< of `list_probes_command`: these only; empty: all
};
int list_devices_command(const ListOptions& options);
int list_probes_command(const ListOptions& options);
/// What a probe does, costs and can't tell, and its parameters, as lines of text. Empty if no probe has that name.
std::string words_on_probe(const std::string& name);

inline constexpr const char* kProbeFormats = "json, cbor, csv";

struct ProbeOptions {
  std::string probe;
  DeviceChoice device;
  std::vector<std::string> settings;  ///< "key=value"
  std::string output;                 ///< file; empty: standard output
  std::string format;                 ///< a word of kProbeFormats; empty: by the file's ending, or readable text
};
int probe_command(const ProbeOptions& options);

struct DiscoverOptions {
  DeviceChoice device;
  std::string only;  ///< parts, comma-separated; empty: everything
  bool quick = false, thorough = false;
  std::string time;           ///< "60s"; empty: as long as it takes
  unsigned repeat = 1;        ///< number of discoveries, from which the spread of each number is computed
  bool verbose = false;       ///< print every finding before the summary
  bool json_summary = false;  ///< the summary as JSON instead of text
  std::size_t width = 0;      ///< columns of the summary; 0: the terminal's, or 80
  std::string output;  ///< file; empty: standard output
  std::string format;  ///< a word of kDocumentFormats; empty: by the file's ending, or readable text
};
int discover_command(const DiscoverOptions& options);

struct FigureCommandOptions {
  std::string figure;              ///< a name, "list" or "check"
  std::vector<std::string> files;  ///< of "check": the files; of a figure: its session or device, if no option names it
  DeviceChoice device;
  std::string session;
  std::vector<std::string> with;  ///< the other cards: sessions, topology files or devices
  std::string quantity;           ///< the quantity in a line of generations; empty: the first
  std::string curve;              ///< the curve, in a figure of several cards; empty: the curve that most cards have
  std::vector<std::string> settings;
  std::string folder;
  bool alone = false;  ///< one file, which -o named; its JSON has the name of that file
  std::string run;
  std::string cache;  ///< the subject ("l2_tlb") of the cache or TLB to show; empty: the first one about which enough is known
  std::vector<std::string> formats{"pdf", "svg", "png", "csv"};
  std::string name;    ///< name of the files; empty: device, figure and cache
  bool force = false;  ///< replace existing files with other contents
  FigureLookWords look;
};
int figure_command(const FigureCommandOptions& options);
/// Prints for each PDF whether it fulfils what printers ask for; returns 1 if one does not.
int figure_check_command(const std::vector<std::string>& files);

struct ConvertOptions {
  std::string input;
  std::string output;  ///< file or folder; empty: standard output, which needs a format
  std::string format;  ///< a word of kDocumentFormats; empty: by the file's ending
};
int convert_command(const ConvertOptions& options);

struct CompareOptions {
  std::vector<std::string> files;  ///< two or more documents, recordings (recording:PATH), or devices, which are discovered first
  std::string output;           ///< file; empty: standard output
  std::string format;           ///< a word of kComparisonFormats; empty: by the file's ending, or text
  std::string tolerance;        ///< "2%"; empty: the intervals decide
  bool fail = false;            ///< exit code 1 if a number differs
  std::size_t width = 0;        ///< columns of the table of many cards; 0: the terminal's, or 80
};
int compare_command(const CompareOptions& options);

struct RecoverOptions {
  std::size_t number = 0;  ///< number of the kept document, from 1; 0: the only one, or all
  bool list = false, discard = false;
  std::string save;  ///< the file to write
};
int recover_command(const RecoverOptions& options);

struct ServeCommandOptions {
  std::string device;
  std::uint64_t seed = 1;  ///< of a software GPU
};
int serve_command(const ServeCommandOptions& options);

struct CheckDeviceOptions {
  std::string device;  ///< exec:… or ssh:…
  bool json = false;
};
int check_device_command(const CheckDeviceOptions& options);

struct WindowOptions {
  std::string file;    ///< a session to open
  std::string device;  ///< a device to open
  std::string lesson;  ///< a lesson to play: its id or its file
};
int window_command(const WindowOptions& options, int argc, char** argv);
/// Whether a window could be opened, judging by the environment.
bool there_is_a_display();

struct LessonOptions {
  enum class What { list, show, check, play };
  What what = What::list;
  std::vector<std::string> files;  ///< ids of bundled lessons, or files
  bool terminal = false;           ///< play the lesson in the terminal and open no window
  bool may_start = false;          ///< start programs and connect to machines that the lesson names without asking
};
int lesson_command(const LessonOptions& options, int argc, char** argv);

}  // namespace chasescope
