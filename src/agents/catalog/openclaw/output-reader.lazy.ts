import type { CreateOutputReader } from '../../command-line/output-reader.ts'

/** Loads the reader of OpenClaw's command-line output. */
export async function openclawOutputReader(): Promise<CreateOutputReader> {
  const { createOpenclawReader } = await import('./events.ts')
  return createOpenclawReader
}
