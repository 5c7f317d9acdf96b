// What is known of each device that can be opened without a path, for tables and lines of many cards: a discovery of each software
// GPU, made on a thread while nobody waits and kept on disk for this build of the program, and what the bundled recordings hold.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "engine/session/document/session.h"

namespace chasescope {

class CardLibrary : public QObject {
  Q_OBJECT
 public:
  enum class State { unknown, waiting, measuring, known, failed };
  struct Card {
    QString id, name;
    State state = State::unknown;
    QString why;                             ///< where it failed, a sentence
    int percent = 0;                         ///< while it is measured
    std::shared_ptr<const Session> session;  ///< device and findings, without runs; null until it is known
  };

  /// `folder` keeps what was discovered; empty: the user's cache.
  explicit CardLibrary(const QString& folder = {}, QObject* parent = nullptr);
  /// Ends a discovery that is under way.
  ~CardLibrary() override;

  /// Software GPUs and bundled recordings, as they are listed. No card is measured without being asked (it is the person's).
  const std::vector<Card>& cards() const { return cards_; }
  /// Finds out what is not known yet of these, one after another.
  void want(const QStringList& ids);
  bool busy() const;
  /// Nobody waits any more: what is under way is finished, and nothing begun after it.
  void rest();

 signals:
  /// Something became known of a card, or it is further on.
  void changed();

 private:
  Card* find(const QString& id);
  void next();
  void measure(const std::stop_token& stop, const QString& id);
  void tell(const QString& id, State state, int percent, const QString& why, std::shared_ptr<const Session> session);
  QString fileOf(const QString& id) const;
  std::shared_ptr<const Session> kept(const QString& id) const;

  QString folder_;
  std::vector<Card> cards_;
  QStringList queue_;
  std::jthread worker_;
};

}  // namespace chasescope
