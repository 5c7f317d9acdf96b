// Where the numbers of a table or the data of figures come from: sessions, recordings and devices, which are measured first.
#pragma once

#include <string>
#include <vector>

#include "app/measurement/probe_session.h"
#include "engine/session/convert.h"
#include "engine/session/tables/printed_table.h"

namespace chasescope {

/// A device that is measured: cuda:0, model:NAME, …; a recording is read.
bool is_measured(const std::string& name);

/// What the table's probes find on a device, as one session.
Outcome<Session> measured_for(const TableSpec& table, const std::string& device);

/// A session, recording, topology file or device for a table. \return what is wrong with it, as a sentence.
Outcome<Session> session_for(const TableSpec& table, const std::string& name);

/// The cards of a table with what was published of them.
std::vector<TableCard> cards_with_published(const std::vector<Session>& sessions);

}  // namespace chasescope
