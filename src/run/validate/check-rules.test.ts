import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { RunOptions } from '../api/options.ts'
import { createClient } from '../client.ts'
import { confineOf } from '../permissions/confine.ts'

const client = createClient()
let base: string
let cwd: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-rules-')))
  cwd = join(base, 'work')
  for (const name of ['work/dist', 'data']) mkdirSync(join(base, name), { recursive: true })
})
afterAll(() => rmSync(base, { recursive: true }))

function refusal(options: Partial<RunOptions>): unknown {
  try {
    client.validateRun({ agent: 'pi', prompt: 'hi', cwd, sandbox: true, ...options })
    return undefined
  } catch (error) {
    const { code, message, commandHint } = error as Record<string, unknown>
    return { code, message, ...(commandHint === undefined ? {} : { commandHint }) }
  }
}

describe('the form of rules', () => {
  test.each<[unknown, string]>([
    [{}, 'must have a policy: ask, allow-reads, allow or deny'],
    [{ policy: 'yes' }, 'has a policy that must be one of ask, allow-reads, allow, deny'],
    [{ policy: 'ask', host: [] }, 'has no rule host. Did you mean hosts?'],
    [{ policy: 'ask', hosts: 'a.b' }, 'has hosts that must be a list'],
    [
      { policy: 'ask', hosts: ['https://a.b'] },
      'has hosts with "https://a.b", which must be a host name, *.name, * or an IP address, optionally with a port',
    ],
    [{ policy: 'ask', read: [''] }, 'has an entry of read that is empty or no text'],
    [
      { policy: 'ask', commands: ['a; b'] },
      'has commands with "a; b", which must be one simple command, without ; & | < > $ ` ( ) and other characters of a shell',
    ],
    [{ policy: 'ask', tools: { allowed: [] } }, 'has tools with allowed: use allow and deny'],
    [
      { policy: 'allow', commands: ['a'] },
      'cannot have commands or tools with the policy allow, which answers every question: use ask or allow-reads',
    ],
  ])('refuses %j', (permissions, issue) => {
    expect(refusal({ permissions: permissions as RunOptions['permissions'] })).toEqual({
      code: 'VALIDATION_ERROR',
      message: `permissions ${issue}`,
    })
  })

  test.each([
    'a..b:x',
    'a.b:0',
    'a.b:70000',
    '999.999.1.1',
    '*.10.0.0.1',
    '*.',
    'a.*.b',
    'a b',
    'user@a.b',
    '[::1',
    ':80',
    ':::',
  ])('refuses the host %s before the start', (host) => {
    expect(refusal({ permissions: { policy: 'allow-reads', hosts: [host] } })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('which must be a host name'),
    })
  })

  test.each([
    'a.b',
    'A.B.',
    '*.a.b',
    '*',
    '*:443',
    'a.b:8080',
    '10.0.0.1',
    '[::1]:80',
    '::1',
    'localhost',
    'münchen.test',
  ])('takes the host %s', (host) => {
    expect(refusal({ permissions: { policy: 'allow-reads', hosts: [host] } })).toBeUndefined()
  })
})

describe('rules for paths and hosts', () => {
  const permissions = { policy: 'allow-reads', hosts: ['a.b'] } as const

  it('are refused where the sandbox is off', () => {
    expect(refusal({ permissions, sandbox: false })).toEqual({
      code: 'CAPABILITY_ERROR',
      message: 'Nothing enforces the rules for paths and hosts: the sandbox is off',
      commandHint: 'Leave out --sandbox=off, or leave out --allow-host, --allow-read and --allow-write.',
    })
  })

  it('are refused under the policy allow without the sandbox', () => {
    const open = { policy: 'allow', hosts: ['a.b'] } as const
    expect(
      client.validateRun({ agent: 'pi', prompt: 'hi', sandbox: true, permissions: open }).options.permissions,
    ).toEqual({ policy: 'allow', hosts: ['a.b'] })
    expect(() => client.validateRun({ agent: 'pi', prompt: 'hi', permissions: open })).toThrow(
      'Nothing enforces the rules for paths and hosts: the policy "allow" runs without the sandbox',
    )
  })

  test.each<[string, string]>([
    ['missing', 'does not exist'],
    ['/proc', 'belongs to the system'],
  ])('name no path such as %s', (path, problem) => {
    expect(refusal({ permissions: { policy: 'allow-reads', write: [path] } })).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `permissions.write: ${path} ${problem}`,
    })
  })

  it('name no path above the workspace or the home', () => {
    expect(refusal({ permissions: { policy: 'ask', read: ['..'] } })).toMatchObject({
      message: `permissions.read: .. contains ${cwd}, which the sandbox protects`,
    })
    expect(refusal({ permissions: { policy: 'ask', read: ['~'] } })).toMatchObject({
      message: `permissions.read: ~ contains ${homedir()}, which the sandbox protects`,
    })
  })

  it.each(['read', 'write'] as const)('name no link of the workspace that leads out of it: %s', (name) => {
    symlinkSync('../data', join(cwd, `${name}-link`))
    const path = `${name}-link`
    expect(refusal({ permissions: { policy: 'ask', [name]: [path] } })).toEqual({
      code: 'VALIDATION_ERROR',
      message: `permissions.${name}: ${path} is a link of the workspace to ${join(base, 'data')}`,
      commandHint: `Name the file or folder behind the link, or leave out --allow-${name} ${path}.`,
    })
  })

  it('name no folder above an additional one', () => {
    const additionalDirectories = [join(base, 'data', 'more')]
    mkdirSync(join(base, 'data', 'more'))
    expect(
      refusal({ agent: 'claude', additionalDirectories, permissions: { policy: 'ask', read: ['../data'] } }),
    ).toMatchObject({
      message: `permissions.read: ../data contains ${join(base, 'data', 'more')}, which the sandbox protects`,
    })
  })

  it('become limits of the sandbox with absolute paths', () => {
    const rules = { policy: 'allow-reads', read: ['../data'], write: ['dist'], hosts: ['a.b'] } as const
    const validated = client.validateRun({
      agent: 'claude',
      prompt: 'hi',
      cwd,
      sandbox: true,
      permissions: rules,
    })
    expect(confineOf(validated).confine).toEqual({
      access: 'read',
      additionalDirectories: [],
      readable: [join(base, 'data')],
      writable: [join(cwd, 'dist')],
      hosts: ['a.b'],
      mcpServers: [],
      keepsSessions: true,
    })
  })

  it('leave the network open under the policy allow, unless hosts are listed', () => {
    const hostsOf = (hosts?: readonly string[]): unknown => {
      const rules = { policy: 'allow', ...(hosts === undefined ? {} : { hosts }) } as const
      const options = { agent: 'claude', prompt: 'hi', cwd, sandbox: true, permissions: rules }
      return confineOf(client.validateRun(options)).confine?.hosts
    }
    expect(hostsOf()).toBeUndefined()
    expect(hostsOf([])).toEqual([])
  })
})

