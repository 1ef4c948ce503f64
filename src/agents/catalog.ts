import type { BuiltInAgentName } from '../capabilities/ecosystems/mux/types.ts'
import { claude } from './catalog/claude/definition.ts'
import { codex } from './catalog/codex/definition.ts'
import { copilot } from './catalog/copilot/definition.ts'
import { cursor } from './catalog/cursor/definition.ts'
import { frozenWhenRead } from '../models/freeze.ts'
import type { AgentDefinition } from './definition/definition.ts'
import { gemini } from './catalog/gemini/definition.ts'
import { hermes } from './catalog/hermes/definition.ts'
import { goose } from './catalog/goose/definition.ts'
import { kimi } from './catalog/kimi/definition.ts'
import { qwen } from './catalog/qwen/definition.ts'
import { droid } from './catalog/droid/definition.ts'
import { kilo } from './catalog/kilo/definition.ts'
import { omp } from './catalog/omp/definition.ts'
import { openclaw } from './catalog/openclaw/definition.ts'
import { opencode } from './catalog/opencode/definition.ts'
import { pi } from './catalog/pi/definition.ts'
import { sim } from './catalog/sim/definition.ts'

/** Agents that agent-mux's document does not name. */
type ExtraAgentName = 'goose' | 'kimi' | 'qwen' | 'droid' | 'kilo'

/** The definitions, not frozen. A caller must freeze its result. */
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
 * The built-in agents in listing order, the simulated agent last. Each is frozen on first read, because a program
 * usually needs only one at startup.
 */
export const agentCatalog = /* @__PURE__ */ frozenWhenRead(definitions)
