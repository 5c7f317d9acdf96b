// The card of an AMD machine as a device for ChaseScope: pointer chases through global memory, timed load by load.
//
//     hipcc -x hip -std=c++17 -O2 amd_device.hip -o amd_device       (nlohmann/json 3 must be on the include path)
//     chasescope check-device --device "exec:./amd_device"
//     chasescope discover --device "exec:./amd_device" -o card.json
//
// NEVER RUN ON A CARD. It was compiled against a stand-in of HIP alone, which a test of ChaseScope runs it on; what stands here of AMD's
// hardware comes from its documents. If you run it, compare a chase well below 16 KiB (all hits) with one of some MiB (all misses) before
// you believe anything else, and tell what you saw.
//
// It speaks the device protocol, version 1: one JSON object a line on standard input and output. It has the calls describe and chase, the
// memory space global.ca (through the vector L1 of a compute unit), and one thread: its card by number is the first argument, else 0.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using nlohmann::json;

// A stand-in of HIP may put its own in their place.
#ifndef CHASE_LOAD
#define CHASE_LOAD(address) (*(address))
#endif
#ifndef CHASE_WAIT  // until the load has arrived: only then is the clock read
#define CHASE_WAIT(value) asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)" : "+v"(value) : : "memory")
#endif

constexpr std::uint32_t kChunk = 2048;  // latencies that are kept in local memory (LDS) before they are written out
constexpr std::uint64_t kMostAccesses = 1U << 24U;
constexpr double kShareOfMemory = 0.5;  // of the card's memory, for one array

// Each element of the array tells the index of the next. The latencies are kept in local memory, which no cache lies before; writing
// them out, once in 2,048 accesses, goes through the caches that are chased, and may evict lines of theirs.
template <typename Word>
__global__ void chase_kernel(const Word* array, Word at, std::uint64_t warmup, std::uint64_t accesses, std::uint32_t* cycles) {
  __shared__ std::uint32_t kept[kChunk];
  for (std::uint64_t i = 0; i < warmup; ++i) at = CHASE_LOAD(array + at);
  CHASE_WAIT(at);
  for (std::uint64_t done = 0; done < accesses; done += kChunk) {
    const std::uint64_t count = accesses - done < kChunk ? accesses - done : kChunk;
    for (std::uint64_t i = 0; i < count; ++i) {
      const long long begin = clock64();
      CHASE_WAIT(at);  // the clock is read by then, and the load does not move before it
      at = CHASE_LOAD(array + at);
      CHASE_WAIT(at);
      kept[i] = static_cast<std::uint32_t>(clock64() - begin);
    }
    for (std::uint64_t i = 0; i < count; ++i) cycles[done + i] = kept[i];
  }
  if (at == static_cast<Word>(-1)) cycles[0] = 0;  // never: keeps the loads
}

// An error answer: a code of the protocol and a sentence.
struct Refusal : std::runtime_error {
  Refusal(std::string which, const std::string& sentence) : std::runtime_error(sentence), code(std::move(which)) {}
  std::string code;
};

void require(bool condition, const std::string& sentence) {
  if (!condition) throw Refusal("invalid_request", sentence + ".");
}

void check(hipError_t error, const char* doing) {
  if (error == hipSuccess) return;
  const std::string words = std::string(doing) + " failed: " + hipGetErrorString(error) + ".";
  throw Refusal(error == hipErrorOutOfMemory ? "out_of_memory" : "launch_failed", words);
}

// Memory of the card, given back whatever happens.
template <typename T>
class OnCard {
 public:
  explicit OnCard(std::size_t count) { check(hipMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)), "Taking memory of the card"); }
  ~OnCard() { static_cast<void>(hipFree(data_)); }
  OnCard(const OnCard&) = delete;
  OnCard& operator=(const OnCard&) = delete;
  T* data() const { return data_; }

 private:
  T* data_ = nullptr;
};

