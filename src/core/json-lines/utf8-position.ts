/**
 * The index of the first byte that is not part of a well-formed UTF-8 sequence (Unicode 16, table 3-7),
 * or `undefined` if all are. A broken sequence is found at its first byte, so all bytes before it are UTF-8.
 */
export function locateUtf8Error(bytes: Uint8Array): number | undefined {
  let index = 0
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index)
    if (length === 0) return index
    index += length
  }
  return undefined
}

function sequenceLength(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] ?? 0
  if (lead < 0x80) return 1
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  for (let follower = 1; follower < length; follower++) {
    if (((bytes[index + follower] ?? 0) & 0xc0) !== 0x80) return 0
  }
  return isOverlongSurrogateOrTooLarge(lead, bytes[index + 1] ?? 0) ? 0 : length
}

/** Four lead bytes allow only a part of the followers: the second byte alone decides. */
function isOverlongSurrogateOrTooLarge(lead: number, second: number): boolean {
  return (
    (lead === 0xe0 && second < 0xa0) ||
    (lead === 0xed && second > 0x9f) ||
    (lead === 0xf0 && second < 0x90) ||
    (lead === 0xf4 && second > 0x8f)
  )
}
