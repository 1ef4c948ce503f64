import type { RunResult } from './api/run.ts'

/** An answer that fits its schema. */
export interface JsonAnswer<Output> {
  readonly data: Output
  /** The run whose answer it was. */
  readonly raw: RunResult
}

/** The answer of a run that was given a schema. */
export async function jsonAnswer<Output>(result: Promise<RunResult>): Promise<JsonAnswer<Output>> {
  const raw = await result
  // A run with a schema has an output that fits it, or fails.
  return { data: raw.output as Output, raw }
}
