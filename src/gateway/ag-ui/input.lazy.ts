import type { RunInput } from './input.ts'

let read: ((body: unknown) => RunInput) | undefined

/** Checks what a client starts a run with; zod is loaded with the first. @throws ValidationError with every issue. */
export async function readRunInput(body: unknown): Promise<RunInput> {
  read ??= (await import('./input-schema.ts')).readRunInput
  return read(body)
}
