import type { BuiltInAgentName } from '../capabilities/ecosystems/mux/types.ts'
import { claude } from './claude/definition.ts'
import { codex } from './codex/definition.ts'
import { copilot } from './copilot/definition.ts'
import { cursor } from './cursor/definition.ts'
import { frozenWhenRead } from '../models/freeze.ts'
import type { AgentDefinition } from './definition.ts'
import { gemini } from './gemini/definition.ts'
import { hermes } from './hermes/definition.ts'
import { goose } from './goose/definition.ts'
import { kimi } from './kimi/definition.ts'
import { qwen } from './qwen/definition.ts'
import { droid } from './droid/definition.ts'
import { kilo } from './kilo/definition.ts'
import { omp } from './omp/definition.ts'
import { openclaw } from './openclaw/definition.ts'
import { opencode } from './opencode/definition.ts'
import { pi } from './pi/definition.ts'
import { sim } from './sim/definition.ts'

/** Agents that agent-mux's document does not name. */
type ExtraAgentName = 'goose' | 'kimi' | 'qwen' | 'droid' | 'kilo'

/** The definitions as they are written. Only for those who freeze what they hand out. */
export const definitions = {
  claude,
  codex,
  gemini,
  copilot,
  cursor,
  opencode,
  pi,
  omp,
  openclaw,
  hermes,
  goose,
  kimi,
  qwen,
  droid,
  kilo,
  sim,
} satisfies Readonly<Record<BuiltInAgentName | ExtraAgentName | 'sim', AgentDefinition>>

/**
 * The agents Capstan knows from the start, in the order they are listed; the simulated one comes last. Frozen, each when
 * it is first read: a program that starts needs one of them.
 */
export const agentCatalog = /* @__PURE__ */ frozenWhenRead(definitions)
