import { jsonSchemaOf } from '../api/json-schema.ts'
import { promptForJson, repairPrompt } from './json-prompts.ts'
import { JsonValidationError } from './json-validation-error.ts'
import type { OutputSchema } from '../api/standard-schema.ts'
import { readOutput, validateOutput } from './structured-output.ts'

/** An answer that has to fit a schema; one that does not may be mended once. */
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

  /** The answer, once it is given. */
  get data(): unknown {
    return this.#data?.value
  }

  /** The prompt with what is asked of the answer. */
  promptFor(prompt: string): string {
    return promptForJson(prompt, jsonSchemaOf(this.#schema))
  }

  /**
   * Takes an answer: its text, or the value the agent gave by itself. Gives the prompt that asks to mend it where it does
   * not fit.
   * @throws JsonValidationError when it was mended before.
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