it('opens the workspace only for what a rule for commands allows', () => {
  const rules = { policy: 'allow-reads', commands: ['npm test'] } as const
  const options = { agent: 'claude', prompt: 'hi', cwd, sandbox: true, permissions: rules }
  expect(confineOf(client.validateRun(options)).confine?.access).toBe('asked')
})

describe('a plan', () => {
  it('says what enforces the policy and counts the limits', () => {
    const run = { agent: 'claude', prompt: 'hi', cwd, sandbox: true } as const
    const { enforcement, network, limits } = client.planRun({
      ...run,
      permissions: { policy: 'allow-reads', hosts: ['a.b'] },
    })
    expect({ enforcement, last: network.at(-1), limits }).toEqual({
      enforcement: 'sandbox',
      last: 'a.b',
      limits: 'exact',
    })
  })

  it('says that nothing but its limits holds an agent under the policy allow', () => {
    const planned = (agent: string): unknown => {
      const { enforcement, network, limits, limitsReason } = client.planRun({
        agent,
        prompt: 'hi',
        permissions: 'allow',
      })
      return { enforcement, network, limits, limitsReason }
    }
    const open = { enforcement: 'none', network: 'open' }
    expect(planned('claude')).toEqual({ ...open, limits: 'exact' })
    vi.stubEnv('CAPSTAN_PROXY', 'off')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(planned('claude')).toEqual({
      ...open,
      limits: 'estimated',
      limitsReason: 'the model calls of claude do not go through the proxy',
    })
  })

  it('says that limits are estimated for an agent whose requests the proxy cannot read', () => {
    const { limits, limitsReason } = client.planRun({ agent: 'sim', prompt: 'hi', permissions: 'allow' })
    expect([limits, limitsReason]).toEqual(['estimated', 'the proxy cannot read the model calls of sim'])
  })

  it('says that limits are estimated for a provider whose answers the proxy does not count', () => {
    const env = { CLAUDE_CODE_USE_BEDROCK: '1' }
    const { limits, limitsReason } = client.planRun({ agent: 'claude', prompt: 'hi', env })
    expect([limits, limitsReason]).toEqual([
      'estimated',
      'the proxy does not count the model calls of the provider that CLAUDE_CODE_USE_BEDROCK chooses',
    ])
  })

  it('says that the agent enforces the policy where the sandbox is off', () => {
    const options = { agent: 'claude', prompt: 'hi', permissions: 'deny', sandbox: false } as const
    expect(client.planRun(options).enforcement).toBe('agent')
  })
})

describe('a run of a session', () => {
  it('cannot change the paths and hosts of its sandbox', async () => {
    await using session = await client.session('sim', { permissions: 'allow-reads' })
    expect(() => session.run('say hi', { permissions: { policy: 'ask', hosts: ['a.b'] } })).toThrowError(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        message: 'The sandbox of the session with sim keeps the hosts rules that it started with',
      }) as Error,
    )
    expect(() => session.run('say hi', { permissions: { policy: 'allow', commands: ['a'] } })).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }) as Error,
    )
    const { text } = await session.ask('run rm -rf x', {
      permissions: { policy: 'ask', commands: { deny: ['rm *'] } },
    })
    expect(text).toContain('refused')
  })
})
