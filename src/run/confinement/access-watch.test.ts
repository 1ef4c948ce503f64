import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../events/event.ts'
import { AccessWatch, type AccessWatchOptions } from './access-watch.ts'
import type { BlockedAccess } from './confinement-request.ts'

let folder: string
let work: string
let secret: string

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-access-')))
  work = join(folder, 'work')
  secret = join(folder, 'secret.txt')
  mkdirSync(work)
  writeFileSync(join(work, 'inside.txt'), '')
  writeFileSync(secret, '')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function watch(change: Partial<AccessWatchOptions> = {}): { seen: BlockedAccess[]; access: AccessWatch } {
  const seen: BlockedAccess[] = []
  const access = new AccessWatch({
    workspace: [work],
    isReading: true,
    shows: (path) => path.startsWith(work),
    optionalHosts: ['updates.test'],
    onBlocked: (blocked) => seen.push(blocked),
    ...change,
  })
  return { seen, access }
}

function after(events: AgentEvent[], change: Partial<AccessWatchOptions> = {}): BlockedAccess[] {
  const { seen, access } = watch(change)
  for (const event of events) access.observe(event)
  return seen
}

const failed: AgentEvent = { type: 'tool.updated', toolCallId: 'a', status: 'failed' }

describe('a path', () => {
  it.each<[string, () => AgentEvent]>([
    [
      'location',
      () => ({ type: 'tool.called', toolCallId: 'a', kind: 'read', locations: [{ path: secret }] }),
    ],
    [
      'input',
      () => ({ type: 'tool.called', toolCallId: 'a', kind: 'search', input: { path: '../secret.txt' } }),
    ],
    [
      'title',
      () => ({ type: 'tool.called', toolCallId: 'a', kind: 'read', title: `Read '${secret}' (1-3)` }),
    ],
  ])('in the %s of a failed call is reported', (_, called) => {
    expect(after([called(), failed])).toEqual([{ kind: 'path', name: secret, toolCallId: 'a' }])
  })

  it('is reported once, with the tool', () => {
    const called: AgentEvent = {
      type: 'tool.called',
      toolCallId: 'a',
      tool: 'Read',
      kind: 'read',
      locations: [{ path: secret }],
      input: { file_path: secret },
    }
    expect(after([called, failed, called, failed])).toEqual([
      { kind: 'path', name: secret, toolCallId: 'a', tool: 'Read' },
    ])
  })

  it('is reported for a new file in a folder that the agent does not see', () => {
    const called: AgentEvent = {
      type: 'tool.called',
      toolCallId: 'a',
      kind: 'edit',
      locations: [{ path: join(folder, 'new.txt') }],
    }
    expect(after([called, failed])).toEqual([
      { kind: 'path', name: join(folder, 'new.txt'), toolCallId: 'a' },
    ])
  })

  it.each<[string, () => AgentEvent[], Partial<AccessWatchOptions>?]>([
    [
      'of a call that succeeded',
      () => [
        { type: 'tool.called', toolCallId: 'a', kind: 'read', locations: [{ path: secret }] },
        { type: 'tool.updated', toolCallId: 'a', status: 'completed' },
      ],
    ],
    [
      'that does not exist',
      () => [
        { type: 'tool.called', toolCallId: 'a', kind: 'read', locations: [{ path: `${secret}x` }] },
        failed,
      ],
    ],
    [
      'of the workspace that is only read',
      () => [
        {
          type: 'tool.called',
          toolCallId: 'a',
          kind: 'edit',
          locations: [{ path: join(work, 'inside.txt') }, { path: join(work, 'new.txt') }],
        },
        failed,
      ],
    ],
    [
      'of a command',
      () => [{ type: 'tool.called', toolCallId: 'a', kind: 'execute', title: `cat ${secret}` }, failed],
    ],
    [
      'under a policy without reads',
      () => [{ type: 'tool.called', toolCallId: 'a', kind: 'read', locations: [{ path: secret }] }, failed],
      { isReading: false },
    ],
  ])('%s is not reported', (_, events, change) => {
    expect(after(events(), change)).toEqual([])
  })
})

describe('a host', () => {
  it('is reported once in a turn, with the call that was running', () => {
    const { seen, access } = watch()
    access.observe({ type: 'tool.called', toolCallId: 'a', tool: 'bash', status: 'in-progress' })
    access.hostBlocked({ kind: 'host', name: 'example.test' })
    access.hostBlocked({ kind: 'host', name: 'example.test' })
    access.endTurn()
    access.hostBlocked({ kind: 'host', name: 'example.test' })
    expect(seen).toEqual([
      { kind: 'host', name: 'example.test', toolCallId: 'a', tool: 'bash' },
      { kind: 'host', name: 'example.test' },
    ])
  })

  it('is reported without a call while several are running', () => {
    const { seen, access } = watch()
    access.observe({ type: 'tool.called', toolCallId: 'a' })
    access.observe({ type: 'tool.called', toolCallId: 'b' })
    access.hostBlocked({ kind: 'host', name: 'example.test' })
    expect(seen).toEqual([{ kind: 'host', name: 'example.test' }])
  })

  it('that the agent does not need is reported only while a call is running', () => {
    const { seen, access } = watch()
    access.hostBlocked({ kind: 'host', name: 'updates.test' })
    expect(seen).toEqual([])
    access.observe({ type: 'tool.called', toolCallId: 'a', tool: 'fetch' })
    access.hostBlocked({ kind: 'host', name: 'updates.test' })
    expect(seen).toEqual([{ kind: 'host', name: 'updates.test', toolCallId: 'a', tool: 'fetch' }])
  })
})
