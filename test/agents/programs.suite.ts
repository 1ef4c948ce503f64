import { join } from 'node:path'
import { beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { shellArgument } from '../../src/cli/output/shell-argument.ts'
import { createClient } from '../../src/run/client.ts'
import type { TestedAgent } from '../../src/verify/setup/agent-setups.ts'
import { isAsked } from './asked-agents.ts'
import { ensureInstalled, installFirst, runOrSkip } from './installation.ts'
import type { AgentOutcome } from './job.ts'
import { runScript, type ScriptOptions } from './run-script.ts'

/** Facts about commands and options of an agent's own program that Capstan does not use, so that no check can try them. */
const { adapters } = createClient()
const sessionId = '7b0c4d0e-0000-4000-8000-000000000001'
const skill = {
  '.agents/skills/zoo/SKILL.md': '---\nname: zoo\ndescription: Use this for zebras.\n---\nCount them.\n',
}

function tried(
  agent: TestedAgent,
): (context: Pick<TestContext, 'skip'>, options: Omit<ScriptOptions, 'path'>) => Promise<AgentOutcome> {
  const { definition } = adapters.get(agent)
  beforeAll(() => installFirst(definition))
  return async (context, options) => {
    const { path } = runOrSkip(await ensureInstalled(definition), context)
    return runScript(agent, { path, ...options })
  }
}

const sent = ({ requests }: AgentOutcome): string => JSON.stringify(requests.map(({ body }) => body))
const toolsOf = ({ requests }: AgentOutcome): string[] => requests.flatMap(({ tools = [] }) => tools)

describe.runIf(isAsked('codex'))('codex', () => {
  const run = tried('codex')

  it('runs outside of a repository only with --skip-git-repo-check', async (context) => {
    const prompt = '"Say [[text: hello]]" </dev/null'
    const refused = await run(context, { script: `codex exec ${prompt}` })
    expect({ exitCode: refused.exitCode, requests: refused.requests }).toEqual({ exitCode: 1, requests: [] })
    expect(refused.stderr).toContain('--skip-git-repo-check was not specified')
    const allowed = await run(context, { script: `codex exec --skip-git-repo-check ${prompt}` })
    expect({ exitCode: allowed.exitCode, stdout: allowed.stdout }).toEqual({ exitCode: 0, stdout: 'hello\n' })
  })

  it('delegates work to another agent, whose answer reaches the model', async (context) => {
    const spawn =
      '[[tool: spawn_agent {"message": "Count the zebras", "task_name": "count", "fork_turns": "none"}]]'
    const prompt = `Delegate this ${spawn} [[tool: wait_agent {}]] [[text: done]]`
    const outcome = await run(context, {
      script: `codex exec --skip-git-repo-check '${prompt}' </dev/null`,
    })
    expect({ exitCode: outcome.exitCode, stdout: outcome.stdout }).toEqual({ exitCode: 0, stdout: 'done\n' })
    // The other agent asks the model without the history of the first.
    expect(outcome.requests.filter(({ body }) => !JSON.stringify(body).includes('Delegate'))).toHaveLength(1)
    expect(sent(outcome)).toMatch(/Sender: \S*\/count\b/)
  })
})

describe.runIf(isAsked('gemini'))('gemini', () => {
  const run = tried('gemini')
  const command = 'gemini --skip-trust --model gemini-2.5-pro'

  it('lists its sessions with --list-sessions', async (context) => {
    const { exitCode, stdout } = await run(context, {
      script: `${command} --session-id ${sessionId} --prompt "Say [[text: hello]]" </dev/null && gemini --skip-trust --list-sessions </dev/null`,
    })
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Available sessions for this project (1)')
    expect(stdout).toContain(sessionId)
  })

  it('delegates work to a subagent, which asks the model', async (context) => {
    const prompt =
      '[[tool: invoke_agent {"agent_name": "generalist", "prompt": "Count the zebras"}]] [[text: done]]'
    const { exitCode, requests } = await run(context, {
      script: `${command} --approval-mode yolo --prompt '${prompt}' </dev/null`,
    })
    expect(exitCode).toBe(0)
    expect(requests.map((request) => request.prompt)).toContain('Count the zebras')
  })
})

describe.runIf(isAsked('opencode'))('opencode', () => {
  const run = tried('opencode')

  it('lists its sessions with session list', async (context) => {
    const { exitCode, stdout } = await run(context, {
      script: 'opencode run "Say [[text: hello]]" </dev/null >&2 && opencode session list --format json',
    })
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^ses_/) as string, title: 'All is well.' }),
    ])
  })
})

describe.runIf(isAsked('pi'))('pi', () => {
  const run = tried('pi')
  const prompt = '"Say [[text: hello]]" </dev/null'

  it('offers the tools of a server that pi mcp add has added', async (context) => {
    const server = [process.execPath, join(import.meta.dirname, 'touching-server.ts')].map(shellArgument)
    const outcome = await run(context, {
      script: `pi mcp add touching --exposure direct -- ${server.join(' ')} && pi --print ${prompt}`,
    })
    expect(outcome.exitCode).toBe(0)
    expect(toolsOf(outcome)).toContain('mcp__touching__touch')
  })

  it('loads the skills of a folder only with --approve', async (context) => {
    const trusted = await run(context, { script: `pi --approve --print ${prompt}`, work: skill })
    const untrusted = await run(context, { script: `pi --print ${prompt}`, work: skill })
    expect([trusted, untrusted].map((outcome) => sent(outcome).includes('Use this for zebras'))).toEqual([
      true,
      false,
    ])
  })
})

describe.runIf(isAsked('openclaw'))('openclaw', () => {
  const run = tried('openclaw')

  it('lists its sessions with sessions', async (context) => {
    const { exitCode, stdout } = await run(context, {
      script: `openclaw agent --local --session-id ${sessionId} --message "Say [[text: hello]]" </dev/null >&2 && openclaw sessions --json`,
    })
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ count: 1, sessions: [{ sessionId }] })
  })

  it('loads the skills of a folder in agent exec', async (context) => {
    const outcome = await run(context, {
      script: 'openclaw agent exec --cwd . "Say [[text: hello]]" </dev/null',
      work: skill,
    })
    expect(outcome.exitCode).toBe(0)
    expect(sent(outcome)).toContain('Use this for zebras')
  })
})