// A member as a whole number that is at least `low`; `otherwise` where it is missing and may be.
std::uint64_t whole(const json& params, const char* name, std::uint64_t low, std::optional<std::uint64_t> otherwise = {}) {
  if (!params.contains(name) && otherwise) return *otherwise;
  const json value = params.value(name, json());
  const bool is_whole = value.is_number_unsigned() || (value.is_number_float() && value.get<double>() >= 0 && value.get<double>() < 9007199254740992.0 &&
                                                       value.get<double>() == static_cast<double>(value.get<std::uint64_t>()));
  require(is_whole && value.get<std::uint64_t>() >= low, std::string(name) + " must be a whole number from " + std::to_string(low) + " on");
  return value.get<std::uint64_t>();
}

std::uint64_t largest_footprint(const hipDeviceProp_t& card) {
  return static_cast<std::uint64_t>(static_cast<double>(card.totalGlobalMem) * kShareOfMemory);
}

// One pass of the pattern: the byte offsets in the order in which they are visited.
std::vector<std::uint64_t> offsets_of(const json& pattern, std::uint64_t element, std::uint64_t most) {
  require(pattern.is_object() && pattern.contains("kind"), "The pattern must be an object with a kind");
  std::vector<std::uint64_t> offsets;
  if (pattern["kind"] == "offsets") {
    require(pattern.contains("offsets") && pattern["offsets"].is_array() && !pattern["offsets"].empty(),
            "offsets must be a list with at least one entry");
    for (const json& entry : pattern["offsets"]) {
      offsets.push_back(whole({{"an offset", entry}}, "an offset", 0));
      require(offsets.back() % element == 0, "An offset is no multiple of the element size");
      require(offsets.back() < most, "An offset lies past the largest footprint");
    }
    std::vector<std::uint64_t> sorted = offsets;
    std::sort(sorted.begin(), sorted.end());
    require(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), "An offset appears twice");
    return offsets;
  }
  const bool shuffled = pattern["kind"] == "shuffled";
  require(shuffled || pattern["kind"] == "uniform", "The pattern must be uniform, offsets or shuffled");
  const std::uint64_t bytes = whole(pattern, "bytes", 1), stride = whole(pattern, "stride", 1);
  require(stride % element == 0, "The stride is no multiple of the element size");
  require(bytes % stride == 0, "bytes is no multiple of the stride");
  require(bytes <= most, "The footprint is larger than this card takes");
  for (std::uint64_t offset = 0; offset < bytes; offset += stride) offsets.push_back(offset);
  if (!shuffled) return offsets;
  std::mt19937_64 dice(whole(pattern, "seed", 0));
  for (std::size_t left = offsets.size(); left > 1; --left) std::swap(offsets[left - 1], offsets[dice() % left]);
  return offsets;
}

template <typename Word>
std::vector<std::uint32_t> chased(const std::vector<std::uint64_t>& offsets, std::uint64_t warmup, std::uint64_t accesses) {
  std::vector<Word> next(*std::max_element(offsets.begin(), offsets.end()) / sizeof(Word) + 1, 0);
  for (std::size_t i = 0; i < offsets.size(); ++i)
    next[offsets[i] / sizeof(Word)] = static_cast<Word>(offsets[(i + 1) % offsets.size()] / sizeof(Word));
  const OnCard<Word> array(next.size());
  const OnCard<std::uint32_t> cycles(accesses);
  check(hipMemcpy(array.data(), next.data(), next.size() * sizeof(Word), hipMemcpyHostToDevice), "Writing the array");
  hipLaunchKernelGGL((chase_kernel<Word>), dim3(1), dim3(1), 0, nullptr, array.data(), static_cast<Word>(offsets.front() / sizeof(Word)), warmup,
                     accesses, cycles.data());
  check(hipGetLastError(), "Starting the chase");
  check(hipDeviceSynchronize(), "The chase");
  std::vector<std::uint32_t> took(accesses);
  check(hipMemcpy(took.data(), cycles.data(), accesses * sizeof(std::uint32_t), hipMemcpyDeviceToHost), "Reading the latencies");
  return took;
}

