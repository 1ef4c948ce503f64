import { join } from 'node:path'
import { ProgramCache } from '../agents/program-cache.ts'
import { isRecord } from '../agents/shape.ts'

/** What a live handshake told. */
export interface ProbeAnswer {
  /** When, as ISO 8601. */
  readonly at: string
  /** The answer to `initialize` as it came. */
  readonly initialize: Readonly<Record<string, unknown>>
}

/** A memory of what programs told, in a file of a folder; an answer is forgotten when its program changes. */
export function createProbeCache(folder: string): ProgramCache<ProbeAnswer> {
  return new ProgramCache(join(folder, 'probes.json'), isAnswer)
}

function isAnswer(value: unknown): value is ProbeAnswer {
  return isRecord(value) && typeof value['at'] === 'string' && isRecord(value['initialize'])
}
