import { expect, test } from 'vitest'
import { allCommands } from '../support/command-table.ts'

test('every command names the permission policy --permissions and the listening address --host', async () => {
  const commands = await allCommands()
  const having = (flag: string): string[] =>
    commands
      .filter(({ command }) => command.options.some(({ name }) => name === flag))
      .map(({ path }) => path)
      .toSorted()
  expect(having('approve')).toEqual([])
  expect(having('hostname')).toEqual([])
  expect(having('permissions')).toEqual(['a2e serve', 'run', 'serve', 'session new'])
  expect(having('host')).toEqual(['a2e serve', 'serve'])
})
