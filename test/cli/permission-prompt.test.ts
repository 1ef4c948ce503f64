import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/machine.ts'
import { projectRoot } from '../support/package.ts'

const patience = { timeout: 30_000 }

let machine: Machine
beforeEach(() => void (machine = createMachine()))
afterEach(() => machine.remove())

interface Terminal {
  child: ChildProcess
  seen: () => string
  type: (text: string) => void
}

/** The program in a terminal of its own, which `script` of util-linux makes; it ends as the program does. */
function runInTerminal(prompt: string): Terminal {
  const words = [process.execPath, join(projectRoot, 'dist/cli/main.js'), 'run', 'sim', prompt]
  const line = words.map((word) => `'${word}'`).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: machine.home,
    env: {
      PATH: process.env['PATH'],
      HOME: machine.home,
      CAPSTAN_HOME: machine.capstanHome,
      SHELL: '/bin/sh',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let seen = ''
  child.stdout?.on('data', (chunk: Buffer) => (seen += chunk.toString()))
  return { child, seen: () => seen, type: (text) => void child.stdin?.write(text) }
}

/** Keys of the first moment after a question are passed over, so that nobody answers what they have not read. */
async function questionAppears({ seen }: Terminal): Promise<void> {
  await expect.poll(seen, patience).toContain('[Esc] cancel')
  await new Promise((resolve) => setTimeout(resolve, 500))
}

describe.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')(
  'a question in a terminal',
  () => {
    it('ends the whole run on Ctrl-C', async () => {
      const terminal = runInTerminal('write note.txt hello and say done')
      await questionAppears(terminal)
      terminal.type('\u0003')
      expect(await once(terminal.child, 'exit')).toEqual([13, null])
      expect(terminal.seen()).toContain('ABORTED')
      expect(existsSync(join(machine.home, 'note.txt'))).toBe(false)
    })

    it.each(['y\r', 'y\n'])('reads %j as one argument', async (typed) => {
      const terminal = runInTerminal('write note.txt hello')
      await questionAppears(terminal)
      terminal.type(typed)
      expect(await once(terminal.child, 'exit')).toEqual([0, null])
      expect(existsSync(join(machine.home, 'note.txt'))).toBe(true)
    })

    it('continues the run on Escape', async () => {
      const terminal = runInTerminal('write note.txt hello and say done')
      await questionAppears(terminal)
      terminal.type('\u001b')
      await once(terminal.child, 'exit')
      expect(terminal.seen()).not.toContain('ABORTED')
      expect(existsSync(join(machine.home, 'note.txt'))).toBe(false)
    })
  },
)
