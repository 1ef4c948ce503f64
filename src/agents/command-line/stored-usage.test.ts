import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadSqlite } from '../../core/files/load-sqlite.ts'
import { agentCatalog } from '../catalog.ts'
import type { AgentDefinition } from '../definition/definition.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'capstan-stored-'))
})
afterEach(() => rm(home, { recursive: true }))

const id = '01a1e8da-3810-7aa0-807c-59a41f037061'

async function write(path: string, lines: readonly object[]): Promise<void> {
  await mkdir(dirname(join(home, path)), { recursive: true })
  // The agent may be writing the last line.
  await writeFile(join(home, path), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"type":"ses`)
}

async function read({ storedUsage }: AgentDefinition, sessionId = id): Promise<unknown> {
  const reader = await storedUsage?.()
  return reader?.({ sessionId, environment: { HOME: home } })
}

/** Lines as the agents wrote them for two model calls: 1001 and 100 cached sent, 31 written; then 2002 and 42. */
describe('the stored usage of a session', () => {
  const bothCalls = { total: 3176, input: 3003, output: 73, thinking: 6, cacheRead: 100 }

  it('is the last total in a rollout of Codex', async () => {
    const counted = (input: number, output: number): object => ({
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: {
          total_token_usage: {
            input_tokens: input,
            cached_input_tokens: 100,
            cache_write_input_tokens: 0,
            output_tokens: output,
            reasoning_output_tokens: 6,
            total_tokens: input + output,
          },
        },
      },
    })
    const path = `.codex/sessions/2026/11/17/rollout-2026-11-17T09-07-48-${id}.jsonl`
    await write(path, [{ type: 'session_meta' }, counted(1101, 31), counted(3103, 73)])
    expect(await read(agentCatalog.codex)).toEqual({ tokens: { ...bothCalls, cacheWrite: 0 } })
  })

  it('is the sum of the records of Copilot', async () => {
    const record = (usage: object): object => ({ type: 'session.usage_record', data: { usage } })
    await write(`.copilot/session-state/${id}/events.jsonl`, [
      { type: 'session.start', data: { sessionId: id } },
      record({
        model: 'gpt-5.4',
        inputTokens: 1101,
        outputTokens: 31,
        cacheReadTokens: 100,
        cacheWriteTokens: 0,
        reasoningTokens: 6,
        cost: 0,
      }),
      record({
        inputTokens: 2002,
        outputTokens: 42,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        reasoningTokens: 0,
      }),
    ])
    expect(await read(agentCatalog.copilot)).toEqual({ tokens: { ...bothCalls, cacheWrite: 0 } })
  })

  it('is the sum of the messages of Gemini CLI, each counted once', async () => {
    const first = {
      id: '830efb26',
      type: 'gemini',
      tokens: { input: 1101, output: 25, cached: 100, thoughts: 6, tool: 0, total: 1132 },
    }
    const tokens = { input: 2002, output: 42, cached: 0, thoughts: 0, tool: 0, total: 2044 }
    await write('.gemini/tmp/work/chats/session-2026-11-17T09-33-01a1e8da.jsonl', [
      first,
      { ...first, toolCalls: [] },
      { id: '482d6be4', type: 'gemini', tokens },
    ])
    expect(await read(agentCatalog.gemini)).toEqual({ tokens: bothCalls })
  })

  it('is the sum of the messages of Pi, with its cost', async () => {
    const message = (usage: object): object => ({ type: 'message', message: { role: 'assistant', usage } })
    await write(`.pi/agent/sessions/--work--/2026-11-17T09-10-06-332Z_${id}.jsonl`, [
      message({
        input: 1001,
        output: 31,
        cacheRead: 100,
        cacheWrite: 0,
        totalTokens: 1132,
        cost: { total: 0.00583 },
        reasoning: 6,
      }),
      message({
        input: 2002,
        output: 42,
        cacheRead: 0,
        cacheWrite: 0,
        totalTokens: 2044,
        cost: { total: 0.01106 },
      }),
    ])
    expect(await read(agentCatalog.pi)).toEqual({
      tokens: { ...bothCalls, cacheWrite: 0 },
      cost: { amount: 0.01689, currency: 'USD' },
    })
  })

  it('is in the row of OpenCode', async () => {
    const folder = join(home, '.local/share/opencode')
    await mkdir(folder, { recursive: true })
    const database = new (loadSqlite().DatabaseSync)(join(folder, 'opencode.db'))
    database.exec(
      `create table session (id text, cost real, tokens_input integer, tokens_output integer, tokens_reasoning integer,
      tokens_cache_read integer, tokens_cache_write integer);
      insert into session values ('ses_1', 0.01689, 3003, 67, 6, 100, 0)`,
    )
    database.close()
    expect(await read(agentCatalog.opencode, 'ses_1')).toEqual({
      tokens: { ...bothCalls, cacheWrite: 0 },
      cost: { amount: 0.01689, currency: 'USD' },
    })
    expect(await read(agentCatalog.opencode, 'ses_2')).toBeUndefined()
  })

  it('is the last cost in a transcript of Claude Code', async () => {
    const state = (totalCostUSD: number): object => ({ type: 'cost-state', sessionId: id, totalCostUSD })
    await write(`.claude/projects/-work/${id}.jsonl`, [{ type: 'user' }, state(0.5), state(0.75)])
    expect(await read(agentCatalog.claude)).toEqual({ cost: { amount: 0.75, currency: 'USD' } })
  })

  it.each(['claude', 'codex', 'gemini', 'copilot', 'opencode', 'pi'] as const)(
    'is unknown where %s has no files',
    async (agent) => {
      expect(await read(agentCatalog[agent])).toBeUndefined()
    },
  )
})
