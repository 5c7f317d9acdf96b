#include "engine/device/protocol/server.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include "engine/device/protocol/answers.h"
#include "engine/device/protocol/descriptors.h"
#include "engine/device/protocol/dispatch.h"
#include "engine/device/protocol/job_queue.h"
#include "engine/device/protocol/line_splitter.h"
#include "engine/device/protocol/message.h"

namespace chasescope {
namespace {

using nlohmann::json;

DeviceError invalid(std::string sentence) { return {ErrorCode::invalid_request, std::move(sentence)}; }

/// Reads the client's lines into the queue.
class Reader {
 public:
  Reader(int input, int output, JobQueue& queue, Answers& answers, const WakeUp& wake, const ServeOptions& options)
      : input_(input), output_(output), queue_(queue), answers_(answers), wake_(wake), options_(options) {}

  /// Runs until the other thread sets `done`, the output closes, or the server is to stop.
  void run(const std::atomic<bool>& done) {
    auto next_beat = Clock::now() + options_.heartbeat;
    const std::stop_callback on_stop(options_.stop, [this] { wake_.raise(); });
    while (!done && !answers_.closed() && !options_.stop.stop_requested()) {
      const bool reads = !ended_ && !queue_.full();
      std::array<pollfd, 3> fds{pollfd{wake_.fd(), POLLIN, 0}, pollfd{output_, 0, 0}, pollfd{reads ? input_ : -1, POLLIN, 0}};
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(next_beat - Clock::now()).count();
      poll(fds.data(), fds.size(), static_cast<int>(std::max<long>(left + 1, 0)));
      if (fds[0].revents != 0) wake_.lower();
      if ((fds[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0) break;
      if (fds[2].revents != 0) read();
      if (Clock::now() < next_beat) continue;
      beat();
      next_beat = Clock::now() + options_.heartbeat;
    }
    if (!done) queue_.abort();  // the output is closed, or the server is to stop
  }

  /// Whether the client closed its end of the input. \pre run() has returned.
  bool input_ended() const { return ended_; }

 private:
  using Clock = std::chrono::steady_clock;

  void read() {
    const long got = read_some(input_, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EAGAIN) return;
    ended_ = got <= 0;
    if (ended_) {
      lines_.end();
    } else {
      lines_.feed(std::string_view(buffer_.data(), static_cast<std::size_t>(got)));
    }
    while (const auto line = lines_.next()) take(*line);
    if (ended_) queue_.close();
  }

  void take(const LineSplitter::Line& line) {
    if (line.too_long)
      return answers_.send(
          error_line("null", invalid("A line is longer than 64 MiB (" + shown_text(line.text) + "); it was skipped.")));
    auto parsed = parse_line(line.text);
    if (!parsed.fault.empty())
      return answers_.send(error_line("null", invalid("The line " + shown_text(line.text) + " " + parsed.fault + ".")));
    json& object = parsed.object;
    const json id = object.value("id", json());
    if (id.is_null()) return answers_.send(error_line("null", invalid("The request " + shown_text(line.text) + " has no id.")));
    const std::string id_text = dump(id);
    const auto call = object.find("call");
    if (call == object.end() || !call->is_string())
      return answers_.send(error_line(id_text, invalid("The request names no call; write \"call\": \"describe\" or another.")));
    json params = object.contains("params") ? std::move(object["params"]) : json::object();
    if (*call == "cancel") return cancel(id_text, params);
    auto job = std::make_shared<Job>();
    job->id = id;
    job->id_text = id_text;
    job->call = call->get<std::string>();
    job->params = std::move(params);
    job->bytes = line.text.size();
    queue_.put(std::move(job));
  }

  void cancel(const std::string& id_text, const json& params) {
    if (!params.is_object() || !params.contains("id"))
      return answers_.send(error_line(id_text, invalid("A cancel names the request to end: \"params\": {\"id\": 7}.")));
    for (const JobPtr& job : queue_.cancel(params["id"]))
      answers_.answer(*job, error_line(job->id_text, {ErrorCode::cancelled, "Cancelled."}));
    answers_.send(result_line(id_text, "{}"));
  }

  /// Sends progress for each request that is not answered yet.
  void beat() {
    for (const JobPtr& job : queue_.unanswered()) answers_.event(*job, progress_line(job->id_text, job->progress));
  }

  int input_;
  int output_;
  JobQueue& queue_;
  Answers& answers_;
  const WakeUp& wake_;
  const ServeOptions& options_;
  LineSplitter lines_;
  std::array<char, 65536> buffer_{};
  bool ended_ = false;
};

}  // namespace

ServeEnd serve(Device& device, int input, int output, const ServeOptions& options) {
  JobQueue queue;
  Answers answers(output);
  const WakeUp wake;
  std::atomic<bool> done = false;
  Reader reader(input, output, queue, answers, wake, options);
  {
    const std::jthread reading([&] { reader.run(done); });
    while (const JobPtr job = queue.take(options.patience, [&] { device.rest(); })) {
      run_job(device, *job, answers);
      wake.raise();  // the reader must look again: there is room in the queue, or the output is closed
    }
    done = true;
    wake.raise();
  }
  return answers.closed() || options.stop.stop_requested() || !reader.input_ended() ? ServeEnd::output_closed : ServeEnd::input_ended;
}

}  // namespace chasescope
