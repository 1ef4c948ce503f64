/** The parts of ASN.1 in its binary form (DER) that certificates consist of. */

/** One value: a tag, a length, and the bytes of its parts. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  return [0x80 + bytes.length, ...bytes]
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts)
}

export function setOf(...parts: readonly Uint8Array[]): Buffer {
  return der(0x31, ...parts)
}

/** A part with a number instead of a type. */
export function numbered(number: number, ...parts: readonly Uint8Array[]): Buffer {
  return der(0xa0 + number, ...parts)
}

/** A number of at least 0, from its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return der(0x02, isNegative ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
}

export function octets(...parts: readonly Uint8Array[]): Buffer {
  return der(0x04, ...parts)
}

/** Bits, of which the last byte leaves some unused. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.of(unused), bytes)
}

export const isTrue: Buffer = der(0x01, Buffer.of(0xff))

export function utf8(text: string): Buffer {
  return der(0x0c, Buffer.from(text, 'utf8'))
}

/** An object identifier such as `2.5.4.3`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second, ...others.flatMap(base128)]
  return der(0x06, Buffer.from(bytes))
}

function base128(number: number): number[] {
  const bytes = [number % 128]
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) + 128)
  }
  return bytes
}

/** A time before 2050, to the second. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2), 'ascii'))
}
