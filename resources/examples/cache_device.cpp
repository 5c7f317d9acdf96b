// A small cache as a device for ChaseScope: change its replacement policy and look at it in the heatmap.
//
//     g++ -std=c++17 -O2 cache_device.cpp -o cache_device
//     chasescope probe fine-grained --device "exec:./cache_device" --set bytes=1088 --set stride=32
//     chasescope check-device --device "exec:./cache_device"
//
// The program speaks the device protocol, version 1: one JSON object a line on standard input and output. ChaseScope shows all text
// that you write to std::cerr. Only C++17's standard library is needed. The cache comes first; the code behind it only reads
// requests and writes answers.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

constexpr std::uint64_t kLineBytes = 32;  // bytes that one miss brings
constexpr std::uint64_t kSets = 8;        // line number modulo kSets is the set
constexpr std::size_t kWays = 4;
constexpr int kHitCycles = 30, kMissCycles = 200;
constexpr double kMaxAccesses = 1'000'000, kMaxFootprint = 1 << 24;

using Dice = std::mt19937_64;
constexpr std::uint64_t kEmpty = ~std::uint64_t{0};

// One set of the cache, and YOUR REPLACEMENT POLICY: change victim() and touched(), and nothing else has to change.
class Set {
 public:
  explicit Set(Dice& dice) : dice_(dice) {}

  // The way that a line takes after a miss. Here: an empty way, or else the way that was used least recently (LRU).
  std::size_t victim() {
    for (std::size_t way = 0; way < kWays; ++way)
      if (lines_[way] == kEmpty) return way;
    return static_cast<std::size_t>(std::min_element(last_used_.begin(), last_used_.end()) - last_used_.begin());
    // Random replacement:   return dice_() % kWays;
  }

  // Called after each access with the way that holds its line, for hits and misses. FIFO: call it from access() for misses only.
  void touched(std::size_t way) { last_used_[way] = ++clock_; }

  // Reads a line. Returns whether it was a hit; a miss brings the line into the set.
  bool access(std::uint64_t line) {
    const auto found = std::find(lines_.begin(), lines_.end(), line);
    const bool hit = found != lines_.end();
    const std::size_t way = hit ? static_cast<std::size_t>(found - lines_.begin()) : victim();
    lines_[way] = line;
    touched(way);
    return hit;
  }

 private:
  std::vector<std::uint64_t> lines_ = std::vector<std::uint64_t>(kWays, kEmpty);  // which line each way holds
  std::vector<std::uint64_t> last_used_ = std::vector<std::uint64_t>(kWays, 0);   // when each way was touched last
  std::uint64_t clock_ = 0;
  [[maybe_unused]] Dice& dice_;  // take random numbers from here, so that equal requests get equal answers
};

// A request that is answered with an error: one of the protocol's error codes, and a sentence without the full stop.
struct Refusal : std::runtime_error {
  Refusal(std::string which, const std::string& sentence) : std::runtime_error(sentence), code(std::move(which)) {}
  std::string code;
};

void require(bool condition, const std::string& sentence) {
  if (!condition) throw Refusal("invalid_request", sentence);
}

// As much of JSON as requests need
// ----------------------------------------------------------------------------------------------------

struct Json {
  enum class Kind { null, boolean, number, text, list, object } kind = Kind::null;
  double number = 0;  // for a boolean: 0 or 1
  std::string text;   // for a text: the characters between its quotes, still escaped
  std::vector<Json> list;
  std::map<std::string, Json> members;

  const Json& at(const std::string& name) const {
    static const Json none;
    const auto found = members.find(name);
    return found == members.end() ? none : found->second;
  }
  bool has(const std::string& name) const { return members.count(name) != 0; }
  bool is(const char* word) const { return kind == Kind::text && text == word; }
};

