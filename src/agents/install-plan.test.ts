import { describe, expect, it } from 'vitest'
import { agentCatalog } from './catalog.ts'
import { planInstall } from './install-plan.ts'

const options = { environment: { CAPSTAN_HOME: '/data' }, platform: 'linux', home: '/home/user' } as const

describe('planInstall', () => {
  it('installs exact versions of the agent and its bridge into a prefix of our own', () => {
    expect(planInstall(agentCatalog.claude, options)).toEqual({
      agent: 'claude',
      method: 'npm',
      command: [
        'npm',
        'install',
        '--prefix',
        '/data/agents/claude',
        '--no-audit',
        '--no-fund',
        '@anthropic-ai/claude-code@2.1.325',
        '@agentclientprotocol/claude-agent-acp@0.99.1',
      ],
      line: 'npm install --prefix /data/agents/claude --no-audit --no-fund @anthropic-ai/claude-code@2.1.325 @agentclientprotocol/claude-agent-acp@0.99.1',
      prefix: '/data/agents/claude',
      packages: [
        { name: '@anthropic-ai/claude-code', version: '2.1.325' },
        { name: '@agentclientprotocol/claude-agent-acp', version: '0.99.1' },
      ],
    })
  })

  it('installs globally, and another version, when asked', () => {
    expect(planInstall(agentCatalog.gemini, { ...options, global: true, version: '0.60.0' })).toMatchObject({
      line: 'npm install --global --no-audit --no-fund @google/gemini-cli@0.60.0',
    })
  })

  it('quotes a prefix with blanks in the line', () => {
    const { line } = planInstall(agentCatalog.gemini, {
      ...options,
      environment: { CAPSTAN_HOME: "/my 'data" },
    })
    expect(line).toContain(String.raw`--prefix '/my '\''data/agents/gemini'`)
  })

  it('takes another method of the platform', () => {
    expect(
      planInstall(agentCatalog.claude, { ...options, platform: 'darwin', method: 'brew' }),
    ).toMatchObject({
      method: 'brew',
      command: ['brew', 'install', 'claude-code'],
      packages: [],
    })
  })

  it('only prints what is piped into a shell', () => {
    const plan = planInstall(agentCatalog.hermes, { ...options, method: 'curl' })
    expect(plan.command).toBeUndefined()
    expect(plan.line).toContain('| bash')
  })

  it('refuses a method there is not, and names the package that is somebody else’s', () => {
    const install = (): unknown => planInstall(agentCatalog.hermes, { ...options, method: 'npm' })
    expect(install).toThrowError(
      expect.objectContaining({
        code: 'INSTALL_METHOD_UNKNOWN',
        message: 'hermes cannot be installed by npm on linux',
        hint: expect.stringContaining('The npm package hermes-agent is not it') as unknown,
      }) as Error,
    )
  })

  it('refuses a version where npm is not used', () => {
    expect(() => planInstall(agentCatalog.hermes, { ...options, version: '1.0.0' })).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }) as Error,
    )
  })
})
