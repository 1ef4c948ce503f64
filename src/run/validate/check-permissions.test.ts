import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClient } from '../client.ts'
import type { RunOptions } from '../api/options.ts'

const client = createClient()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-path-'))
  vi.stubEnv('PATH', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function refusal(options: Partial<RunOptions>): unknown {
  try {
    return client.validateRun({ agent: 'pi', prompt: 'hi', ...options }).warnings
  } catch (error) {
    return (error as Error).message
  }
}

/** Sandboxes are then available: the program answers the trial. */
function installBubblewrap(): void {
  writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\n', { mode: 0o755 })
}

function withoutSandbox(agent: string, policy: string): string {
  return `The sandbox is unavailable: bubblewrap (bwrap) is not installed; only the rules of ${agent} enforce the policy "${policy}"`
}

const acts = 'pi acts without asking over ACP, so the policy "deny" cannot be enforced'

describe('an unenforced policy', () => {
  const options = { transport: 'acp', permissions: 'deny' } as const

  it('refuses the run with hints', () => {
    expect(() => client.validateRun({ agent: 'pi', prompt: 'hi', ...options })).toThrowError(
      expect.objectContaining({
        code: 'CAPABILITY_ERROR',
        capability: 'permissions',
        message: acts,
        hint: 'Use transport cli, set permissions to allow, or accept it with allowUnenforced.',
        commandHint: 'Use --transport cli, use --permissions allow, or accept it with --allow-unenforced.',
      }) as Error,
    )
  })

  it('is a warning with allowUnenforced', () => {
    expect(refusal({ ...options, allowUnenforced: true })).toEqual([withoutSandbox('pi', 'deny'), acts])
  })

  it.runIf(process.platform === 'linux')('is enforced in the sandbox', () => {
    installBubblewrap()
    expect(refusal({ ...options, strict: true })).toEqual([])
  })

  it('causes no warning if everything is allowed', () => {
    expect(refusal({ transport: 'acp', permissions: 'allow' })).toEqual([])
  })
})

describe('a missing sandbox', () => {
  const options = { agent: 'claude', permissions: 'deny' } as const

  it('is a warning, and refused with strict', () => {
    expect(refusal(options)).toEqual([withoutSandbox('claude', 'deny')])
    expect(refusal({ ...options, strict: true })).toBe(withoutSandbox('claude', 'deny'))
  })

  it('that the caller turned off is a warning, and refused with strict', () => {
    const off = 'The sandbox is off; only the rules of claude enforce the policy "deny"'
    expect(refusal({ ...options, sandbox: false })).toEqual([off])
    expect(refusal({ ...options, sandbox: false, strict: true })).toBe(off)
    expect(refusal({ ...options, permissions: 'allow', sandbox: false, strict: true })).toEqual([])
  })
})

it('refuses a variable that defeats the policy', () => {
  const env = { COPILOT_ALLOW_ALL: 'true' }
  expect(refusal({ agent: 'copilot', permissions: 'allow-reads', env })).toBe(
    'env cannot set COPILOT_ALLOW_ALL: it defeats the policy "allow-reads"',
  )
  expect(refusal({ agent: 'copilot', permissions: 'allow', env })).toEqual([])
})

describe('the hint of a refused policy', () => {
  const hintOf = (options: Partial<RunOptions>): unknown => {
    try {
      return client.validateRun({ agent: 'pi', prompt: 'hi', ...options })
    } catch (error) {
      return (error as { commandHint?: string }).commandHint
    }
  }

  it('names the policies that the agent enforces on a transport that the caller left open', () => {
    expect(hintOf({ permissions: 'ask', transport: 'acp' })).toBe(
      'Use --transport cli, use --permissions allow, or accept it with --allow-unenforced.',
    )
    expect(hintOf({ agent: 'kilo', permissions: 'ask' })).toBe(
      'Use --permissions allow, or accept it with --allow-unenforced.',
    )
    expect(hintOf({ agent: 'gemini', permissions: 'ask', transport: 'cli' })).toBe(
      'Use --transport acp, or use --permissions allow-reads, deny or allow.',
    )
    expect(hintOf({ agent: 'cursor', permissions: 'ask', transport: 'cli' })).toBe('Use --permissions allow.')
  })

  it.runIf(process.platform === 'linux')('names the sandbox where bubblewrap is installed', () => {
    installBubblewrap()
    expect(hintOf({ agent: 'openclaw', permissions: 'deny', transport: 'cli', sandbox: false })).toBe(
      'Leave out --sandbox=off, use --permissions allow, or accept it with --allow-unenforced.',
    )
  })
})

describe('an agent that was never tested with settings that allow everything', () => {
  const agents = ['cursor', 'hermes', 'goose', 'kimi', 'qwen', 'droid']

  it.each(agents)('%s runs with a warning under every policy, and not at all with strict', (agent) => {
    for (const permissions of ['allow-reads', 'deny'] as const) {
      const warning = `No evidence that ${agent} always asks before it acts over ACP, so the policy "${permissions}" covers only the actions that it asks about`
      expect(refusal({ agent, transport: 'acp', permissions })).toContain(warning)
      expect(refusal({ agent, transport: 'acp', permissions, strict: true })).toBe(
        withoutSandbox(agent, permissions),
      )
    }
  })
})

describe('settings that approve MCP tools', () => {
  const approve = 'default_tools_approval_mode = "approve"\n'
  const leaves = 'calls MCP tools that its settings approve without asking'

  it.each<[string, string, string | undefined]>([
    ['in the folder', 'work/.codex/config.toml', undefined],
    ['in a folder above', '.codex/config.toml', undefined],
    ['of the user', 'home/.codex/config.toml', 'HOME'],
    ['of a moved home', 'home/config.toml', 'CODEX_HOME'],
  ])('%s refuse a policy, or warn where a person is asked', (_, file, variable) => {
    const place = mkdtempSync(join(folder, 'settings-'))
    const cwd = join(place, 'work')
    for (const path of [cwd, dirname(join(place, file))]) mkdirSync(path, { recursive: true })
    const options = {
      agent: 'codex',
      cwd,
      ...(variable === undefined ? {} : { env: { [variable]: join(place, 'home') } }),
    }
    const missing = [withoutSandbox('codex', 'deny')]
    expect(refusal({ ...options, permissions: 'deny', transport: 'acp' })).toEqual(missing)
    writeFileSync(join(place, file), `# ${approve}`)
    expect(refusal({ ...options, permissions: 'deny', transport: 'acp' })).toEqual(missing)
    writeFileSync(join(place, file), approve)
    expect(refusal({ ...options, permissions: 'deny', transport: 'acp' })).toBe(
      `codex ${leaves} over ACP, so the policy "deny" cannot be enforced`,
    )
    expect(refusal({ ...options, permissions: 'ask', transport: 'cli' })).toEqual([
      withoutSandbox('codex', 'ask'),
      `codex ${leaves} on its command line, so the policy "ask" cannot be enforced`,
    ])
    expect(refusal({ ...options, permissions: 'allow' })).toEqual([])
  })
})

it.each([
  ['default_tools_approval_mode = """approve"""', true],
  ["default_tools_approval_mode = 'approve'", true],
  ['"default_tools_approval_mode" = "\\u0061pprove"', true],
  ['touching = { command = "a#b", default_tools_approval_mode = "approve" }', true],
  ['default_tools_approval_mode = "prompt"', false],
])('settings of Codex with %s open a policy: %s', (line, isOpen) => {
  const home = mkdtempSync(join(folder, 'spelled-'))
  mkdirSync(join(home, '.codex'))
  writeFileSync(join(home, '.codex/config.toml'), `[mcp_servers]\n${line}\n`)
  const options = { agent: 'codex', env: { HOME: home, CODEX_HOME: '' }, transport: 'acp' } as const
  const seen = JSON.stringify(refusal({ ...options, cwd: home, permissions: 'deny' }))
  expect(seen.includes('calls MCP tools')).toBe(isOpen)
})

describe('programs that the folder starts with the agent', () => {
  const omp = 'omp starts programs from .omp/tools, which the policy "deny" does not cover'

  it('cause a warning', () => {
    mkdirSync(join(folder, '.omp/tools'), { recursive: true })
    const options = { agent: 'omp', cwd: folder, permissions: 'deny' } as const
    expect(refusal(options)).toEqual([withoutSandbox('omp', 'deny'), omp])
    expect(refusal({ ...options, permissions: 'allow' })).toEqual([])
  })

  it('count on the transport that starts them, and only if a settings file names them', () => {
    writeFileSync(join(folder, '.mcp.json'), '{}')
    writeFileSync(join(folder, 'opencode.json'), '{"model":"a/b"}')
    const options = { cwd: folder, permissions: 'deny' } as const
    const missing = (agent: string): string => withoutSandbox(agent, 'deny')
    expect(refusal({ ...options, agent: 'omp', transport: 'acp' })).toEqual([missing('omp')])
    expect(refusal({ ...options, agent: 'omp', transport: 'cli' })).toEqual([
      missing('omp'),
      expect.stringContaining(' from .mcp.json, '),
    ])
    expect(refusal({ ...options, agent: 'opencode' })).toEqual([missing('opencode')])
    writeFileSync(join(folder, 'opencode.json'), '{"mcp":{"a":{"type":"local","command":["a"]}}}')
    expect(refusal({ ...options, agent: 'opencode' })).toEqual([
      missing('opencode'),
      expect.stringContaining(' from opencode.json, '),
    ])
  })

  it.each([
    ['claude', '.claude/settings.json', '{"apiKeyHelper":"./key"}'],
    ['claude', '.claude/settings.json', '{"\\u0061piKeyHelper":"./key"}'],
    ['claude', '../.mcp.json', '{"mcpServers":{}}'],
    ['gemini', '.gemini/settings.json', '{"tools":{"discoveryCommand":"./tools"}}'],
    ['opencode', '.opencode/plugin/a.ts', ''],
    ['opencode', '.opencode/tool/a.ts', ''],
    ['opencode', '.opencode/opencode.json', '{"lsp":{"a":{"command":["a"]}}}'],
    ['opencode', 'opencode.jsonc', '{"plugin":["./a.ts"]}'],
    ['opencode', '../opencode.json', '{"mcp":{}}'],
  ])('of %s can be in %s', (agent, file, text) => {
    const cwd = join(folder, 'workspace')
    mkdirSync(cwd)
    const path = file.replace(/\/a\.ts$/, '')
    const options = { agent, cwd, permissions: 'allow-reads', transport: 'cli' } as const
    expect(refusal(options)).toEqual([withoutSandbox(agent, 'allow-reads')])
    mkdirSync(dirname(join(cwd, file)), { recursive: true })
    writeFileSync(join(cwd, file), text)
    expect(refusal(options)).toEqual([
      withoutSandbox(agent, 'allow-reads'),
      `${agent} starts programs from ${path}, which the policy "allow-reads" does not cover`,
    ])
  })
})

it.runIf(process.platform === 'linux').each(['/', '/proc'])(
  'a limiting policy refuses the working folder %s',
  (cwd) => {
    const message = `The sandbox cannot show ${cwd} to the agent: it would show the whole machine`
    expect(refusal({ cwd, permissions: 'allow-reads' })).toBe(message)
    expect(refusal({ cwd, permissions: 'allow' })).toEqual([])
  },
)
