import { jsonSchemaOf } from './json-schema.ts'
import { promptForJson, repairPrompt } from './json-prompts.ts'
import { JsonValidationError } from './json-validation-error.ts'
import type { TurnOptions } from './options.ts'
import type { RunResult } from './run.ts'
import { type OutputSchema, readOutput } from './structured-output.ts'

/** An answer that fits its schema. */
export interface JsonAnswer<Output> {
  readonly data: Output
  /** The run whose answer it was. */
  readonly raw: RunResult
}

/**
 * Asks for JSON in a session. An answer that does not fit gets one chance to be mended.
 * @throws JsonValidationError when the second does not fit either.
 */
export async function askJson<Output>(
  session: { ask(prompt: string, options?: TurnOptions): Promise<RunResult> },
  { prompt, schema, options }: { prompt: string; schema: OutputSchema<Output>; options?: TurnOptions },
): Promise<JsonAnswer<Output>> {
  let raw = await session.ask(promptForJson(prompt, jsonSchemaOf(schema)), options)
  let output = await readOutput(schema, raw.text)
  if (!output.ok) {
    raw = await session.ask(repairPrompt(output.issues, raw.text), options)
    output = await readOutput(schema, raw.text)
  }
  if (!output.ok) throw new JsonValidationError(raw.text, output.issues)
  return { data: output.data, raw }
}
