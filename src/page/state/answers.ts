import { isRecord } from '../../core/is-record.ts'
import type { Interrupt } from '../../gateway/ag-ui/events.ts'
import type { ResumeEntry } from '../../gateway/ag-ui/input.ts'

/** A button that answers a question. */
export interface Choice {
  readonly label: string
  /** Whether it approves the request. */
  readonly isConsent: boolean
  readonly payload: Readonly<Record<string, unknown>>
}

/** A field of a form. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'number' | 'boolean' | 'choice'
  readonly isRequired: boolean
  readonly options: readonly string[]
  readonly isWhole: boolean
}

/** The buttons of a question: the agent's options, or Approve and Deny. */
export function choicesOf({ metadata, reason }: Interrupt): Choice[] {
  if (reason === 'input_required') return []
  const own = isRecord(metadata?.['capstan']) ? metadata['capstan']['options'] : undefined
  const options = (Array.isArray(own) ? (own as unknown[]) : []).flatMap((option) => {
    if (!isRecord(option) || typeof option['optionId'] !== 'string') return []
    const { optionId, name, kind } = option
    // Also for a gateway that no longer has the question: it does not know the option.
    const isConsent = !(typeof kind === 'string' && kind.startsWith('reject'))
    return [
      {
        label: typeof name === 'string' ? name : optionId,
        isConsent,
        payload: { optionId, approved: isConsent },
      },
    ]
  })
  if (options.length > 0) return options
  return [
    { label: 'Approve', isConsent: true, payload: { approved: true } },
    { label: 'Deny', isConsent: false, payload: { approved: false } },
  ]
}

/** The form fields of a question. */
export function fieldsOf({ responseSchema, reason }: Interrupt): FormField[] {
  const properties = responseSchema?.['properties']
  if (reason !== 'input_required' || !isRecord(properties)) return []
  const required = responseSchema?.['required']
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isRecord(schema)) return []
    const { title, type, enum: values } = schema
    const options = Array.isArray(values)
      ? values.filter((value): value is string => typeof value === 'string')
      : []
    return [
      {
        name,
        label: typeof title === 'string' ? title : name,
        type: options.length > 0 ? ('choice' as const) : fieldType(type),
        isRequired: Array.isArray(required) && required.includes(name),
        options,
        isWhole: type === 'integer',
      },
    ]
  })
}

/** The form values in the types of the schema, without empty fields. */
export function valuesOf(
  fields: readonly FormField[],
  given: Readonly<Record<string, string | boolean>>,
): Record<string, unknown> {
  const entries = fields.flatMap(({ name, type }): [string, unknown][] => {
    const value = given[name]
    if (type === 'boolean') return [[name, value === true]]
    if (value === undefined || value === '') return []
    return [[name, type === 'number' ? Number(value) : value]]
  })
  return Object.fromEntries(entries)
}

/** The resume entries, once every question has an answer; undefined until then. */
export function resumeOf(
  interrupts: readonly Interrupt[],
  answers: Readonly<Record<string, Omit<ResumeEntry, 'interruptId'>>>,
): ResumeEntry[] | undefined {
  const entries = interrupts.flatMap(({ id }) => {
    const answer = Object.hasOwn(answers, id) ? answers[id] : undefined
    return answer === undefined ? [] : [{ interruptId: id, ...answer }]
  })
  return entries.length === interrupts.length && entries.length > 0 ? entries : undefined
}

export function isExpired({ expiresAt }: Interrupt, now: number): boolean {
  return expiresAt !== undefined && Date.parse(expiresAt) <= now
}

/** When the last of the questions expires, in milliseconds since the epoch; undefined if one never does. */
export function lastExpiry(interrupts: readonly Interrupt[]): number | undefined {
  const times = interrupts.map(({ expiresAt }) =>
    expiresAt === undefined ? Number.NaN : Date.parse(expiresAt),
  )
  const last = Math.max(...times)
  return Number.isFinite(last) ? last : undefined
}

function fieldType(type: unknown): 'text' | 'number' | 'boolean' {
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'boolean' : 'text'
}
