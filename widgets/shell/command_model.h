// All commands of the program, as a list that narrows while a person types.
#pragma once

#include <QAbstractListModel>
#include <QString>
#include <functional>
#include <vector>

namespace chasescope {

struct Command {
  QString text;    ///< "Export figure"
  QString group;   ///< the menu that also has the command: "Session", "View", "Device"
  QString keys;    ///< "Ctrl+E"; empty if none
  QString tip;     ///< what the command does, a sentence
  QString whyOff;  ///< why the command can't be run now; empty if it can
  std::function<void()> run;
  QString also = {};   ///< other words by which a search finds the command
  QString named = {};  ///< the part of the text that a search looks at; empty: all of the text
  std::function<void()> runWithCtrl = {},
                        runWithShift = {};  ///< for Ctrl+Enter and Shift+Enter; without them these keys do what Enter does
};

class CommandModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { GroupRole = Qt::UserRole + 1, KeysRole, TipRole, WhyOffRole };

  explicit CommandModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

  void setCommands(std::vector<Command> commands);
  /// Keeps the commands that fit the typed words, the best first. Of equal ones, those that can be run now come first, in their
  /// order.
  void setTyped(const QString& typed);
  const Command* at(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  std::vector<Command> commands_;
  std::vector<std::size_t> shown_;
  QString typed_;
};

}  // namespace chasescope
