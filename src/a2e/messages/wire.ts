import type { Clock } from '../../core/clock.ts'
import { isRecord } from '../../core/is-record.ts'
import type { Envelope } from './messages.ts'

/** The supported protocol version. */
export const protocolVersion = '1.0'

const beyondAscii = /[\u007F-\uFFFF]/
const everyBeyondAscii = /[\u007F-\uFFFF]/g

/** An A2E message id: 32 hexadecimal digits. */
export function createMessageId(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '')
}

/** The envelope of a new message. */
export function envelopeOf(type: string, clock: Pick<Clock, 'now'>): Envelope & { type: string } {
  return {
    type,
    id: createMessageId(),
    version: protocolVersion,
    a2e: protocolVersion,
    ts: clock.now() / 1000,
  }
}

/**
 * A message as one line of ASCII. Some clients split streams at every Unicode line break, so all characters beyond ASCII
 * are escaped.
 */
export function encodeMessage(message: object): string {
  const text = JSON.stringify(message)
  return beyondAscii.test(text) ? text.replaceAll(everyBeyondAscii, escape) : text
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Whether a message has another major version; a message without a version counts as supported. */
export function isOtherVersion(message: Readonly<Record<string, unknown>>): boolean {
  return [message['version'], message['a2e']].some(
    (version) => typeof version === 'string' && !/^1(\.\d+)*$/.test(version),
  )
}

/** The text of a field; empty if the field is not a string. */
export function textOf(message: unknown, field: string): string {
  const value = isRecord(message) ? message[field] : undefined
  return typeof value === 'string' ? value : ''
}