class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}

  Json whole() {
    Json json = value(0);
    skip();
    if (at_ != line_.size()) fail("something follows its end");
    return json;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw std::invalid_argument(what + " at character " + std::to_string(at_));
  }
  void skip() {
    while (at_ < line_.size() && std::isspace(static_cast<unsigned char>(line_[at_])) != 0) ++at_;
  }
  char peek() {
    skip();
    if (at_ == line_.size()) fail("it ends too early");
    return line_[at_];
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool word(const char* w) {
    if (line_.compare(at_, std::string(w).size(), w) != 0) return false;
    at_ += std::string(w).size();
    return true;
  }

  std::string quoted() {
    if (!take('"')) fail("a quote is missing");
    std::string text;
    for (; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) text += line_[at_++];
      text += line_[at_];
    }
    if (at_ == line_.size()) fail("a text does not end");
    ++at_;
    return text;
  }

  Json value(int depth) {
    if (depth > 100) fail("it is nested too deeply");
    Json json;
    const char first = peek();
    if (first == '{') {
      json.kind = Json::Kind::object;
      ++at_;
      if (take('}')) return json;
      do {
        const std::string name = quoted();
        if (!take(':')) fail("a colon is missing");
        json.members[name] = value(depth + 1);
      } while (take(','));
      if (!take('}')) fail("a brace is missing");
    } else if (first == '[') {
      json.kind = Json::Kind::list;
      ++at_;
      if (take(']')) return json;
      do json.list.push_back(value(depth + 1));
      while (take(','));
      if (!take(']')) fail("a bracket is missing");
    } else if (first == '"') {
      json.kind = Json::Kind::text;
      json.text = quoted();
    } else if (word("true") || word("false")) {
      json.kind = Json::Kind::boolean;
      json.number = line_[at_ - 2] == 'u' ? 1 : 0;
    } else if (!word("null")) {
      const char* begin = line_.c_str() + at_;
      char* end = nullptr;
      json.kind = Json::Kind::number;
      json.number = std::strtod(begin, &end);
      if (end == begin || !(std::isdigit(static_cast<unsigned char>(*begin)) != 0 || *begin == '-')) fail("no value is there");
      json.text = std::string(begin, static_cast<std::size_t>(end - begin));
      at_ += static_cast<std::size_t>(end - begin);
    }
    return json;
  }

  const std::string& line_;
  std::size_t at_ = 0;
};

// A number or a text of a request in JSON, to be sent back.
std::string written(const Json& json) {
  if (json.kind == Json::Kind::text) return '"' + json.text + '"';
  if (json.kind == Json::Kind::number) return json.text;
  return "null";
}

// A sentence in JSON. It is escaped, because it may contain text of the request.
std::string quoted(const std::string& sentence) {
  std::string text = "\"";
  for (const char c : sentence) {
    if (c == '"' || c == '\\') text += '\\';
    text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return text + '"';
}

template <typename Numbers>
std::string listed(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return '[' + text + ']';
}

// What is asked, and the answers
// ---------------------------------------------------------------------------------------------------------

// A member as a whole number that is at least `low`; `otherwise` if it is missing. Without `otherwise` it may not be missing.
std::uint64_t whole(const Json& params, const std::string& name, double low, double otherwise = -1) {
  if (!params.has(name) && otherwise >= 0) return static_cast<std::uint64_t>(otherwise);
  const Json& value = params.at(name);
  constexpr double kExact = 9007199254740992.0;  // 2^53: a double can't hold all larger whole numbers
  const bool good =
      value.kind == Json::Kind::number && value.number == std::floor(value.number) && value.number >= low && value.number <= kExact;
  require(good, name + " must be a whole number from " + std::to_string(static_cast<int>(low)) + " on");
  return static_cast<std::uint64_t>(value.number);
}

// One pass of the pattern: the byte offsets in the order in which they are visited.
std::vector<std::uint64_t> offsets_of(const Json& pattern, std::uint64_t element) {
  require(pattern.kind == Json::Kind::object, "the pattern must be an object");
  std::vector<std::uint64_t> offsets;
  if (pattern.at("kind").is("offsets")) {
    const Json& list = pattern.at("offsets");
    require(list.kind == Json::Kind::list && !list.list.empty(), "offsets must be a list with at least one entry");
    for (const Json& entry : list.list) {
      Json one;
      one.members["an offset"] = entry;
      offsets.push_back(whole(one, "an offset", 0));
      require(offsets.back() % element == 0, "an offset is no multiple of the element size");
    }
    std::vector<std::uint64_t> sorted = offsets;
    std::sort(sorted.begin(), sorted.end());
    require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "an offset appears twice");
    return offsets;
  }
  const bool shuffled = pattern.at("kind").is("shuffled");
  require(shuffled || pattern.at("kind").is("uniform"), "the pattern must be uniform, offsets or shuffled");
  const std::uint64_t bytes = whole(pattern, "bytes", 1), stride = whole(pattern, "stride", 1);
  require(stride % element == 0, "the stride is no multiple of the element size");
  require(bytes % stride == 0, "bytes is no multiple of the stride");
  require(static_cast<double>(bytes) <= kMaxFootprint, "the footprint is larger than 16 MiB");
  for (std::uint64_t offset = 0; offset < bytes; offset += stride) offsets.push_back(offset);
  if (!shuffled) return offsets;
  Dice dice(whole(pattern, "seed", 0));
  for (std::size_t left = offsets.size(); left > 1; --left) std::swap(offsets[left - 1], offsets[dice() % left]);
  return offsets;
}

