import type { Command, CommandEntry } from '../../src/cli/command.ts'
import { commands } from '../../src/cli/commands.ts'

/** Every command of the program with the words that name it. */
export async function allCommands(
  entries: readonly CommandEntry[] = commands,
  path: readonly string[] = [],
): Promise<{ path: string; command: Command }[]> {
  const found = await Promise.all(
    entries.map(async ({ name, load }) => {
      const words = [...path, name]
      const loaded = await load()
      if (!('commands' in loaded)) return [{ path: words.join(' '), command: loaded }]
      const otherwise = await loaded.otherwise?.()
      const own = otherwise === undefined ? [] : [{ path: words.join(' '), command: otherwise }]
      return [...own, ...(await allCommands(loaded.commands, words))]
    }),
  )
  return found.flat()
}
