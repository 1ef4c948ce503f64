import { jsonSchemaOf } from '../api/json-schema.ts'
import { promptForJson, repairPrompt } from './json-prompts.ts'
import { JsonValidationError } from './json-validation-error.ts'
import type { OutputSchema } from '../api/standard-schema.ts'
import { readOutput, validateOutput } from './structured-output.ts'

/** An answer that must match a schema; the agent may correct it once. */
export class StructuredAnswer {
  readonly #schema: OutputSchema
  #isMended = false
  #data: { value: unknown } | undefined

  constructor(schema: OutputSchema) {
    this.#schema = schema
  }

  get isGiven(): boolean {
    return this.#data !== undefined
  }

  /** The valid answer, once received. */
  get data(): unknown {
    return this.#data?.value
  }

  /** The prompt with the requirements for the answer. */
  promptFor(prompt: string): string {
    return promptForJson(prompt, jsonSchemaOf(this.#schema))
  }

  /**
   * Checks an answer: its text, or the value from the agent. Returns a prompt that requests a correction if it does not
   * match.
   * @throws JsonValidationError if the corrected answer does not match either.
   */
  async check({ text, value }: { text: string; value?: unknown }): Promise<string | undefined> {
    if (this.isGiven) return undefined
    const output = await (value === undefined
      ? readOutput(this.#schema, text)
      : validateOutput(this.#schema, value))
    if (output.ok) {
      this.#data = { value: output.data }
      return undefined
    }
    const said = value === undefined ? text : JSON.stringify(value)
    if (this.#isMended) throw new JsonValidationError(said, output.issues)
    this.#isMended = true
    return repairPrompt(output.issues, said)
  }
}
