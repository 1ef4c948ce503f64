const handshake = 0x16
const clientHello = 1
/** Longer messages, and those in more records, are not read. */
const maxLength = 16 * 1024
const maxRecords = 32

/** What the first bytes of a client say. */
export type ClientHello =
  /** The message has not arrived as a whole. */
  | 'open'
  /** A message that cannot be read. */
  | 'unreadable'
  /** The host that a TLS client names; undefined if it names none or does not begin TLS. */
  | { readonly serverName: string | undefined }

/** Reads the host that a TLS client asks for: a server of many hosts answers for this one, whatever the address is. */
export function readClientHello(bytes: Buffer): ClientHello {
  if (bytes.length === 0) return 'open'
  if (bytes[0] !== handshake) return { serverName: undefined }
  const message = messageIn(bytes)
  if (message === undefined) return 'unreadable'
  if (message.length < 4) return 'open'
  if (message[0] !== clientHello) return 'unreadable'
  const end = 4 + message.readUIntBE(1, 3)
  if (end > maxLength) return 'unreadable'
  if (message.length < end) return 'open'
  try {
    return { serverName: serverNameIn(message.subarray(4, end)) }
  } catch {
    return 'unreadable'
  }
}

/** The bytes of the first records, which may split a message anywhere; undefined if there are too many. */
function messageIn(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === handshake;) {
    const end = at + 5 + bytes.readUInt16BE(at + 3)
    if (parts.push(bytes.subarray(at + 5, end)) > maxRecords) return undefined
    at = end
  }
  return Buffer.concat(parts)
}

/** @throws RangeError for a message that is shorter than it says */
function serverNameIn(hello: Buffer): string | undefined {
  // The version and 32 random bytes, then the session, the ciphers and the compressions, each with its length.
  let at = 34
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  if (at === hello.length) return undefined
  const end = at + 2 + hello.readUInt16BE(at)
  for (at += 2; at < end; at += 4 + hello.readUInt16BE(at + 2)) {
    if (hello.readUInt16BE(at) !== 0) continue
    // The length of the list, the kind of its only name, and the length of the name.
    const length = hello.readUInt16BE(at + 7)
    return hello.toString('latin1', at + 9, at + 9 + length)
  }
  return undefined
}
