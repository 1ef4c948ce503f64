import type { PolicyMeans } from '../../definition/definition-policies.ts'
import { ownProgram } from '../../definition/definition-policies.ts'
import { readGuard } from './read-guard.ts'

const nothingElse = ['--no-extensions', '--no-mcp']
const flag = '--extension'
const reads = { read: 'path', grep: 'path', find: 'path', ls: 'path' }
const guard = readGuard({ flag, reads })
const questions = readGuard({ flag, reads, asks: 'everything' })

/** The bridge passes no arguments on to Pi. */
const withoutTools = 'pi-without-tools.sh'

function script(words: readonly string[]): string {
  return `#!/bin/sh\nexec "$${ownProgram}" ${words.join(' ')} "$@"\n`
}

export const piPolicies: readonly PolicyMeans[] = [
  {
    policies: ['allow-reads'],
    transport: 'cli',
    arguments: ['--tools', 'read,grep,find,ls', ...nothingElse, ...guard.arguments],
    files: guard.files,
    basis: 'run',
    note: 'offers only reading tools; an extension of Capstan blocks paths outside the workspace',
  },
  {
    policies: ['ask'],
    transport: 'cli',
    form: 'long-running',
    // Another extension could change a call after its approval. Pi's own MCP extension calls tools like any other.
    arguments: ['--no-extensions', '--extension', 'builtin:mcp', ...questions.arguments],
    files: questions.files,
    basis: 'run',
    note: 'an extension of Capstan asks about every call except reading inside the workspace',
  },
  { policies: ['deny'], transport: 'cli', arguments: ['--no-tools', ...nothingElse], basis: 'run' },
  {
    policies: ['deny'],
    transport: 'acp',
    confined: true,
    files: [{ path: withoutTools, content: script(['--no-tools', ...nothingElse]) }],
    program: withoutTools,
    withheld: ['PI_ACP_PI_COMMAND'],
    basis: 'run',
  },
  { policies: ['allow'], transport: 'cli', basis: 'run', note: 'never asks' },
  { policies: ['allow'], transport: 'acp', basis: 'run', note: 'never asks' },
]
