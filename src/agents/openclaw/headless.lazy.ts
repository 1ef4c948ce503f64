import type { CreateHeadlessReader } from '../headless-events.ts'

/** Loads the reader of OpenClaw's headless output. */
export async function openclawHeadlessReader(): Promise<CreateHeadlessReader> {
  const { createOpenclawReader } = await import('./events.ts')
  return createOpenclawReader
}
