import { readPath } from './read-path.ts'
import type { WireName } from './wire-name.ts'

/** What a request says about thinking, in the words and numbers it arrived with. */
export interface ThinkingAsked {
  /** A word: the effort, or the level where a wire calls it so. */
  effort?: unknown
  /** Tokens. */
  budget?: unknown
  /** Whether it is on, in the wire's word. */
  mode?: unknown
  /** What of it is to be seen. */
  shown?: unknown
}

type Path = readonly string[]

interface Places {
  effort: Path
  budget?: Path
  mode?: Path
  shown?: Path
  /** The list of a request that may say the effort again in the middle of the conversation, which then counts. */
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

/** Reads what a request says about thinking; nothing of what it does not say. */
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

/** Newer models behind some agents get it in the conversation, beside a value at the top that never changes. */
function latestIn(conversation: unknown, path: Path): unknown {
  if (!Array.isArray(conversation)) return undefined
  return conversation.map((part: unknown) => readPath(part, ...path)).findLast((value) => value !== undefined)
}