std::string chase(const Json& params) {
  if (!params.at("space").is("global.ca")) throw Refusal("unsupported", "This device has the memory space global.ca only");
  const std::uint64_t element = whole(params, "element_bytes", 1, 4);
  require(element == 4 || element == 8, "element_bytes must be 4 or 8");
  const std::vector<std::uint64_t> offsets = offsets_of(params.at("pattern"), element);
  const std::uint64_t warmup = whole(params, "warmup", 0, 0), accesses = whole(params, "accesses", 1);
  require(static_cast<double>(warmup) + static_cast<double>(accesses) <= kMaxAccesses,
          "this device makes at most a million accesses");
  const bool mean = params.at("record").is("mean");
  require(mean || !params.has("record") || params.at("record").is("each"), "record must be each or mean");

  Dice dice(1);  // every request starts cold and with the same dice
  std::vector<Set> cache(kSets, Set(dice));
  std::vector<int> cycles;
  for (std::uint64_t i = 0; i < warmup + accesses; ++i) {  // the timed accesses go on where the warm-up stopped
    const std::uint64_t line = offsets[i % offsets.size()] / kLineBytes;
    const int took = cache[line % kSets].access(line) ? kHitCycles : kMissCycles;
    if (i >= warmup) cycles.push_back(took);
  }
  std::string result;
  if (mean)
    result =
        "\"mean_cycles\":" + std::to_string(std::accumulate(cycles.begin(), cycles.end(), 0.0) / static_cast<double>(accesses));
  else
    result = "\"cycles\":" + listed(cycles) + ",\"overhead_cycles\":0";
  if (params.at("pattern").at("kind").is("shuffled")) result += ",\"offsets\":" + listed(offsets);
  return '{' + result + '}';
}

std::string describe() {
  return "{\"protocol\":1,\"name\":\"My "
         "cache\",\"origin\":\"external\",\"calls\":[\"chase\"],\"spaces\":[\"global.ca\"],\"properties\":{"
         "\"max_footprint_bytes\":" +
         std::to_string(static_cast<std::uint64_t>(kMaxFootprint)) +
         ",\"max_accesses\":" + std::to_string(static_cast<std::uint64_t>(kMaxAccesses)) + ",\"notes\":\"" + std::to_string(kSets) +
         " sets of " + std::to_string(kWays) + " ways of " + std::to_string(kLineBytes) + " bytes\"}}";
}

std::string answer(const Json& request) {
  const Json& call = request.at("call");
  const Json& params = request.at("params");
  if (call.kind != Json::Kind::text || (request.has("params") && params.kind != Json::Kind::object))
    throw Refusal("invalid_request", "A request has a call and params");
  if (call.is("describe")) return describe();
  if (call.is("chase")) return chase(params);
  if (call.is("cancel")) return "{}";  // requests end before a cancel is read
  throw Refusal("unsupported", "This device has no call " + call.text);
}

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::string id = "null", reply;
    try {
      const Json request = Reader(line).whole();
      if (request.kind != Json::Kind::object) throw std::invalid_argument("it is no object");
      id = written(request.at("id"));
      reply = "\"result\":" + answer(request);
    } catch (const Refusal& refusal) {
      reply = "\"error\":{\"code\":\"" + refusal.code + "\",\"message\":" + quoted(std::string(refusal.what()) + ".") + '}';
    } catch (const std::invalid_argument& error) {
      reply = "\"error\":{\"code\":\"invalid_request\",\"message\":" +
              quoted(std::string("The line is no JSON object: ") + error.what() + ".") + '}';
    }
    std::cout << "{\"id\":" << id << ',' << reply << "}\n" << std::flush;
  }
}
