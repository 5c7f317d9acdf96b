#include "engine/device/protocol/peer.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "engine/device/protocol/message.h"
#include "engine/output/quiet_write.h"

namespace chasescope {
namespace {

constexpr std::size_t kKeptLogLines = 20;
constexpr std::size_t kShownLogLines = 3;
constexpr std::size_t kBlock = 65536;

}  // namespace

void Peer::set_log(DeviceLog log) {
  log_ = std::move(log);
  if (log_)
    for (const std::string& line : last_log_) log_(line);
}

Peer::Event Peer::next(Clock::time_point deadline, const WakeUp& wake) {
  for (;;) {
    if (auto line = lines_.next()) {
      line_ = *std::move(line);
      ++lines_read_;
      return Event::line;
    }
    if (auto begin = lines_.overflow()) {  // its end may never come
      line_ = {*std::move(begin), true};
      ++lines_read_;
      return Event::line;
    }
    if (output_ended_) return Event::ended;
    if (Clock::now() >= deadline) return Event::silence;
    std::array<pollfd, 5> fds{pollfd{wake.fd(), POLLIN, 0}, pollfd{process_.output(), POLLIN, 0},
                              pollfd{process_.errors(), POLLIN, 0}, pollfd{unwritten() > 0 ? process_.input() : -1, POLLOUT, 0},
                              pollfd{process_.ending(), POLLIN, 0}};
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    const int ready = poll(fds.data(), fds.size(), static_cast<int>(std::clamp<long>(left + 1, 0, 1'000'000)));
    if (fds[2].revents != 0) read_errors();
    if (fds[0].revents != 0) return Event::woken;
    if (ready > 0 && fds[3].revents != 0) write();
    // A program that has ended says no more than what is in the pipe, although a child of its own may hold that open for ever.
    const bool said_all = ready > 0 && fds[4].revents != 0 && fds[1].revents == 0;
    if (said_all || (ready > 0 && fds[1].revents != 0 && !read_output())) {
      lines_.end();
      output_ended_ = true;
    }
  }
}

void Peer::write() {
  const std::string_view rest = std::string_view(to_write_).substr(written_);
  const long written = write_quietly(process_.input(), rest);
  if (written < 0 && errno == EAGAIN) return;
  if (written < 0) {  // it does not read any more; whether it still answers, its output tells
    process_.close_input();
    to_write_.clear();
    written_ = 0;
    return;
  }
  written_ += static_cast<std::size_t>(written);
  if (written_ == to_write_.size()) {
    to_write_.clear();
    written_ = 0;
  }
}

bool Peer::read_output() {
  char buffer[kBlock];
  const long got = read_some(process_.output(), buffer, sizeof buffer);
  if (got < 0) return errno == EAGAIN;
  if (got == 0) return false;
  last_heard_ = Clock::now();
  lines_.feed(std::string_view(buffer, static_cast<std::size_t>(got)));
  return true;
}

void Peer::read_errors() {
  char buffer[kBlock];
  const long got = read_some(process_.errors(), buffer, sizeof buffer);
  if (got < 0 && errno == EAGAIN) return;
  if (got > 0) {
    log_lines_.feed(std::string_view(buffer, static_cast<std::size_t>(got)));
  } else {
    log_lines_.end();
    process_.close_errors();
  }
  keep_log();
}

void Peer::keep_log() {
  while (const auto line = log_lines_.next()) {
    std::string text = line->text;
    if (text.ends_with('\r')) text.pop_back();  // ssh ends the lines of its own words as a terminal has them
    if (log_) log_(text);
    last_log_.push_back(std::move(text));
    if (last_log_.size() > kKeptLogLines) last_log_.pop_front();
  }
}

std::string Peer::last_words() const {
  std::string words;
  const std::size_t first = last_log_.size() - std::min(last_log_.size(), kShownLogLines);
  for (std::size_t i = first; i < last_log_.size(); ++i)
    if (!last_log_[i].empty()) words += (words.empty() ? "" : " / ") + last_log_[i].substr(0, 300);
  return words.empty() ? "" : "; its last words were " + dump(words);
}

std::string Peer::how_it_ended(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPatience(500);
  process_.close_input();
  const auto how = process_.wait(kPatience, stop);
  process_.kill();  // and what it started
  // What it said last may still be in the pipe. A child of its own may hold the pipe open for ever, so this takes what is there.
  for (pollfd ready{process_.errors(), POLLIN, 0}; ready.fd >= 0 && poll(&ready, 1, 0) > 0; ready.fd = process_.errors())
    read_errors();
  return (how ? "ended with " + *how : std::string("closed its output and went on running")) + last_words();
}

void Peer::kill() { process_.kill(); }

}  // namespace chasescope
