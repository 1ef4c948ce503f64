/** A field of a form, from its JSON Schema. */
export interface FormField {
  readonly name: string
  readonly title: string
  readonly description: string | undefined
  readonly isRequired: boolean
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices' | 'unknown'
  /** The allowed values, if they are listed. */
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly schema: Readonly<Record<string, unknown>>
}

/** The parsed value, or the problem with the input. `undefined` omits the field. */
export type FieldReading = { value: unknown } | { problem: string }

type Fields = Readonly<Record<string, unknown>>

/** The fields of a form, in order. */
export function formFields(schema: Fields): FormField[] {
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  return Object.entries(recordOf(schema['properties'])).map(([name, value]) => {
    const property = recordOf(value)
    const choices = choicesOf(property)
    return {
      name,
      title: textOf(property['title']) ?? name,
      description: textOf(property['description']),
      isRequired: required.includes(name),
      kind: kindOf(property['type'], choices.length > 0),
      choices,
      schema: property,
    }
  })
}

/** Parses the input for a field. Empty input means the default, or omits an optional field. */
export function readField(field: FormField, typed: string): FieldReading {
  const text = typed.trim()
  if (text === '') {
    const fallback = field.schema['default'] ?? undefined
    if (fallback !== undefined || !field.isRequired) return { value: fallback }
    return { problem: 'This field is required' }
  }
  switch (field.kind) {
    case 'boolean':
      return readBoolean(text)
    case 'number':
    case 'integer':
      return readNumber(field, text)
    case 'choice':
      return readChoice(field, text)
    case 'choices':
      return readChoices(field, text)
    case 'text':
      return readText(field, typed)
    case 'unknown':
      return readJson(text)
  }
}

function readBoolean(text: string): FieldReading {
  if (/^(y|yes|true|1)$/i.test(text)) return { value: true }
  if (/^(n|no|false|0)$/i.test(text)) return { value: false }
  return { problem: 'Answer y or n' }
}

function readNumber({ kind, schema }: FormField, text: string): FieldReading {
  const value = Number(text)
  const [least, most] = [limitOf(schema['minimum'], -Infinity), limitOf(schema['maximum'], Infinity)]
  if (!Number.isFinite(value)) return { problem: 'Enter a number' }
  if (kind === 'integer' && !Number.isInteger(value)) return { problem: 'Enter a whole number' }
  if (value < least) return { problem: `Enter at least ${least}` }
  return value > most ? { problem: `Enter at most ${most}` } : { value }
}

function readText({ schema }: FormField, text: string): FieldReading {
  const [least, most] = [limitOf(schema['minLength'], 0), limitOf(schema['maxLength'], Infinity)]
  const length = Array.from(text).length
  if (length < least) return { problem: `Enter at least ${least} characters` }
  if (length > most) return { problem: `Enter at most ${most} characters` }
  const pattern = textOf(schema['pattern'])
  if (pattern !== undefined && matches(pattern, text) === false)
    return { problem: `The value must match ${pattern}` }
  const check = formats[textOf(schema['format']) ?? '']
  return check === undefined || check[0](text) ? { value: text } : { problem: `Enter ${check[1]}` }
}

const formats: Readonly<Record<string, [(text: string) => boolean, string]>> = {
  email: [(text) => /^[^\s@]+@[^\s@]+$/.test(text), 'an email address'],
  uri: [(text) => URL.canParse(text), 'a URL with its scheme, such as https://…'],
  date: [
    (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)),
    'a date such as 2026-01-31',
  ],
  'date-time': [
    (text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)),
    'a date and time such as 2026-01-31T12:00:00Z',
  ],
}

function readChoice({ choices }: FormField, text: string): FieldReading {
  const chosen =
    choices[Number(text) - 1] ?? choices.find(({ value, label }) => value === text || label === text)
  return chosen === undefined
    ? { problem: `Enter a number from 1 to ${choices.length}` }
    : { value: chosen.value }
}

function readChoices(field: FormField, text: string): FieldReading {
  const values: unknown[] = []
  for (const item of text.split(',').map((part) => part.trim())) {
    const reading = readChoice(field, item)
    if ('problem' in reading) return { problem: `${reading.problem}, separated by commas` }
    values.push(reading.value)
  }
  const [least, most] = [limitOf(field.schema['minItems'], 0), limitOf(field.schema['maxItems'], Infinity)]
  if (values.length < least) return { problem: `Choose at least ${least}` }
  return values.length > most ? { problem: `Choose at most ${most}` } : { value: values }
}

function readJson(text: string): FieldReading {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: 'Enter the value as JSON' }
  }
}

/** `undefined` for an invalid pattern. */
function matches(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return undefined
  }
}

function kindOf(type: unknown, hasChoices: boolean): FormField['kind'] {
  if (type === 'array') return hasChoices ? 'choices' : 'unknown'
  if (hasChoices) return 'choice'
  if (type === 'string') return 'text'
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'unknown'
}

/** The values of `enum`, or of `oneOf` and `anyOf` with titles; for an array, those of its items. */
function choicesOf(property: Fields): FormField['choices'] {
  const from = property['type'] === 'array' ? recordOf(property['items']) : property
  if (Array.isArray(from['enum']))
    return from['enum'].map((value) => ({ value: String(value), label: String(value) }))
  const titled = from['oneOf'] ?? from['anyOf']
  if (!Array.isArray(titled)) return []
  return titled.flatMap((option: unknown) => {
    const { const: value, title } = recordOf(option)
    return typeof value === 'string' ? [{ value, label: textOf(title) ?? value }] : []
  })
}

function recordOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function limitOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
