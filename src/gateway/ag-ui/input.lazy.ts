import type { RunInput } from './input.ts'

let read: ((body: unknown) => RunInput) | undefined

/** Validates a run input; loads zod on first use. @throws ValidationError with every issue. */
export async function readRunInput(body: unknown): Promise<RunInput> {
  read ??= (await import('./input-schema.ts')).readRunInput
  return read(body)
}

/** Does what the first input would wait for: zod is loaded, and prepares its schemas when it first uses them. */
export async function prepareToReadInput(): Promise<void> {
  await readRunInput({ threadId: 't', runId: 'r', messages: [{ id: 'm', role: 'user', content: '' }] })
}
