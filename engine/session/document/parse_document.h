// Parses the bytes of a JSON or CBOR document into a ParsedDocument. No DOM is built for the long arrays (document_builder.h).
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/session/document/document_builder.h"

namespace chasescope {

/// The bytes are no JSON or CBOR at all, or end too early. what() says where ("line 3, column 5", "byte 1,204") and what is wrong.
class SyntaxError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// \throws SyntaxError, CodecError
ParsedDocument parse_json_document(std::string_view text, RunReader reader = {});

/// Reads CBOR (RFC 8949) as far as JSON's values go: no byte strings, no tags but the one that marks CBOR itself, texts as keys.
/// Iterative, so that nesting can't exhaust the stack (nlohmann's own reader recurses, once for each opening byte).
/// \throws SyntaxError, CodecError
ParsedDocument parse_cbor_document(std::string_view bytes, RunReader reader = {});

/// True if the bytes begin as a CBOR map does; JSON can't begin so.
bool looks_like_cbor(std::string_view bytes);

}  // namespace chasescope
