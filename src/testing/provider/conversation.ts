import type { Turn } from './model-request.ts'

/** The state of a conversation: the last prompt, and the number of tool results since. */
export interface Standing {
  prompt: string
  results: number
}

const fenced = /<<<BEGIN_(\w+)>>>[\s\S]*?<<<END_\1>>>/g
const opening = /^<([\w-]+)(?:\s[^<>]*)?>/
const closing = /<\/([\w-]+)>$/

/** Finds the last prompt. Agents add user messages too: reminders, the date, the environment. */
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

/** Agents wrap their additions in tags or fences, in separate blocks or around the prompt. */
function withoutTags(text: string): string {
  let rest = text.replaceAll(fenced, '').trim()
  for (;;) {
    const shorter = withoutLast(withoutFirst(rest))
    if (shorter === rest) return rest
    rest = shorter
  }
}

function withoutFirst(text: string): string {
  const [, name] = opening.exec(text) ?? []
  const end = name === undefined ? -1 : text.indexOf(`</${name}>`)
  return end === -1 ? text : text.slice(text.indexOf('>', end) + 1).trim()
}

/** Only at the start of a line: a prompt may end with a tag. */
function withoutLast(text: string): string {
  const [, name] = closing.exec(text) ?? []
  const start = name === undefined ? -1 : text.lastIndexOf(`\n<${name}`)
  return start === -1 ? text : text.slice(0, start).trim()
}

/** One agent quotes a prompt with spaces. */
function unquoted(text: string): string {
  return /^"[\s\S]*"$/.test(text) ? text.slice(1, -1).replaceAll('\\"', '"') : text
}
