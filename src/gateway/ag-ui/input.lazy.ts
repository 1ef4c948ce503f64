import type { RunInput } from './input.ts'

let read: ((body: unknown) => RunInput) | undefined

/** Validates a run input; loads zod on first use. @throws ValidationError with every issue. */
export async function readRunInput(body: unknown): Promise<RunInput> {
  read ??= (await import('./input-schema.ts')).readRunInput
  return read(body)
}
