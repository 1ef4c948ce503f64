import type { Turn } from './model-request.ts'

/** Where a conversation stands: what the user asked last, and how many calls were answered since. */
export interface Standing {
  prompt: string
  results: number
}

const fenced = /<<<BEGIN_(\w+)>>>[\s\S]*?<<<END_\1>>>/g
const leading = /^\s*<([\w-]+)(?:\s[^>]*)?>[\s\S]*?<\/\1>/
const trailing = /<([\w-]+)(?:\s[^>]*)?>(?:(?!<\1[\s>])[\s\S])*?<\/\1>\s*$/

/** Finds the newest prompt. Agents write in the user's name too: reminders, the date, their surroundings. */
export function standingOf(turns: readonly Turn[]): Standing {
  const users = turns.flatMap((turn, index) => (turn.from === 'user' ? [{ index, texts: turn.texts }] : []))
  const written = users.findLast(({ texts }) => promptOf(texts) !== '')
  const newest = written ?? users.at(-1)
  if (newest === undefined) return { prompt: '', results: new Set(callsIn(turns)).size }
  const prompt = written === undefined ? newest.texts.join('\n') : promptOf(newest.texts)
  return { prompt, results: new Set(callsIn(turns.slice(newest.index + 1))).size }
}

function callsIn(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) => (turn.from === 'tool' ? [turn.call] : []))
}

function promptOf(texts: readonly string[]): string {
  return texts
    .map((text) => unquoted(withoutTags(text)))
    .filter((text) => text !== '')
    .join('\n')
}

/** Agents put what they add between tags or fences, in blocks of its own or around the prompt. */
function withoutTags(text: string): string {
  const rest = text.replaceAll(fenced, '').replace(leading, '').replace(trailing, '').trim()
  return rest === text.trim() ? rest : withoutTags(rest)
}

/** One agent puts a prompt with spaces between quotes. */
function unquoted(text: string): string {
  return /^"[\s\S]*"$/.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text
}
