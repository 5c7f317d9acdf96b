// Where the numbers of a table or the data of figures come from: sessions, recordings and devices, which are measured first.
#pragma once

#include <string>
#include <vector>

#include "app/measurement/probe_session.h"
#include "engine/session/convert.h"
#include "engine/session/tables/printed_table.h"

namespace chasescope {

/// Whether the name is that of a device that is measured: cuda:0, model:NAME, …; a recording is read instead.
bool is_measured(const std::string& name);

/// Runs the table's probes on a device, all in one session.
Outcome<Session> measured_for(const TableSpec& table, const std::string& device);

/// Reads a session, recording or topology file for a table, or measures a device. An error says what is wrong in a sentence.
Outcome<Session> session_for(const TableSpec& table, const std::string& name);

/// The cards of a table with their published values.
std::vector<TableCard> cards_with_published(const std::vector<Session>& sessions);

}  // namespace chasescope
