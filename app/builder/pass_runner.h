// Runs passes of built cards without blocking the window: short passes at once, longer ones on a thread, where a new pass replaces
// the passes before it.
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "engine/build/warm_pass.h"

namespace chasescope {

class PassRunner : public QObject {
  Q_OBJECT
 public:
  /// The longest pass that runs at once: less than 10 ms, even if every access misses every cache.
  static constexpr std::uint64_t kAtOnce = 4096;

  explicit PassRunner(QObject* parent = nullptr) : QObject(parent) {}
  ~PassRunner() override;

  /// Starts a pass; earlier passes are no longer reported. passed() or refused() follows, for short passes before this returns.
  /// returns.
  void ask(const model::Card& card, std::uint64_t bytes, std::uint64_t stride);
  /// Whether a pass is under way on the thread.
  bool busy() const { return worker_.joinable(); }

 signals:
  void passed(std::shared_ptr<const chasescope::build::WarmPass> pass);
  void refused(const QString& sentence);

 private:
  struct Job {
    model::Card card;
    std::uint64_t bytes = 0, stride = 0;
  };
  void start(Job job);
  void tell(const Outcome<build::WarmPass>& outcome);
  void ended(const Outcome<build::WarmPass>& outcome);

  std::jthread worker_;
  std::optional<Job> next_;
};

}  // namespace chasescope
