import { isRecord } from '../../core/is-record.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'
const isAmount: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const isInteger: Check = (value) => Number.isSafeInteger(value)
const isTime: Check = (value) =>
  (typeof value === 'string' || value instanceof Date) && !Number.isNaN(new Date(value).getTime())
const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string)

const textFields: readonly string[] =
  'run tool error code reason messageId deliveryId sessionId path diff command cwd text message action invocationId parentSessionId'.split(
    ' ',
  )

/** What a field must be if it is present; a field means the same in every event. */
const fields: Readonly<Record<string, { check: Check; what: string }>> = {
  ...Object.fromEntries(textFields.map((name) => [name, { check: isText, what: 'text' }])),
  retryable: { check: isFlag, what: 'true or false' },
  durationMs: { check: isAmount, what: 'a number of milliseconds' },
  exitCode: { check: isInteger, what: 'a whole number' },
  rows: { check: isAmount, what: 'a number' },
  cols: { check: isAmount, what: 'a number' },
  tokens: { check: isAmount, what: 'a number' },
  costUsd: { check: isAmount, what: 'a number' },
  metadata: { check: isRecord, what: 'an object' },
  availableAt: { check: isTime, what: 'a date or an ISO 8601 time' },
  operation: { check: oneOf('create', 'update', 'delete'), what: 'create, update or delete' },
  stream: { check: oneOf('stdout', 'stderr', 'combined'), what: 'stdout, stderr or combined' },
  level: { check: oneOf('debug', 'info', 'warn', 'error'), what: 'debug, info, warn or error' },
}

const chunkFields: typeof fields = {
  id: { check: isText, what: 'text' },
  role: { check: oneOf('agent', 'user', 'system', 'tool'), what: 'agent, user, system or tool' },
  content: { check: isText, what: 'text' },
  sequence: { check: isAmount, what: 'a number' },
  metadata: { check: isRecord, what: 'an object' },
}

/** The first value of an event that no reader could use; undefined if there is none. */
export function valueFault(event: Record<string, unknown>): string | undefined {
  const type = String(event['type'])
  return faultIn(event, fields, type) ?? chunkFault(event['chunk'], type)
}

function chunkFault(chunk: unknown, type: string): string | undefined {
  return isRecord(chunk) ? faultIn(chunk, chunkFields, `${type} chunk`) : undefined
}

function faultIn(record: Record<string, unknown>, known: typeof fields, where: string): string | undefined {
  for (const [name, value] of Object.entries(record)) {
    const field = value === undefined || !Object.hasOwn(known, name) ? undefined : known[name]
    if (field !== undefined && !field.check(value)) return `${where}: ${name} must be ${field.what}`
  }
  return undefined
}
