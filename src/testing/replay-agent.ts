import { resolve } from 'node:path'
import type { AgentDefinition } from '../agents/definition/definition.ts'
import {
  muxFactIds,
  type MuxFactId,
  unknown,
  type DefinitionFact,
} from '../agents/definition/definition-fact.ts'

export interface ReplayAgentOptions {
  /** The recording: a file with one message per line, from `createTranscriptWriter` or `capstan run --record`. */
  transcript: string
  /** The agent's id (default: `replay`). */
  id?: string
}

/** An agent that replays the agent's side of a recording. Its capabilities depend on the recording, so every fact is unknown. */
export function replayAgent({ transcript, id = 'replay' }: ReplayAgentOptions): AgentDefinition {
  const facts = muxFactIds.map((fact) => [fact, unknown('depends on the recording')])
  return {
    id,
    name: 'Replay (simulated)',
    simulated: true,
    binaries: ['capstan-replay'],
    facts: Object.fromEntries(facts) as Record<MuxFactId, DefinitionFact>,
    install: [],
    auth: { methods: ['none'], files: [], variables: [] },
    acp: { binary: 'capstan-replay', own: true, arguments: [resolve(transcript)] },
  }
}
