import { CapstanError } from '../../core/capstan-error.ts'
import type { ValidationIssue } from '../../core/validation-error.ts'
import { issueText } from './json-prompts.ts'

/** The agent's answer is not the requested JSON, even after a correction. */
export class JsonValidationError extends CapstanError {
  /** The answer. */
  readonly text: string
  readonly issues: readonly ValidationIssue[]

  constructor(text: string, issues: readonly ValidationIssue[]) {
    const [first, ...others] = issues
    const what = first === undefined ? '' : `: ${issueText(first)}`
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`
    super('OUTPUT_INVALID', `The answer is not the requested JSON${what}${more}`, {
      hint: 'Request less at once, describe the fields in the schema, or use another model.',
    })
    this.text = text
    this.issues = issues
  }

  /** Without the text, which can be long and contain anything. */
  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues }
  }
}
