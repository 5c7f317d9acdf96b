#include "app/builder/policy_parameters.h"

#include "engine/build/policy_choice.h"

namespace chasescope {

PolicyParameters::PolicyParameters(const QString& of, QWidget* parent) : QWidget(parent), of_(of), form_(new QFormLayout(this)) {
  form_->setContentsMargins(0, 0, 0, 0);
  form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
}

void PolicyParameters::setPolicy(const model::PolicySpec& policy) {
  if (policy.kind != shownKind_) {
    shownKind_ = policy.kind;
    fields_.clear();
    while (form_->rowCount() > 0) form_->removeRow(0);
    if (const build::PolicyChoice* choice = build::find_policy(policy.kind))
      for (const build::PolicyParameter& parameter : choice->parameters) {
        auto* field = new QLineEdit;
        const QString label = QString::fromStdString(parameter.label);
        field->setAccessibleName(of_.isEmpty() ? label : label + QLatin1Char(' ') + of_);
        field->setToolTip(QString::fromStdString(parameter.help));
        field->setPlaceholderText(QString::fromStdString(parameter.usual));
        form_->addRow(label, field);
        const std::string member = parameter.member;
        connect(field, &QLineEdit::textEdited, this, [this, member](const QString& text) { emit edited(member, text); });
        fields_[member] = field;
      }
    setVisible(!fields_.empty());
  }
  for (const auto& [member, field] : fields_)
    if (!field->hasFocus()) field->setText(QString::fromStdString(build::parameter_text(policy, member)));
}

}  // namespace chasescope

#include "moc_policy_parameters.cpp"
