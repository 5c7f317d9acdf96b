#include "widgets/shell/device_list.h"

#include <QStackedLayout>
#include <algorithm>
#include <array>
#include <utility>

#include "widgets/document/shown_text.h"
#include "widgets/shell/empty_state.h"
#include "widgets/shell/section_list.h"
#include "widgets/style/theme.h"

namespace chasescope {
namespace {

struct KindLook {
  DeviceEntry::Kind kind;
  const char* heading;
  const char* badge;
  const char* icon;
};
constexpr std::array kKinds{
    KindLook{DeviceEntry::Kind::card, QT_TRANSLATE_NOOP("DeviceList", "Cards"), QT_TRANSLATE_NOOP("DeviceList", "card"), "card"},
    KindLook{DeviceEntry::Kind::remote, QT_TRANSLATE_NOOP("DeviceList", "Over the network"),
             QT_TRANSLATE_NOOP("DeviceList", "remote"), "remote"},
    KindLook{DeviceEntry::Kind::recording, QT_TRANSLATE_NOOP("DeviceList", "Recordings"),
             QT_TRANSLATE_NOOP("DeviceList", "recording"), "recording"},
    KindLook{DeviceEntry::Kind::model, QT_TRANSLATE_NOOP("DeviceList", "Classroom"), QT_TRANSLATE_NOOP("DeviceList", "model"),
             "model"},
    KindLook{DeviceEntry::Kind::external, QT_TRANSLATE_NOOP("DeviceList", "Programs"), QT_TRANSLATE_NOOP("DeviceList", "program"),
             "external"},
    KindLook{DeviceEntry::Kind::mystery, QT_TRANSLATE_NOOP("DeviceList", "Mystery cards"),
             QT_TRANSLATE_NOOP("DeviceList", "sealed"), "lock"}};

}  // namespace

DeviceList::DeviceList(const Theme& theme, QWidget* parent) : QWidget(parent), list_(new SectionList(theme, this)) {
  setAccessibleName(tr("Devices"));
  list_->setAccessibleName(tr("Devices"));
  list_->setDragType(QString::fromLatin1(kDragType));
  stack_ = new QStackedLayout(this);
  empty_ = new EmptyState(theme, QStringLiteral("device"), tr("No device"),
                          tr("Open a recording, or connect to a card with “Add device”."), this);
  stack_->addWidget(empty_);
  stack_->addWidget(list_);
  setFocusProxy(list_);
  connect(list_, &SectionList::chosen, this, &DeviceList::deviceChosen);
}

void DeviceList::setDevices(const std::vector<DeviceEntry>& devices) {
  devices_ = devices;
  for (DeviceEntry& device : devices_)
    for (QString* text : {&device.name, &device.detail}) *text = shownText(*text);
  refill();
}

void DeviceList::addDevice(DeviceEntry device) {
  if (std::any_of(devices_.begin(), devices_.end(), [&](const DeviceEntry& one) { return one.id == device.id; })) return;
  std::vector<DeviceEntry> devices = devices_;
  devices.push_back(std::move(device));
  setDevices(devices);
}

void DeviceList::setState(const QString& id, DeviceEntry::State state, const QString& detail) {
  for (DeviceEntry& device : devices_) {
    if (device.id != id) {
      // Only one device is open at a time.
      if (state == DeviceEntry::State::opening && device.state != DeviceEntry::State::failed) device.state = DeviceEntry::State::closed;
      continue;
    }
    device.state = state;
    if (!detail.isEmpty()) device.detail = shownText(detail);
  }
  refill();
}

QString DeviceList::current() const { return list_->currentId(); }
void DeviceList::setCurrent(const QString& id) { list_->setCurrentId(id); }

void DeviceList::refill() {
  std::vector<SectionRow> rows;
  for (const KindLook& look : kKinds) {
    std::vector<DeviceEntry> ofKind;
    for (const DeviceEntry& device : devices_)
      if (device.kind == look.kind) ofKind.push_back(device);
    // Oldest generation first; models without a generation, such as the textbook's cache, come before all others.
    std::stable_sort(ofKind.begin(), ofKind.end(), [](const DeviceEntry& a, const DeviceEntry& b) { return a.year < b.year; });
    QString headed;
    for (const DeviceEntry& device : ofKind) {
      const QString heading = device.generation.isEmpty() ? tr(look.heading) : device.generation;
      if (heading != headed) rows.push_back({{}, heading, {}, {}, {}, {}, SectionRow::Tone::quiet, true});
      headed = heading;
      SectionRow row{device.id,      device.name, device.detail,           QString::fromLatin1(look.icon),
                     {},             {},          SectionRow::Tone::quiet, true};
      // Models stand under the heading of their generation and need the room for their names; other devices have a word for their
      // kind.
      if (device.generation.isEmpty()) row.badge = tr(look.badge);
      switch (device.state) {
        case DeviceEntry::State::closed: break;
        case DeviceEntry::State::opening:
          row.badge = tr("opening …");
          row.tone = SectionRow::Tone::busy;
          break;
        case DeviceEntry::State::open: row.tone = SectionRow::Tone::live; break;
        case DeviceEntry::State::failed:
          row.badge = tr("failed");
          row.tone = SectionRow::Tone::bad;
          break;
      }
      rows.push_back(row);
    }
  }
  list_->setRows(rows);
  stack_->setCurrentWidget(rows.empty() ? static_cast<QWidget*>(empty_) : list_);
}

}  // namespace chasescope

#include "moc_device_list.cpp"
