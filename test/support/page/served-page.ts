import type { ChildProcess } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scenario } from '../../../src/testing/sim/scenario.ts'
import { createMachine } from '../machine.ts'
import { type ProgramResult, startCapstan } from '../program.ts'

/** `capstan serve` on a machine of its own, where nothing is installed but what is put there. */
export interface ServedPage {
  readonly url: string
  /** The link of the last start. */
  readonly link: string
  /** Where agents work. */
  readonly workspace: string
  /** The file in which the gateway stores threads; other processes may use it too. */
  readonly threadsFile: string
  /** Ends it and starts it again at the same port. */
  restart(): Promise<void>
  /** Signs every browser out. */
  signOut(): void
  /** Ends it, and starts nothing. */
  stop(): Promise<void>
  remove(): Promise<void>
}

interface Running {
  readonly url: string
  readonly link: string
  readonly child: ChildProcess
  readonly ended: Promise<ProgramResult>
}

/** Agents of the tests' own beside those of the catalog, each the sim with something else about it. */
const own = [
  {
    id: 'crew',
    name: 'Crew',
    facts: {
      'multi-agent.delegation': {
        support: 'supported',
        basis: 'run',
        value: [{ name: 'reviewer', description: 'reads changes' }, { name: 'tester' }],
      },
      'thinking.supported': { support: 'unsupported', basis: 'run' },
      'prompt.image': { support: 'unsupported', basis: 'run' },
      'prompt.audio': { support: 'supported', basis: 'run' },
      'prompt.file': { support: 'unsupported', basis: 'run' },
    },
    ...simWith(
      {
        initialize: {
          agentCapabilities: { promptCapabilities: { image: false, audio: true, embeddedContext: false } },
        },
        prompts: [[{ step: 'text', text: 'Nothing thought about.' }]],
        repeat: true,
      },
      ['--protocol', '1'],
    ),
  },
  { id: 'slow', name: 'Slow', ...simWith({}, ['--pace', '150']) },
  { id: 'locked', name: 'Locked', ...simWith({ authentication: [{ id: 'key', name: 'API key' }] }) },
  {
    id: 'writer',
    name: 'Writer',
    ...simWith(
      {
        prompts: [
          [
            {
              step: 'text',
              text: '# Done\n\n- **one**\n- `two`\n\n```ts\nconst answer = 42\n```\n\n<b>not bold</b>\n\n[evil](javascript:alert(1)) [good](https://example.org/x)\n',
            },
          ],
        ],
      },
      ['--protocol', '1'],
    ),
  },
  {
    id: 'asker',
    name: 'Asker',
    ...simWith({
      prompts: [
        [
          {
            step: 'elicit',
            message: 'Who are you?',
            form: {
              type: 'object',
              properties: { name: { type: 'string', title: 'Your name' } },
              required: ['name'],
            },
          },
        ],
      ],
    }),
  },
  {
    id: 'hanging',
    name: 'Hanging',
    ...simWith({ prompts: [[{ step: 'text', text: 'I begin.' }, { step: 'hang' }]] }),
  },
]

/** Installs Codex as a program that says its version, slowly enough to see the progress; knows no other package. */
const npm = `
const fs = require('node:fs'), path = require('node:path')
const words = process.argv.slice(2)
if (!words.some((word) => word.startsWith('@openai/codex@'))) {
  console.error('npm error code ETARGET\\nnpm error notarget No matching version found')
  process.exit(1)
}
const modules = path.join(words[words.indexOf('--prefix') + 1], 'node_modules')
const bin = path.join(modules, '.bin')
fs.mkdirSync(bin, { recursive: true })
for (const word of words.filter((word) => word.lastIndexOf('@') > 0)) {
  const [name, version] = [word.slice(0, word.lastIndexOf('@')), word.slice(word.lastIndexOf('@') + 1)]
  fs.mkdirSync(path.join(modules, name), { recursive: true })
  fs.writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ name, version }))
  const program = path.join(modules, name, 'program.js')
  fs.writeFileSync(program, '#!/bin/sh\\necho ' + version + '\\n', { mode: 0o755 })
  fs.symlinkSync(program, path.join(bin, name === '@openai/codex' ? 'codex' : 'codex-acp'))
}
console.log('added 2 packages')
setTimeout(() => {}, 700)
`

/** A program with colors and a progress line that ends when the file `go` is in its folder. */
const paint = `
const fs = require('node:fs')
process.stdout.write('\\u001b[31mred\\u001b[0m \\u001b[1;38;5;46mgreen\\u001b[0m good\\u202Etxt\\n10 %\\r50 %')
const timer = setInterval(() => {
  if (!fs.existsSync('go')) return
  clearInterval(timer)
  process.stdout.write('\\rdone\\n')
}, 50)
`

export interface ServeOptions {
  /** Whether only the agents of the catalog are there, several of them installed; no unless given. */
  readonly isPlain?: boolean
}

export async function servePage({ isPlain = false }: ServeOptions = {}): Promise<ServedPage> {
  const machine = createMachine()
  // Programs that tell their version and cannot do anything else.
  machine.addProgram('claude', 'console.log("2.1.325 (Claude Code)")')
  machine.addProgram('npm', npm)
  machine.addProgram('paint', paint)
  if (isPlain) {
    machine.addProgram('codex', 'console.log("codex-cli 0.166.0")')
    machine.addProgram('gemini', 'console.log("0.61.0")')
    machine.addProgram('opencode', 'console.log("1.18.33")')
  }
  const workspace = join(machine.home, 'workspace')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'notes.txt'), 'first\nsecond\nthird\n')
  const agents = join(machine.home, 'agents.json')
  writeFileSync(agents, JSON.stringify(own))
  const serving = [
    'serve',
    '--json',
    '--no-open',
    '--cwd',
    workspace,
    ...(isPlain ? [] : ['--agents', agents]),
  ]
  const start = async (port: number): Promise<Running> => {
    const { child, ended } = startCapstan([...serving, '--port', String(port)], {
      cwd: workspace,
      env: {
        PATH: machine.bin,
        HOME: machine.home,
        CAPSTAN_HOME: machine.capstanHome,
        CAPSTAN_SIM_HOME: join(machine.home, 'sim'),
      },
    })
    const line = await Promise.race([firstLine(child), ended.then(failed)])
    return { ...(JSON.parse(line) as { url: string; link: string }), child, ended }
  }
  let running = await start(0)
  const stop = async (): Promise<void> => {
    running.child.kill('SIGTERM')
    await running.ended
  }
  return {
    url: running.url,
    get link() {
      return running.link
    },
    workspace,
    threadsFile: join(machine.capstanHome, 'gateway/threads.db'),
    restart: async () => {
      await stop()
      running = await start(Number(new URL(running.url).port))
    },
    signOut: () => rmSync(join(machine.capstanHome, 'gateway/logins.json')),
    stop,
    remove: async () => {
      await stop()
      machine.remove()
    },
  }
}

function simWith(scenario: Scenario, words: readonly string[] = []): object {
  return {
    simulated: true,
    binaries: ['capstan-sim'],
    variables: ['CAPSTAN_SIM_HOME'],
    acp: {
      binary: 'capstan-sim',
      own: true,
      arguments: ['--scenario', JSON.stringify(scenario), ...words],
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text
}

function failed({ exitCode, stderr }: ProgramResult): never {
  throw new Error(`capstan serve ended with ${exitCode}: ${stderr}`)
}
