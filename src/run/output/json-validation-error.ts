import { CapstanError } from '../../core/capstan-error.ts'
import type { ValidationIssue } from '../../core/validation-error.ts'
import { issueWords } from './json-prompts.ts'

/** An agent's answer is not the JSON that was asked for, also after it was asked to correct it. */
export class JsonValidationError extends CapstanError {
  /** The answer. */
  readonly text: string
  readonly issues: readonly ValidationIssue[]

  constructor(text: string, issues: readonly ValidationIssue[]) {
    const [first, ...others] = issues
    const what = first === undefined ? '' : `: ${issueWords(first)}`
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`
    super('OUTPUT_INVALID', `The answer is not the requested JSON${what}${more}`, {
      hint: 'Request less at once, describe the fields in the schema, or use another model.',
    })
    this.text = text
    this.issues = issues
  }

  /** Without the text, which can be long and can hold anything. */
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues }
  }
}
