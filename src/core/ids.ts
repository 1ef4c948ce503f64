import { systemClock, type Clock } from './clock.ts'
import { ValidationError } from './validation-error.ts'

/** Crockford's base 32: no I, L, O or U, and in the order of the character codes, so that ids sort as text. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const timeLength = 10
const randomLength = 16
const prefixForm = /^[a-z][a-z0-9-]*$/

export interface IdFactoryOptions {
  /** The clock for the ids (default: the system's). */
  clock?: Pick<Clock, 'now'>
}

/** Creates an id, as `prefix_…` if a prefix is given. */
export type IdFactory = (prefix?: string) => string

/**
 * Creates ids in the ULID layout: 10 characters of milliseconds, 16 of randomness.
 * Ids are safe in URLs and file names, and each sorts after the previous id, also within one millisecond and
 * when the clock is set back. Ids are unique, not secret: the next id can be guessed from the last.
 */
export function createIdFactory(options: IdFactoryOptions = {}): IdFactory {
  const { clock = systemClock } = options
  const random = new Uint8Array(randomLength)
  let time = -1
  return (prefix) => {
    if (prefix !== undefined && !prefixForm.test(prefix)) throw prefixError(prefix)
    const now = Math.floor(clock.now())
    if (now > time) {
      time = now
      fillDigits(random)
    } else if (!increment(random)) {
      time++
      fillDigits(random)
    }
    const id = encodeTime(time) + encodeDigits(random)
    return prefix === undefined ? id : `${prefix}_${id}`
  }
}

/** Creates an id with the system's clock; it sorts after every earlier id of this process. */
export const createId: IdFactory = /* @__PURE__ */ createIdFactory()

/**
 * V8 seeds `Math.random` from the system in every process. Ids are not secret, and loading a stronger generator takes
 * a fifth of a start.
 */
function fillDigits(digits: Uint8Array): void {
  for (const index of digits.keys()) digits[index] = Math.floor(Math.random() * 32)
}

/** Adds one to a number of base 32 digits; `false` if it was the largest. */
function increment(digits: Uint8Array): boolean {
  for (let index = digits.length - 1; index >= 0; index--) {
    const digit = digits[index] ?? 0
    digits[index] = (digit + 1) & 31
    if (digit < 31) return true
  }
  return false
}

function encodeTime(time: number): string {
  let text = ''
  for (let rest = time; text.length < timeLength; rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text
  return text
}

function encodeDigits(digits: Uint8Array): string {
  let text = ''
  for (const digit of digits) text += alphabet[digit]
  return text
}

function prefixError(prefix: string): ValidationError {
  const message = 'must be lowercase letters, digits and hyphens, with a letter first'
  return new ValidationError(`The id prefix ${JSON.stringify(prefix)} ${message}`, [
    { path: ['prefix'], message },
  ])
}
