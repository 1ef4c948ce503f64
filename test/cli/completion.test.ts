import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createMachine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'

const machine = createMachine()
machine.addProgram('capstan', `import(${JSON.stringify(join(projectRoot, 'dist/cli/main.js'))})`)
afterAll(() => machine.remove())

/** What a real bash offers after this line. */
function offeredByBash(line: string): string[] {
  const script = `
source <(capstan completion bash)
COMP_WORDS=(${line}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_capstan; printf '%s\\n' "\${COMPREPLY[@]}"`
  const env = { PATH: `${machine.bin}:/usr/bin:/bin`, HOME: machine.home, CAPSTAN_HOME: machine.capstanHome }
  return execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).trim().split('\n')
}

describe('capstan completion', () => {
  it.each([
    ['capstan mod', ['models']],
    ['capstan ses', ['sessions', 'session']],
    ['capstan models va', ['validate']],
    ['capstan run cl', ['claude']],
    ['capstan compare claude cod', ['codex']],
    ['capstan run claude --perm', ['--permissions']],
    ['capstan run claude --permissions allow', ['allow-reads', 'allow']],
    ['capstan run claude --model op', ['opus']],
    ['capstan models show claude claude-haiku-5', ['claude-haiku-5-5']],
    ['capstan capabilities cla', ['claude']],
    ['capstan help do', ['doctor']],
  ])('bash completes %s', (line, words) => {
    expect(offeredByBash(line)).toEqual(words)
  })

  it('prints a script for each shell, and names those there are', async () => {
    for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
      const { exitCode, stdout } = await machine.run(['completion', shell])
      expect(exitCode).toBe(0)
      expect(stdout).toContain('capstan completion words --')
    }
    expect(await machine.run(['completion', 'tcsh'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error USAGE_ERROR: There is no completion for tcsh — Use one of bash, zsh, fish, powershell.\n',
    })
  })
})
