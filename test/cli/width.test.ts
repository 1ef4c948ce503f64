import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commandHelp } from '../../src/cli/help.ts'
import { createOutput } from '../../src/cli/output/output.ts'
import { textWidth } from '../../src/cli/output/run-view/text-width.ts'
import { allCommands } from '../support/command-table.ts'
import { createMachine } from '../support/machine.ts'
import { openTerminal } from '../support/terminal.ts'

const machine = createMachine()
afterAll(() => machine.remove())

const widerThan = (width: number, text: string): string[] =>
  text.split(/\r?\n/).filter((line) => textWidth(line) > width)

test('the help of every command fits 80 columns, except for examples, which users copy', async () => {
  const output = { ...createOutput({ json: false, plain: true }), width: 80 }
  const help = (await allCommands()).map(({ path, command }) => {
    const { examples: _, ...rest } = command
    return commandHelp(path.split(' '), rest, output)
  })
  expect(help.length).toBeGreaterThan(30)
  expect(widerThan(80, help.join('\n'))).toEqual([])
})

test.each([
  [['--help']],
  [['help', 'session']],
  [['agents']],
  [['compare', 'claude', 'codex']],
  [['compare', 'claude', 'codex', 'gemini', 'opencode', 'pi', 'sim', '--all']],
  [['capabilities', 'claude']],
  [['capabilities', 'claude', '--all']],
  [['capabilities', 'list']],
  [['models', 'claude']],
  [['models', 'opencode', '--provider', 'openai']],
  [['models', 'show', 'codex', 'gpt-5.5']],
  [['cost', 'claude', 'opus', '--input', '20000', '--output', '1500', '--thinking', '100']],
  [['probe', 'sim']],
])('%j fits 80 columns', async (words) => {
  const { exitCode, stdout } = await machine.run(words)
  expect(exitCode).toBe(0)
  expect(stdout.split('\n').length).toBeGreaterThan(3)
  expect(widerThan(80, stdout)).toEqual([])
})

test('help is wrapped at the width of the terminal', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'capstan-width-'))
  const env = { CAPSTAN_HOME: join(cwd, 'home') }
  try {
    const shown = async (columns: number): Promise<string> => {
      const terminal = openTerminal(['help', 'serve', '--no-color'], { env, cwd, columns })
      expect(await terminal.ended).toBe(0)
      return terminal.shown()
    }
    const [narrow, wide] = [await shown(60), await shown(140)]
    expect(widerThan(60, narrow)).toEqual([])
    expect(widerThan(100, wide)).not.toEqual([])
    expect(widerThan(140, wide)).toEqual([])
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}, 20_000)
