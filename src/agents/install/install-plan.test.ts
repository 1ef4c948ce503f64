import { describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { planInstall } from './install-plan.ts'

const options = { environment: { CAPSTAN_HOME: '/data' }, platform: 'linux', home: '/home/user' } as const

describe('planInstall', () => {
  it("installs exact versions of the agent and its bridge into Capstan's prefix", () => {
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

  it('installs globally and another version on request', () => {
    expect(planInstall(agentCatalog.gemini, { ...options, global: true, version: '0.60.0' })).toMatchObject({
      line: 'npm install --global --no-audit --no-fund @google/gemini-cli@0.60.0',
    })
  })

  it('unpacks a bundled package without the dependencies it does not need', () => {
    expect(planInstall(agentCatalog.pi, options)).toEqual({
      agent: 'pi',
      method: 'npm',
      command: [
        'npm',
        'install',
        '--prefix',
        '/data/agents/pi',
        '--no-audit',
        '--no-fund',
        'pi-acp@0.0.34',
        '@silvia-odwyer/photon-node@0.3.4',
        'jiti@2.7.0',
        'quickjs-wasi@3.6.2',
      ],
      unpack: { name: '@earendil-works/pi-coding-agent', version: '1.5.0' },
      line: [
        'npm install --prefix /data/agents/pi --no-audit --no-fund pi-acp@0.0.34 @silvia-odwyer/photon-node@0.3.4 jiti@2.7.0 quickjs-wasi@3.6.2',
        'npm pack --pack-destination /data/agents/pi @earendil-works/pi-coding-agent@1.5.0',
        'mkdir -p /data/agents/pi/node_modules/@earendil-works/pi-coding-agent',
        'tar -xzf /data/agents/pi/earendil-works-pi-coding-agent-1.5.0.tgz --strip-components 1 -C /data/agents/pi/node_modules/@earendil-works/pi-coding-agent',
        'npm rebuild --prefix /data/agents/pi --ignore-scripts @earendil-works/pi-coding-agent',
      ].join(' && '),
      prefix: '/data/agents/pi',
      packages: [
        { name: '@earendil-works/pi-coding-agent', version: '1.5.0' },
        { name: 'pi-acp', version: '0.0.34' },
      ],
      notes: 'Requires Node 22.19 or later; on an older Node, npm silently installs an older release',
    })
  })

  it.each([
    [
      { version: '1.4.0' },
      '--prefix /data/agents/pi --no-audit --no-fund @earendil-works/pi-coding-agent@1.4.0 pi-acp@0.0.34',
    ],
    [{ global: true }, '--global --no-audit --no-fund @earendil-works/pi-coding-agent@1.5.0 pi-acp@0.0.34'],
  ])('leaves a bundled package to npm with %o', (other, words) => {
    const { line, unpack } = planInstall(agentCatalog.pi, { ...options, ...other })
    expect({ line, unpack }).toEqual({ line: `npm install ${words}`, unpack: undefined })
  })

  it('quotes a prefix with spaces', () => {
    const { line } = planInstall(agentCatalog.gemini, {
      ...options,
      environment: { CAPSTAN_HOME: "/my 'data" },
    })
    expect(line).toContain(String.raw`--prefix '/my '\''data/agents/gemini'`)
  })

  it('uses another method of the platform', () => {
    expect(
      planInstall(agentCatalog.claude, { ...options, platform: 'darwin', method: 'brew' }),
    ).toMatchObject({
      method: 'brew',
      command: ['brew', 'install', 'claude-code'],
      packages: [],
    })
  })

  it('only prints commands that pipe into a shell', () => {
    const plan = planInstall(agentCatalog.hermes, { ...options, method: 'curl' })
    expect(plan.command).toBeUndefined()
    expect(plan.line).toContain('| bash')
  })

  it('rejects a missing method and warns about a package of someone else', () => {
    const install = (): unknown => planInstall(agentCatalog.hermes, { ...options, method: 'npm' })
    expect(install).toThrowError(
      expect.objectContaining({
        code: 'INSTALL_METHOD_UNKNOWN',
        message: 'hermes cannot be installed with npm on linux',
        hint: expect.stringContaining('the npm package hermes-agent is an unofficial bridge') as unknown,
      }) as Error,
    )
  })

  it('rejects a version without npm', () => {
    expect(() => planInstall(agentCatalog.hermes, { ...options, version: '1.0.0' })).toThrowError(
      expect.objectContaining({ code: 'VALIDATION_ERROR' }) as Error,
    )
  })
})
