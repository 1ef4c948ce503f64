import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { capstan, type ProgramResult, startCapstan } from './program.ts'

/** A separate machine: an empty home, an empty PATH, and no access to the real home. */
export interface Machine {
  readonly home: string
  /** The only folder on its PATH. */
  readonly bin: string
  /** The data folder of Capstan. */
  readonly capstanHome: string
  run(words: readonly string[], env?: Record<string, string>): Promise<ProgramResult>
  start(words: readonly string[]): ReturnType<typeof startCapstan>
  /** Puts a program on the PATH: a script of this interpreter. */
  addProgram(name: string, source: string, interpreter?: string): void
  /** Puts a real program on the PATH. */
  link(name: string, target: string): void
  remove(): void
}

export function createMachine(): Machine {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-machine-')))
  const [home, bin, capstanHome] = [join(root, 'home'), join(root, 'bin'), join(root, 'capstan')]
  for (const folder of [home, bin]) mkdirSync(folder)
  const env = { PATH: bin, HOME: home, CAPSTAN_HOME: capstanHome }
  return {
    home,
    bin,
    capstanHome,
    run: (words, more = {}) => capstan(words, { env: { ...env, ...more }, cwd: home }),
    start: (words) => startCapstan(words, { env, cwd: home }),
    addProgram: (name, source, interpreter = process.execPath) => {
      writeFileSync(join(bin, name), `#!${interpreter}\n${source}`)
      chmodSync(join(bin, name), 0o755)
    },
    link: (name, target) => symlinkSync(target, join(bin, name)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Records its arguments, then installs the given packages as programs that print their version. */
export const workingNpm = `
const fs = require('node:fs'), path = require('node:path')
const words = process.argv.slice(2)
fs.appendFileSync(path.join(process.env.HOME, 'npm-calls'), JSON.stringify(words) + '\\n')
const programs = { '@anthropic-ai/claude-code': 'claude', '@agentclientprotocol/claude-agent-acp': 'claude-agent-acp' }
const at = words.indexOf('--prefix')
const modules = at === -1 ? path.join(process.env.npm_config_prefix, 'lib/node_modules') : path.join(words[at + 1], 'node_modules')
const bin = at === -1 ? path.join(process.env.npm_config_prefix, 'bin') : path.join(modules, '.bin')
fs.mkdirSync(bin, { recursive: true })
for (const word of words.filter((word) => word.lastIndexOf('@') > 0)) {
  const [name, version] = [word.slice(0, word.lastIndexOf('@')), word.slice(word.lastIndexOf('@') + 1)]
  fs.mkdirSync(path.join(modules, name), { recursive: true })
  fs.writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify({ name, version }))
  const program = path.join(modules, name, 'program.js')
  fs.writeFileSync(program, '#!/bin/sh\\necho ' + version + '\\n', { mode: 0o755 })
  fs.rmSync(path.join(bin, programs[name]), { force: true })
  fs.symlinkSync(program, path.join(bin, programs[name]))
}
`

/** Fails as npm does when there is no such version, after it has begun to write. */
export const failingNpm = `
const fs = require('node:fs'), path = require('node:path')
const prefix = process.argv[process.argv.indexOf('--prefix') + 1]
fs.mkdirSync(path.join(prefix, 'node_modules'), { recursive: true })
console.error('npm error code ETARGET\\nnpm error notarget No matching version found')
process.exit(1)
`

/** Begins and never ends. Its process id is in the file \`npm-pid\` of the home folder. */
export const hangingNpm = `
const fs = require('node:fs'), path = require('node:path')
const prefix = process.argv[process.argv.indexOf('--prefix') + 1]
fs.mkdirSync(path.join(prefix, 'node_modules', 'half'), { recursive: true })
fs.writeFileSync(path.join(process.env.HOME, 'npm-pid'), String(process.pid))
setInterval(() => {}, 1000)
`
