import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'
import { hasShell, offeredBy } from '../support/shell-completion.ts'

const machine = createMachine()
machine.addProgram('capstan', `import(${JSON.stringify(join(projectRoot, 'dist/cli/main.js'))})`)
const cwd = join(machine.home, 'work')
mkdirSync(join(cwd, 'clouds'), { recursive: true })
writeFileSync(join(cwd, 'schema.json'), '{}')
afterAll(() => machine.remove())

const lines: readonly (readonly [line: string, words: readonly string[]])[] = [
  ['capstan mod', ['models']],
  ['capstan ses', ['session']],
  ['capstan models va', ['validate']],
  ['capstan run cl', ['claude']],
  ['capstan run claude --permissions ', ['allow', 'allow-reads', 'ask', 'deny']],
  ['capstan compare claude cod', ['codex']],
  ['capstan run claude --perm', ['--permissions']],
  ['capstan run claude --fallback cod', ['codex']],
  ['capstan pick --need output.struct', ['output.structured']],
  ['capstan run aut', ['auto']],
  ['capstan run claude --permissions allow', ['allow', 'allow-reads']],
  ['capstan run claude --model op', ['opus']],
  ['capstan models show claude claude-haiku-5', ['claude-haiku-5-5']],
  ['capstan capabilities cla', ['claude']],
  ['capstan help do', ['doctor']],
]

describe.each(['bash', 'zsh', 'fish'] as const)('the completion of %s', (shell) => {
  let offered: string[][] = []
  const withFiles = ['capstan run claude --schema sch', 'capstan run claude --permissions=de']
  beforeEach(({ skip }) => skip(!hasShell(shell), `${shell} is not installed`))
  beforeAll(() => {
    if (!hasShell(shell)) return
    const env = {
      PATH: `${machine.bin}:/usr/bin:/bin`,
      HOME: machine.home,
      CAPSTAN_HOME: machine.capstanHome,
      TERM: 'xterm',
    }
    offered = offeredBy(shell, [...lines.map(([line]) => line), ...withFiles], { env, cwd })
  })

  it.each(lines.map(([line, words], index) => ({ line, words, index })))(
    'completes "$line"',
    ({ words, index }) => {
      expect(offered[index]).toEqual(words)
    },
  )

  it('offers files if no completion matches', () => {
    // Bash itself offers files when the function gives none.
    expect(offered.at(-2)).toEqual(shell === 'bash' ? [] : ['schema.json'])
  })

  it('completes the value in --flag=value', () => {
    expect(offered.at(-1)).toEqual([shell === 'bash' ? 'deny' : '--permissions=deny'])
  })
})

describe('capstan completion', () => {
  it('prints a script for each shell, and lists the shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { exitCode, stdout } = await machine.run(['completion', shell])
      expect(exitCode).toBe(0)
      expect(stdout).toContain('capstan completion words --')
    }
    expect(await machine.run(['completion', 'tcsh'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error USAGE_ERROR: No completion for tcsh — Use one of bash, zsh, fish, powershell.\n',
    })
  })

  it('reads the two quotes that PowerShell passes for an empty argument', async () => {
    const { stdout } = await machine.run(['completion', 'words', '--', 'config', '""'])
    expect(stdout.split('\n')).toContain('show')
  })
})
