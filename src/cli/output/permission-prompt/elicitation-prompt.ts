import type { ElicitationRequestedEvent } from '../../../events/elicitation.ts'
import type { ElicitationAnswer } from '../../../run/api/run.ts'
import type { PromptOptions } from '../permission-prompt.ts'
import { type FormField, formFields, readField } from './form-field.ts'

/** Asks a person for the values of a form, or to open a URL. */
export async function askElicitation(
  request: ElicitationRequestedEvent,
  options: PromptOptions,
): Promise<ElicitationAnswer> {
  const { person, style, text } = options
  person.write(`${style.warn('?')} ${style.bold(`The agent asks: ${text.line(request.message)}`)}\n`)
  if (request.mode === 'url') return await sendToAddress(request, options)
  if (request.mode !== 'form' || request.schema === undefined) {
    person.write(`  ${style.dim(`Unsupported kind of question: ${text.line(request.mode)}`)}\n`)
    return { action: 'cancel' }
  }
  const fields = formFields(request.schema)
  const action = await choose(options, '[y] answer  [n] decline  [Esc] cancel')
  if (action !== 'accept') return { action }
  const content: Record<string, unknown> = {}
  for (const field of fields) {
    const reading = await askField(field, options)
    if (reading === undefined) return { action: 'cancel' }
    if (reading.value !== undefined) content[field.name] = reading.value
  }
  return { action: 'accept', content }
}

async function sendToAddress(
  { url }: ElicitationRequestedEvent,
  options: PromptOptions,
): Promise<ElicitationAnswer> {
  options.person.write(`  open ${options.text.line(url ?? '')}\n`)
  return { action: await choose(options, '[Enter] when done  [n] decline  [Esc] cancel') }
}

async function choose(
  { person, style, signal }: PromptOptions,
  offers: string,
): Promise<'accept' | 'decline' | 'cancel'> {
  person.write(`  ${style.bold(offers)}\n`)
  for (;;) {
    const key = await person.key(signal)
    if (key === 'y' || key === 'enter') return 'accept'
    if (key === 'n') return 'decline'
    if (key === 'cancel') return 'cancel'
  }
}

/** Asks until the value is valid; `undefined` if the person cancels. */
async function askField(
  field: FormField,
  { person, style, text, signal }: PromptOptions,
): Promise<{ value: unknown } | undefined> {
  const { title, description, choices, schema, isRequired } = field
  if (description !== undefined) person.write(`  ${style.dim(text.line(description))}\n`)
  for (const [index, { label }] of choices.entries()) person.write(`  ${index + 1} ${text.line(label)}\n`)
  const fallback = schema['default'] ?? undefined
  const notes = [
    ...(field.kind === 'boolean' ? ['y/n'] : []),
    ...(fallback === undefined ? [] : [`Enter for ${text.line(JSON.stringify(fallback))}`]),
    ...(fallback === undefined && !isRequired ? ['optional'] : []),
  ]
  const question = `  ${text.line(title)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}: `
  for (;;) {
    const typed = await person.line(question, signal)
    if (typed === undefined) return undefined
    const reading = readField(field, typed)
    if ('value' in reading) return reading
    person.write(`  ${style.warn(text.line(reading.problem))}\n`)
  }
}
