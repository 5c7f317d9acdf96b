// Text from the files and devices of strangers gives no commands to the window: it brings no change of writing direction, no line
// break and no control character.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QTemporaryDir>

#include "engine/output/characters.h"
#include "engine/session/session_file.h"
#include "tests/app/window/window_fixture.h"

namespace chasescope {
namespace {

const std::string kStrange = "33\u202Edesaem\u2028er\u2066 \x1b]0;x\x07 end";

/// Whether a text of several lines has a character that gives a command, other than line feed and tab.
bool commands(const QString& text) {
  const std::string bytes = text.toStdString();
  for (std::string_view rest = bytes; !rest.empty();) {
    const Character character = first_character(rest);
    rest.remove_prefix(character.bytes.size());
    if (is_command(character.code) && character.code != '\n' && character.code != '\t') return true;
  }
  return false;
}

class Strangers : public WindowFixture {
 protected:
  void expectTame(const QString& text, const QObject& where) {
    ++texts_;
    named_ = named_ || text.contains(QLatin1String("desaem"));
    EXPECT_FALSE(commands(text)) << where.metaObject()->className() << '#' << where.objectName().toStdString() << ": "
                                 << text.toHtmlEscaped().toStdString();
  }
  void expectTame(const QAbstractItemModel& model, const QModelIndex& parent = {}) {
    for (int row = 0; row < model.rowCount(parent); ++row)
      for (int column = 0; column < model.columnCount(parent); ++column) {
        const QModelIndex index = model.index(row, column, parent);
        for (const int role :
             {Qt::DisplayRole, Qt::ToolTipRole, Qt::StatusTipRole, Qt::AccessibleTextRole, Qt::AccessibleDescriptionRole})
          expectTame(index.data(role).toString(), model);
        if (column == 0) expectTame(model, index);
      }
  }
  /// Checks all texts of the window, with each view in front in turn.
  void expectTame() {
    for (int i = 0; i < window_.views().count(); ++i) {
      window_.views().setCurrentIndex(i);
      QCoreApplication::processEvents();
      expectTame(window_.windowTitle(), window_);
      for (const QWidget* widget : window_.findChildren<QWidget*>()) {
        for (const QString& text : {widget->windowTitle(), widget->toolTip(), widget->statusTip(), widget->accessibleName(),
                                    widget->accessibleDescription()})
          expectTame(text, *widget);
        if (const auto* label = qobject_cast<const QLabel*>(widget)) expectTame(label->text(), *label);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) expectTame(button->text(), *button);
        if (const auto* combo = qobject_cast<const QComboBox*>(widget)) expectTame(*combo->model());
        if (const auto* view = qobject_cast<const QAbstractItemView*>(widget); view != nullptr && view->model() != nullptr)
          expectTame(*view->model());
      }
    }
    EXPECT_GT(texts_, 100);
    EXPECT_TRUE(named_);  // the harmless rest of the name is shown
  }

  int texts_ = 0;
  bool named_ = false;
};

TEST_F(Strangers, a_session_of_theirs_commands_nothing) {
  Session session;
  session.device.name = kStrange;
  session.device.properties.driver = kStrange;
  session.device.properties.notes = kStrange;
  session.environment = {{"device_id", kStrange}, {kStrange, kStrange}};
  for (const char* subject : {"l1_data", "l2", "request_table", "shared_memory", "dram"})
    for (const char* quantity :
         {"capacity_bytes", "sets", "ways_per_set", "structure", "banks", "hit_latency_cycles", "miss_rate"}) {
      Finding finding;
      finding.subject = subject;
      finding.quantity = quantity;
      finding.conditions = {{"space", "global.ca"}, {"note", kStrange}};
      finding.reason = finding.method = finding.reference = kStrange;
      finding.evidence = {"run-1"};
      finding.opinions.push_back({kStrange, kStrange, false});
      session.findings.push_back(finding);
      finding.status = FindingStatus::measured;
      finding.value = kStrange;
      session.findings.push_back(finding);
      finding.value = 7;  // of what has a unit only a number is read
      finding.unit = kStrange;
      session.findings.push_back(finding);
      finding.quantity = kStrange;
      session.findings.push_back(finding);
    }
  ChaseRequest request;
  request.pattern = UniformPattern{1024, 128};
  request.accesses = 16;
  ChaseResult result;
  result.cycles.append(std::make_shared<const std::vector<float>>(16, 100.0F));
  session.runs.push_back(std::make_shared<const chasescope::Run>(
      chasescope::Run{"run-1", "fine-grained", kStrange, false, Exchange<ChaseRequest>{request, result}}));
  const QTemporaryDir folder;
  const QString path = QDir(folder.path()).filePath(QStringLiteral("strange.json"));
  ASSERT_FALSE(write_session(session, path.toStdString(), SessionFormat::json));
  const auto readable = read_session(path.toStdString());  // the window would ask about what it can't open, and wait
  ASSERT_TRUE(readable) << readable.error().message;
  window_.openSession(path);
  ASSERT_EQ(window_.explorer().session().device.name, kStrange);  // the document itself keeps the name as it was
  expectTame();
}

TEST_F(Strangers, a_device_of_theirs_commands_nothing) {
  const QTemporaryDir folder;
  QFile file(QDir(folder.path()).filePath(QStringLiteral("strange.py")));
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(R"(import json, sys
strange = "33\u202edesaem\u2028er\u2066 \x1b]0;x\x07 end"
for line in sys.stdin:
    message = json.loads(line)
    if message["call"] == "describe":
        print(strange, file=sys.stderr, flush=True)
        answer = {"result": {"protocol": 1, "name": strange, "origin": "external", "calls": ["chase"], "spaces": ["global.ca"], "properties": {"driver": strange}}}
    else:
        answer = {"error": {"code": "unsupported", "message": strange}}
    print(json.dumps({"id": message["id"], **answer}), flush=True)
)");
  file.close();
  open(QStringLiteral("exec:python3 %1").arg(file.fileName()));
  QSignalSpy ended(&window_.explorer(), &Explorer::probeEnded);
  window_.actions().run->trigger();
  ASSERT_TRUE(QTest::qWaitFor([&] { return ended.count() == 1; }, kPatience));
  expectTame();
}

}  // namespace
}  // namespace chasescope
