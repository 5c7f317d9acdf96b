#include "app/window/window_actions.h"

namespace chasescope {

WindowActions::WindowActions(const Theme& theme, QObject* parent) : QObject(parent), theme_(theme) {
  run = add("play", tr("Run"), QKeySequence(Qt::Key_F5), tr("Run the chosen probe once"));
  discover = add("search", tr("Discover"), QKeySequence(tr("Shift+F6")), tr("Find out everything about the open card in one go"));
  freeRun = add("free-run", tr("Free run"), QKeySequence(Qt::Key_F6), tr("Run over and over; the trace follows the settings while you change them"), true);
  hold = add("pause", tr("Hold"), QKeySequence(Qt::Key_F7), tr("Keep the last free-running trace in sight; again, and it goes on"), true);
  single = add("single", tr("Single"), QKeySequence(Qt::Key_F8), tr("Take one trace and hold it; with the trigger, take traces until the miss rate changes"));
  trigger = add("trigger", tr("Trigger"), QKeySequence(Qt::Key_F9), tr("Hold the free run as soon as the miss rate changes"), true);
  stop = add("stop", tr("Stop"), QKeySequence(tr("Shift+F5")),
             tr("End the measurement, or stop opening a device. Data that have arrived stay"));
  noise = add("", tr("Noise"), QKeySequence(), tr("Give software GPUs the jitter, outliers and drift of a real card; the device is opened anew"), true);
  modelNumbers = add("model", tr("Numbers of the model …"), QKeySequence(tr("Ctrl+I")), tr("Show where each number of the software GPU comes from, and which are assumed"));
  newSession = add("close", tr("Clear"), QKeySequence(tr("Ctrl+N")), tr("Forget all traces and findings and begin anew"));
  newCache = add("model", tr("New cache …"), QKeySequence(tr("Ctrl+Shift+N")),
                 tr("Build a cache, see at once what it does, and save it as a model"));
  open = add("open", tr("Open …"), QKeySequence::Open, tr("Open a saved session"));
  openProgram =
      add("external", tr("Add device …"), QKeySequence(tr("Ctrl+Shift+O")),
          tr("The card of another machine, a program of your own such as a cache simulator, or a file; it is kept in the list"));
  restartProgram = add("reset", tr("Restart program"), QKeySequence(tr("Ctrl+Shift+R")),
                       tr("Start the open program of your own anew, also after it has died"));
  save = add("save", tr("Save …"), QKeySequence::Save, tr("Save traces and findings as JSON, CBOR or CSV"));
  exportFigure = add("export", tr("Export figure …"), QKeySequence(tr("Ctrl+E")), tr("Export a view as PDF, SVG or PNG with its data beside it"));
  exportReport = add("report", tr("Export report …"), QKeySequence(tr("Ctrl+R")), tr("Write the findings as Markdown, LaTeX, CSV, a topology file of MT4G or a part of gpgpusim.config"));
  compare = add("", tr("Compare with …"), QKeySequence(tr("Ctrl+K")), tr("Put another session or a topology file of MT4G beside this one"));
  quit = add("", tr("Quit"), QKeySequence(tr("Ctrl+Q")), tr("Leave ChaseScope"));
  copyPicture = add("copy", tr("Copy as picture"), QKeySequence(tr("Ctrl+Shift+C")), tr("Put the view on the clipboard as it is seen"));
  copyData = add("csv", tr("Copy as data"), QKeySequence(tr("Ctrl+Alt+C")), tr("Put what the view shows on the clipboard as CSV"));
  undo = add("", tr("Undo"), QKeySequence::Undo, tr("Take back the last change of selection, zoom or parameters; measurements stay"));
  redo = add("", tr("Redo"), QKeySequence(tr("Ctrl+Shift+Z")), tr("Do again what was taken back"));
  linkAxes = add("", tr("Link axes"), QKeySequence(tr("Ctrl+L")), tr("Plots over the same quantity are zoomed together: footprints, strides, and the passes of the scope"), true);
  linkAxes->setChecked(true);
  present = add("", tr("Present"), QKeySequence(Qt::Key_F11),
                tr("For a class: the whole screen, one view, and card, N, s and space in large type with sliders"), true);
  spotlight = add("", tr("Spotlight"), QKeySequence(tr("Ctrl+F11")),
                  tr("A light follows the mouse, and the rest of the window is dimmed"), true);
  start = add("", tr("First page"), QKeySequence(tr("Ctrl+Home")),
              tr("Loads as they come, and three ways to begin: learn, explore a card, make a figure"));
  lessons = add("play", tr("Lessons …"), QKeySequence(tr("Ctrl+Shift+L")), tr("Lessons of ten minutes: predict first, then see"));
  beside = add("", tr("Second card"), QKeySequence(tr("Ctrl+B")),
               tr("Put another card beside this one: the same settings, the same view"), true);
  over = add("", tr("Curves over each other"), QKeySequence(tr("Ctrl+Shift+B")),
             tr("Draw the curves of both cards into one plot, over one axis"), true);
  over->setEnabled(false);
  cards = add("", tr("Cards side by side …"), QKeySequence(tr("Ctrl+Shift+K")),
              tr("A table of any number of cards: the findings of each, and where they differ"));
  generations = add("", tr("Line of generations …"), QKeySequence(tr("Ctrl+Shift+G")),
                    tr("One quantity of all cards by the years of their generations: sizes, latencies, bandwidth, SMs"));
  normal = add("", tr("Is this card normal? …"), QKeySequence(tr("Ctrl+Shift+I")),
               tr("Compare what was discovered of a card with all others of its kind: recordings, and files of your own folder"));
  darkTheme = add("moon", tr("Dark theme"), QKeySequence(tr("Ctrl+D")), tr("Switch between the light and the dark theme"), true);
  largerText = add("", tr("Larger text"), QKeySequence(tr("Ctrl++")), tr("Make all text larger, for a projector"));
  largerText->setShortcuts({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))});
  smallerText = add("", tr("Smaller text"), QKeySequence(tr("Ctrl+-")), tr("Make all text smaller"));
  resetText = add("", tr("Normal text"), QKeySequence(tr("Ctrl+0")), tr("Text at its normal size"));
  resetLayout = add("", tr("Reset the layout"), QKeySequence(), tr("Put all panels back where they were at first"));
  commands = add("search", tr("All commands …"), QKeySequence(tr("Ctrl+Shift+P")), tr("Find any command, view, probe or device by typing a part of its name"));
  manual = add("help", tr("Manual"), QKeySequence(Qt::Key_F1),
               tr("The manual, searchable; F1 opens the page of the view, probe or panel that has the focus"));
  glossary = add("", tr("Glossary …"), QKeySequence(),
                 tr("All terms of the field, each with a picture; any word on a line of dots is explained by a click"));
  whatIsThis = add("", tr("What is this?"), QKeySequence(tr("Shift+F1")),
                   tr("Explain the term of the field or the view that has the focus"));
  shortcuts = add("", tr("Keyboard shortcuts"), QKeySequence(tr("Ctrl+F1")), tr("Show what each key does"));
  about = add("info", tr("About ChaseScope"), QKeySequence(), tr("Version, licence and sources"));
  const QString runs = tr("nothing has been measured or opened yet."),
                findings = tr("there are no findings yet. A probe makes some, or a session that is opened.");
  needs(hold, tr("the free run is off."));
  for (QAction* action : {save, exportFigure, copyData}) needs(action, runs);
  for (QAction* action : {exportReport, compare}) needs(action, findings);
  needs(stop, tr("nothing is being measured."));
  needs(undo, tr("nothing has been changed that could be taken back."));
  needs(redo, tr("nothing has been taken back."));
  needs(restartProgram, tr("no program of your own is open. Session → Add device opens one."));
  needs(over, tr("there is no second card. View → Second card opens one."));
  needs(modelNumbers, tr("no software GPU is open."));
  restyle();
  connect(&theme_, &Theme::themeChanged, this, &WindowActions::restyle);
}

QAction* WindowActions::add(const QString& icon, const QString& text, const QKeySequence& shortcut, const QString& tip, bool checkable) {
  auto* action = new QAction(text, this);
  action->setObjectName(icon);
  action->setShortcut(shortcut);
  action->setCheckable(checkable);
  action->setToolTip(shortcut.isEmpty() ? tip : tr("%1 (%2)").arg(tip, shortcut.toString(QKeySequence::NativeText)));
  action->setStatusTip(tip);
  all_ << action;
  return action;
}

void WindowActions::needs(QAction* action, const QString& sentence) { action->setProperty("whyOff", sentence); }

QString WindowActions::whyOff(const QAction& action) {
  if (action.isEnabled()) return {};
  const QString sentence = action.property("whyOff").toString();
  return sentence.isEmpty() ? tr("not possible at the moment.") : sentence;
}

void WindowActions::restyle() {
  for (QAction* action : std::as_const(all_))
    if (!action->objectName().isEmpty()) action->setIcon(theme_.icon(action->objectName()));
  run->setIcon(theme_.icon(QStringLiteral("play"), theme_.colours().accentInk));  // the button has the accent colour
}

}  // namespace chasescope

#include "moc_window_actions.cpp"
