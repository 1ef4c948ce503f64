import type { ChatCommand } from '../chat-features.ts'

/** The word before the caret that opens a menu. */
export interface MenuWord {
  readonly kind: 'command' | 'file'
  /** The text after `/` or `@`. */
  readonly query: string
  /** Where the word starts and ends in the text. */
  readonly start: number
  readonly end: number
}

/** The word at the caret that opens a menu: `/` at the start of the text, or `@` at the start of a word. */
export function menuWordAt(text: string, caret: number): MenuWord | undefined {
  const before = text.slice(0, caret)
  const command = /^\/(\S*)$/.exec(before)
  if (command !== null) return { kind: 'command', query: command[1] ?? '', start: 0, end: caret }
  const file = /(?:^|[\s([{"'`])@([^\s@]{0,200})$/.exec(before)
  if (file === null) return undefined
  const query = file[1] ?? ''
  return { kind: 'file', query, start: caret - query.length - 1, end: caret }
}

/** The text and caret after a choice replaced the word. */
export function withChoice(
  text: string,
  { start, end }: Pick<MenuWord, 'start' | 'end'>,
  chosen: string,
): { text: string; caret: number } {
  const rest = text.slice(end)
  const inserted = /^\s/.test(rest) ? chosen : `${chosen} `
  return { text: text.slice(0, start) + inserted + rest, caret: start + inserted.length }
}

/** The commands for a query: those that start with it, then those that contain it. */
export function matchingCommands(commands: readonly ChatCommand[], query: string): ChatCommand[] {
  const needle = query.toLowerCase()
  const starts = commands.filter(({ name }) => name.toLowerCase().startsWith(needle))
  const others = commands.filter(
    (command) =>
      !starts.includes(command) &&
      `${command.name} ${command.description}`.toLowerCase().includes(needle) &&
      needle.length > 1,
  )
  return [...starts, ...others]
}

/** The index of the active option after an arrow key; it wraps around. */
export function nextOption(active: number, count: number, step: 1 | -1): number {
  return count === 0 ? 0 : (active + step + count) % count
}
