// Parses the bytes of a JSON or CBOR document into a ParsedDocument. Long arrays become no JSON values (document_builder.h).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/session/document/document_builder.h"

namespace chasescope {

/// The bytes are no JSON or CBOR, or end too early. what() has the place ("line 3, column 5", "byte 1,204") and the fault.
class SyntaxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \throws SyntaxError, CodecError
ParsedDocument parse_json_document(std::string_view text, RunReader reader = {});

/// Reads the part of CBOR (RFC 8949) that JSON can express: no byte strings, no tags but the one that marks CBOR itself, and only
/// texts as keys. Iterative, so that deep nesting can't exhaust the stack (nlohmann's own reader recurses at each opening byte).
/// \throws SyntaxError, CodecError
ParsedDocument parse_cbor_document(std::string_view bytes, RunReader reader = {});

/// True if the bytes begin like a CBOR map. No JSON text begins like that.
bool looks_like_cbor(std::string_view bytes);

}  // namespace chasescope
