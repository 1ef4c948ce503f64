import type { JsonSchema } from '../../core/json-schema/json-schema.ts'
import type { ValidationIssue } from '../../core/validation-error.ts'

const onlyJson = 'one JSON value and nothing else: no text before or after it and no code fence'
const maxIssues = 20
const maxText = 20_000

/** A prompt that requests JSON only, with the schema if there is one. */
export function promptForJson(prompt: string, schema?: JsonSchema): string {
  const rule = schema === undefined ? '.' : `. It must fit this JSON Schema:\n${JSON.stringify(schema)}`
  return `${prompt}\n\nYour final answer must be ${onlyJson}${rule}`
}

/** A prompt that requests a correction of an answer. */
export function repairPrompt(issues: readonly ValidationIssue[], text: string): string {
  const lines = issues.slice(0, maxIssues).map((issue) => `- ${issueText(issue)}`)
  if (issues.length > maxIssues) lines.push(`- and ${issues.length - maxIssues} more`)
  const answer = text.length > maxText ? `${text.slice(0, maxText)}…` : text
  return [
    'Your answer is not the requested JSON:',
    ...lines,
    '',
    'This was your answer:',
    answer,
    '',
    `Answer again with all of it corrected, as ${onlyJson}.`,
  ].join('\n')
}

/** An issue as text, with its path. */
export function issueText({ path, message }: ValidationIssue): string {
  const [first, ...rest] = path
  if (first === undefined) return message
  const steps = rest.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  return `${typeof first === 'number' ? `[${first}]` : first}${steps.join('')} ${message}`
}
