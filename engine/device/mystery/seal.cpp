#include "engine/device/mystery/seal.h"

#include <QByteArray>
#include <QMessageAuthenticationCode>

namespace chasescope::mystery {
namespace {

constexpr int kNonceBytes = 16;
constexpr int kSeedBytes = 8;
constexpr int kFingerprintBytes = 8;
constexpr int kMarkBytes = 16;

QByteArray bytes_of(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

QByteArray hmac(const QByteArray& key, const QByteArray& message) {
  return QMessageAuthenticationCode::hash(message, key, QCryptographicHash::Sha256);
}

/// HKDF (RFC 5869) with the generator's version as the salt, and one block of output.
QByteArray derived_key(std::uint64_t generator, std::string_view purpose) {
  const QByteArray extracted = hmac("generator " + QByteArray::number(qulonglong{generator}), "ChaseScope mystery card");
  return hmac(extracted, bytes_of(purpose) + '\x01');
}

/// The eight bytes of a number, the highest first.
QByteArray in_bytes(std::uint64_t number) {
  QByteArray bytes(kSeedBytes, '\0');
  for (int i = kSeedBytes; i-- > 0; number >>= 8) bytes[i] = static_cast<char>(number & 0xFF);
  return bytes;
}

std::uint64_t from_bytes(const QByteArray& bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

QByteArray words_of(const CardName& card) {
  return in_bytes(card.seed) + in_bytes(card.generator) + bytes_of(to_string(card.level));
}

QByteArray nonce_of(const CardName& card) { return hmac(derived_key(card.generator, "nonce"), words_of(card)).left(kNonceBytes); }

/// The seed XORed with a mask that the nonce gives. The same call takes the mask off again.
QByteArray covered(const QByteArray& seed, const QByteArray& nonce, std::uint64_t generator) {
  const QByteArray mask = hmac(derived_key(generator, "seed"), nonce);
  QByteArray result = seed;
  for (int i = 0; i < kSeedBytes; ++i) result[i] = static_cast<char>(seed[i] ^ mask[i]);
  return result;
}

}  // namespace

std::string fingerprint(const CardName& card) {
  return hmac(derived_key(card.generator, "fingerprint"), words_of(card)).left(kFingerprintBytes).toHex().toStdString();
}

std::string sealed_seed(const CardName& card) {
  const QByteArray nonce = nonce_of(card);
  return (nonce + covered(in_bytes(card.seed), nonce, card.generator)).toHex().toStdString();
}

std::optional<std::uint64_t> opened_seed(std::string_view sealed, Level level, std::uint64_t generator) {
  const QByteArray bytes = QByteArray::fromHex(bytes_of(sealed));
  if (bytes.size() != kNonceBytes + kSeedBytes) return std::nullopt;
  const QByteArray nonce = bytes.left(kNonceBytes);
  const std::uint64_t seed = from_bytes(covered(bytes.mid(kNonceBytes), nonce, generator));
  if (nonce_of({seed, level, generator}) != nonce) return std::nullopt;
  return seed;
}

std::string mark_of(const CardName& card, std::string_view purpose, std::string_view text) {
  const QByteArray key = hmac(derived_key(card.generator, purpose), words_of(card));
  return hmac(key, bytes_of(text)).left(kMarkBytes).toHex().toStdString();
}

}  // namespace chasescope::mystery
