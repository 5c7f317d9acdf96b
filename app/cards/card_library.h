// The findings of all devices that can be opened without a path, for tables and lines of many cards: bundled recordings, and
// software GPUs, whose discoveries run on a thread and are kept on disk for this build of the program.
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
    QString why;                             ///< why the discovery failed, a sentence
    int percent = 0;                         ///< progress of the discovery
    std::shared_ptr<const Session> session;  ///< device and findings, without runs; null until known
  };

  /// `folder` keeps the discoveries; empty: the user's cache.
  explicit CardLibrary(const QString& folder = {}, QObject* parent = nullptr);
  /// Ends a discovery that is under way.
  ~CardLibrary() override;

  /// Software GPUs and bundled recordings, in the order of the list. Real cards are not in it, as none is measured without being
  /// asked for.
  const std::vector<Card>& cards() const { return cards_; }
  /// Discovers those of these devices that are not known yet, one after another.
  void want(const QStringList& ids);
  bool busy() const;
  /// The dialog was closed: finishes the discovery under way, and begins no other.
  void rest();

 signals:
  /// The findings of a card are known now, or its discovery made progress.
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
