import { readPath } from './read-path.ts'
import type { WireName } from './wire-name.ts'

/** The thinking parameters of a request, unchanged. */
export interface ThinkingAsked {
  /** The effort, which some APIs call level. */
  effort?: unknown
  /** Tokens. */
  budget?: unknown
  /** Whether thinking is on, as the API says it. */
  mode?: unknown
  /** Which part of the thinking the client can see. */
  shown?: unknown
}

type Path = readonly string[]

interface Places {
  effort: Path
  budget?: Path
  mode?: Path
  shown?: Path
  /** The messages of a request, which may change the effort in the middle of the conversation. */
  conversation?: string
}

const gemini: Path = ['generationConfig', 'thinkingConfig']

const places: Readonly<Record<WireName, Places>> = {
  'anthropic-messages': {
    effort: ['output_config', 'effort'],
    budget: ['thinking', 'budget_tokens'],
    mode: ['thinking', 'type'],
    shown: ['thinking', 'display'],
    conversation: 'messages',
  },
  'openai-responses': {
    effort: ['reasoning', 'effort'],
    shown: ['reasoning', 'summary'],
    conversation: 'input',
  },
  'openai-chat': { effort: ['reasoning_effort'] },
  gemini: {
    effort: [...gemini, 'thinkingLevel'],
    budget: [...gemini, 'thinkingBudget'],
    shown: [...gemini, 'includeThoughts'],
  },
}

/** Reads the thinking parameters of a request; omitted parameters stay undefined. */
export function thinkingAsked(wire: WireName, body: unknown): ThinkingAsked {
  const { effort, budget, mode, shown, conversation } = places[wire]
  const at = (path: Path | undefined): unknown => (path === undefined ? undefined : readPath(body, ...path))
  const said = {
    effort: latestIn(readPath(body, conversation ?? ''), effort) ?? at(effort),
    budget: at(budget),
    mode: at(mode),
    shown: at(shown),
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== null))
}

/** For newer models, some agents set it in the conversation, beside a constant value at the top. */
function latestIn(conversation: unknown, path: Path): unknown {
  if (!Array.isArray(conversation)) return undefined
  return conversation.map((part: unknown) => readPath(part, ...path)).findLast((value) => value !== undefined)
}
