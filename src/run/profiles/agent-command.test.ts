import { chmodSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { definitionOfCommand } from '../../agents/definition/command-definition.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { agentCommand, type AgentCommandOptions } from './agent-command.ts'

let folder: string
let one: string
let two: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-command-')))
  for (const name of ['launcher', 'one.js', 'two.js']) writeFileSync(join(folder, name), name)
  chmodSync(join(folder, 'launcher'), 0o755)
  one = join(folder, 'one.js')
  two = join(folder, 'two.js')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function started(...words: string[]): AgentDefinition {
  return definitionOfCommand([join(folder, 'launcher'), ...words].join(' '))
}

const keyOf = (definition: AgentDefinition, options?: AgentCommandOptions): string | undefined =>
  agentCommand(definition, options)?.key
const stampOf = (definition: AgentDefinition, options?: AgentCommandOptions): string | undefined =>
  agentCommand(definition, options)?.stamp

describe('the key of a command', () => {
  it('identifies the whole command, not only the program', () => {
    expect(keyOf(started(one))).toBe(keyOf(started(one)))
    expect(keyOf(started(one))).not.toBe(keyOf(started(two)))
    expect(keyOf(started(one))).not.toBe(keyOf(started(one, '--experimental')))
  })

  it('changes with the variables of the agent', () => {
    const definition = { ...started(one), variables: ['AGENT_HOME'] }
    const environment = { PATH: '', HOME: folder, AGENT_HOME: 'a', OTHER: 'a' }
    const key = keyOf(definition, { environment })
    expect(keyOf(definition, { environment: { ...environment, OTHER: 'b' } })).toBe(key)
    expect(keyOf(definition, { environment: { ...environment, AGENT_HOME: 'b' } })).not.toBe(key)
    expect(keyOf(definition, { environment, env: { MORE: 'b' } })).not.toBe(key)
  })

  it('contains no secret', () => {
    const definition = {
      ...started(one, '--token', 'a-secret'),
      auth: { methods: [], files: [], variables: ['KEY'] },
    }
    const command = agentCommand(definition, { environment: { KEY: 'a-secret' }, env: { KEY: 'a-secret' } })
    expect(JSON.stringify(command)).not.toContain('a-secret')
    expect(command?.key).toMatch(/^[\da-f]{64}$/)
  })
})

describe('the stamp of a command', () => {
  it('changes with the program, a file argument and the version', () => {
    const before = stampOf(started(one))
    expect(stampOf(started(one))).toBe(before)
    expect(stampOf(started(one), { version: '2.0.0' })).not.toBe(before)
    utimesSync(one, 1, 1)
    const changed = stampOf(started(one))
    expect(changed).not.toBe(before)
    utimesSync(join(folder, 'launcher'), 1, 1)
    expect(stampOf(started(one))).not.toBe(changed)
  })
})

it('returns undefined for a missing program or an agent without ACP', () => {
  expect(agentCommand(definitionOfCommand(join(folder, 'missing')))).toBeUndefined()
  const { acp: _, ...without } = started(one)
  expect(agentCommand(without)).toBeUndefined()
})
