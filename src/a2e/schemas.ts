import type { JsonSchema } from '../core/json-schema/json-schema.ts'
import chains from './schemas/chains.json' with { type: 'json' }
import core from './schemas/core.json' with { type: 'json' }
import env from './schemas/env.json' with { type: 'json' }
import learning from './schemas/learning.json' with { type: 'json' }
import mcp from './schemas/mcp.json' with { type: 'json' }
import memory from './schemas/memory.json' with { type: 'json' }
import multiAgent from './schemas/multi-agent.json' with { type: 'json' }
import planning from './schemas/planning.json' with { type: 'json' }
import proc from './schemas/proc.json' with { type: 'json' }
import skill from './schemas/skill.json' with { type: 'json' }
import toolkits from './schemas/toolkits.json' with { type: 'json' }
import tools from './schemas/tools.json' with { type: 'json' }

/** A published message: the name of its model and its JSON Schema. */
export interface PublishedMessage {
  readonly name: string
  readonly schema: JsonSchema
}

/** The published messages by type, grouped by capability; `core` messages need no capability. */
export const publishedMessages: Readonly<Record<string, Readonly<Record<string, PublishedMessage>>>> = {
  core,
  tools,
  toolkits,
  skill,
  env,
  proc,
  memory,
  learning,
  chains,
  mcp,
  multi_agent: multiAgent,
  planning,
}