json chase(const json& params, const hipDeviceProp_t& card) {
  if (params.value("space", json()) != "global.ca") throw Refusal("unsupported", "This device has the memory space global.ca only.");
  const std::uint64_t element = whole(params, "element_bytes", 1, 4);
  require(element == 4 || element == 8, "element_bytes must be 4 or 8");
  require(params.contains("pattern"), "A chase has a pattern");
  const std::vector<std::uint64_t> offsets = offsets_of(params["pattern"], element, largest_footprint(card));
  const std::uint64_t warmup = whole(params, "warmup", 0, 0), accesses = whole(params, "accesses", 1);
  require(warmup <= kMostAccesses && accesses <= kMostAccesses, "This device makes at most 16,777,216 accesses");
  const json record = params.value("record", json("each"));
  require(record == "each" || record == "mean", "record must be each or mean");
  const auto took = element == 4 ? chased<std::uint32_t>(offsets, warmup, accesses) : chased<std::uint64_t>(offsets, warmup, accesses);
  json result = json::object();
  if (record == "mean") {
    double sum = 0;
    for (const std::uint32_t cycles : took) sum += cycles;
    result["mean_cycles"] = sum / static_cast<double>(accesses);
  } else {
    result["cycles"] = took;
  }
  if (params["pattern"]["kind"] == "shuffled") result["offsets"] = offsets;
  return result;
}

json describe(const hipDeviceProp_t& card) {
  return {{"protocol", 1},
          {"name", card.name},
          {"origin", "hardware"},
          {"calls", {"chase"}},
          {"spaces", {"global.ca"}},
          {"keeps_state", true},
          {"properties",
           {{"sm_count", card.multiProcessorCount},
            {"warp_size", card.warpSize},
            {"max_threads_per_block", card.maxThreadsPerBlock},
            {"clock_khz", card.clockRate},
            {"memory_clock_khz", card.memoryClockRate},
            {"memory_bus_bits", card.memoryBusWidth},
            {"memory_bytes", card.totalGlobalMem},
            {"l2_bytes", card.l2CacheSize},
            {"shared_bytes_per_block", card.sharedMemPerBlock},
            {"max_footprint_bytes", largest_footprint(card)},
            {"max_accesses", kMostAccesses},
            {"notes", std::string("HIP, ") + card.gcnArchName + ". The cost of reading the clock is not taken out."}}}};
}

json answer(const json& request, const hipDeviceProp_t& card) {
  const json call = request.value("call", json()), params = request.value("params", json::object());
  if (!call.is_string() || !params.is_object()) throw Refusal("invalid_request", "A request has a call and params.");
  if (call == "describe") return describe(card);
  if (call == "chase") return chase(params, card);
  if (call == "cancel") return json::object();  // requests end before a cancel is read
  throw Refusal("unsupported", "This device has no such call.");
}

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  hipDeviceProp_t card{};
  try {
    const int number = argc > 1 ? std::stoi(argv[1]) : 0;
    check(hipSetDevice(number), "Choosing the card");
    check(hipGetDeviceProperties(&card, number), "Asking the card what it is");
  } catch (const std::exception& error) {
    std::cerr << "amd_device: " << error.what() << '\n';
    return 1;
  }
  for (std::string line; std::getline(std::cin, line);) {
    json reply = {{"id", nullptr}};
    try {
      const json request = json::parse(line);
      if (!request.is_object()) throw Refusal("invalid_request", "The line is no JSON object.");
      reply["id"] = request.value("id", json());
      reply["result"] = answer(request, card);
    } catch (const Refusal& refusal) {
      reply["error"] = {{"code", refusal.code}, {"message", refusal.what()}};
    } catch (const json::exception&) {
      reply["error"] = {{"code", "invalid_request"}, {"message", "The line is no JSON object that can be read."}};
    } catch (const std::bad_alloc&) {
      reply["error"] = {{"code", "out_of_memory"}, {"message", "The machine has no memory for this chase."}};
    }
    std::cout << reply.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
  }
}
