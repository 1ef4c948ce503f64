import type { RunResult } from './api/run.ts'

/** An answer that matches its schema. */
export interface JsonAnswer<Output> {
  readonly data: Output
  /** The result of the run. */
  readonly raw: RunResult
}

/** The answer of a run with a schema. */
export async function jsonAnswer<Output>(result: Promise<RunResult>): Promise<JsonAnswer<Output>> {
  const raw = await result
  // A run with a schema has a valid output, or fails.
  return { data: raw.output as Output, raw }
}
