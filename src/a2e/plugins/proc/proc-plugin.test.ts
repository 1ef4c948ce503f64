import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { A2EHost } from '../../host.ts'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { isRunning } from '../../../../test/support/processes.ts'
import { createCgroup } from '../../../process/cgroup.ts'
import type { ProcPluginOptions } from './proc-options.ts'
import { procPlugin } from './proc-plugin.ts'

interface Lab {
  host: A2EHost
  agent: A2EAgent
  root: string
}

async function lab(options: ProcPluginOptions = {}): Promise<Lab> {
  const root = testFolder()
  const host = await testHost({ root, plugins: [procPlugin(options)] })
  return { host, agent: await testAgent(host, ['proc']), root }
}

const node = process.execPath
const cgroup = await createCgroup()
const hasCgroups = cgroup !== undefined
await cgroup?.end()
const waits = 'setInterval(() => {}, 1000)'

async function spawn(
  agent: A2EAgent,
  script: string,
  more: object = {},
): Promise<{ id: string; pid: number }> {
  const { proc_id, pid } = await agent.ask('proc/spawn/req', { cmd: [node, '-e', script], ...more })
  return { id: String(proc_id), pid: Number(pid) }
}

/** The pushed output of a process on a stream. */
function written({ pushes }: A2EAgent, id: string, stream: string): string {
  return pushes
    .filter(({ proc_id, stream_type }) => proc_id === id && stream_type === stream)
    .map(({ data }) => (data as { text?: string }).text ?? '')
    .join('')
}

function ended(agent: A2EAgent, id: string): Promise<Record<string, unknown>> {
  return agent.pushed(({ proc_id, data }) => proc_id === id && Object.hasOwn(data as object, 'code'))
}

it('writes to the stdin of a process and pushes its output', async () => {
  const { agent, root } = await lab()
  const script = `process.stdin.on('data', (text) => process.stdout.write(process.cwd() + ' ' + text))
    process.stdin.on('end', () => console.error('done'))`
  expect(await agent.ask('proc/spawn/req', { cmd: [node, '-e', script] })).toEqual({
    proc_id: expect.stringMatching(/^proc_/),
    ok: true,
    pid: expect.any(Number),
    error: '',
  })
  const { id, pid } = await spawn(agent, script)
  expect(await agent.ask('proc/write/req', { proc_id: id, data: 'hi\n', eof: true })).toEqual({
    proc_id: id,
    ok: true,
    pid,
    error: '',
  })
  expect(await ended(agent, id)).toEqual({
    kind: 'status',
    data: { code: 0, signal: null },
    seq: 0,
    proc_id: id,
    stream_type: 'stdout',
  })
  expect([written(agent, id, 'stdout'), written(agent, id, 'stderr')]).toEqual([`${root} hi\n`, 'done\n'])
  expect(await agent.ask('proc/status/req', { proc_id: id })).toEqual({
    proc_id: id,
    status: 'completed',
    error: '',
  })
  expect(await agent.refusal('proc/write/req', { proc_id: id, data: 'more' })).toEqual({
    code: 'proc_dead',
    message: 'The process no longer accepts this request',
    detail: { proc_id: id, status: 'completed' },
  })
})

it('reports how a process failed', async () => {
  const { agent } = await lab()
  const { id } = await spawn(agent, 'process.exit(3)', { stdin_mode: 'null' })
  expect(await ended(agent, id)).toMatchObject({ data: { code: 3, signal: null }, stream_type: 'stderr' })
  expect(await agent.ask('proc/status/req', { proc_id: id })).toEqual({
    proc_id: id,
    status: 'failed',
    error: 'exit code 3',
  })
  expect(await agent.ask('proc/spawn/req', { cmd: ['no-such-program'] })).toEqual({
    proc_id: '',
    ok: false,
    pid: 0,
    error: 'Cannot start no-such-program: not found',
  })
})

it('passes the given variables to a process, and no secret of the host', async () => {
  process.env['CAPSTAN_TEST_SECRET'] = 'secret'
  try {
    const { agent } = await lab({ environment: { FROM_HOST: '1' } })
    const script =
      'console.log(Object.keys(process.env).sort().filter((name) => /CAPSTAN|FROM/.test(name)).join())'
    const { id } = await spawn(agent, script, { env: { FROM_AGENT: 1 } })
    await ended(agent, id)
    expect(written(agent, id, 'stdout')).toBe('CAPSTAN_RUN,FROM_AGENT,FROM_HOST\n')
  } finally {
    delete process.env['CAPSTAN_TEST_SECRET']
  }
})

it.each(['SIGTERM', 'SIGKILL'])('stops a process and its children with %s', async (signal) => {
  const { agent } = await lab()
  const script = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { stdio: 'ignore' })
    console.log(child.pid); ${waits}`
  const { id, pid } = await spawn(agent, script)
  await agent.pushed(({ proc_id, stream_type }) => proc_id === id && stream_type === 'stdout')
  const grandchild = Number(written(agent, id, 'stdout'))
  expect(await agent.ask('proc/kill/req', { proc_id: id, signal })).toEqual({ ok: true, state: 'killed' })
  expect([isRunning(pid), isRunning(grandchild)]).toEqual([false, false])
  expect(await agent.ask('proc/status/req', { proc_id: id })).toEqual({
    proc_id: id,
    status: 'killed',
    error: signal,
  })
  expect(await agent.refusal('proc/kill/req', { proc_id: id })).toMatchObject({ code: 'proc_dead' })
})

// Needs cgroups of version 2 that this user may change.
it.skipIf(!hasCgroups).each([
  ['a session of its own', 'setsid sh -c "sleep 1000 & echo \\$!"; sleep 1000'],
  ['no variables', 'env -i setsid sh -c "sleep 1000 & echo \\$!"; sleep 1000'],
  ['no parent', 'env -i setsid sh -c "(sleep 1000 & echo \\$!) &" & sleep 1000'],
])('stops a child with %s', async (_what, script) => {
  const { agent } = await lab()
  const { proc_id: id } = await agent.ask('proc/spawn/req', { cmd: ['sh', '-c', script] })
  await agent.pushed(({ proc_id, stream_type }) => proc_id === id && stream_type === 'stdout')
  const child = Number(written(agent, String(id), 'stdout'))
  expect(isRunning(child)).toBe(true)
  await agent.close()
  await expect.poll(() => isRunning(child)).toBe(false)
})

it('starts an allowed program with the PATH of the host and no variable of the agent', async () => {
  const { agent, root } = await lab({ programs: ['sh'], variables: ['SALUTE'] })
  writeFileSync(join(root, 'sh'), '#!/bin/cat\n', { mode: 0o755 })
  const start = { cmd: ['sh', '-c', 'echo $SALUTE $PATH'] }
  for (const env of [{ PATH: root }, { LD_PRELOAD: '/x.so' }, { NODE_OPTIONS: '--import=/x.mjs' }])
    expect(await agent.refusal('proc/spawn/req', { ...start, env })).toEqual({
      code: 'tool_denied',
      message: `An allowed program cannot get the variable ${Object.keys(env).join()}`,
      detail: { denied: Object.keys(env), variables: ['SALUTE'] },
    })
  const { proc_id: id } = await agent.ask('proc/spawn/req', { ...start, env: { SALUTE: 'hi' } })
  await ended(agent, String(id))
  expect(written(agent, String(id), 'stdout')).toBe(`hi ${process.env['PATH']}\n`)
})

it('limits the processes of all sessions', async () => {
  const { host, agent } = await lab({ maxHostProcesses: 2 })
  const other = await testAgent(host, ['proc'])
  const [first] = [await spawn(agent, waits), await spawn(other, waits)]
  const again = { cmd: [node, '-e', waits] }
  expect(await other.refusal('proc/spawn/req', again)).toEqual({
    code: 'proc_limit',
    message: 'The host already runs 2 programs',
    detail: { limit: 2 },
  })
  await agent.ask('proc/kill/req', { proc_id: first.id, signal: 'SIGKILL' })
  expect(await other.ask('proc/spawn/req', again)).toMatchObject({ ok: true })
})

it('stops a process when its session ends, and when the host closes', async () => {
  const { host, agent } = await lab()
  const other = await testAgent(host, ['proc'])
  const [mine, theirs] = [await spawn(agent, waits), await spawn(other, waits)]
  expect(await other.refusal('proc/kill/req', { proc_id: mine.id })).toMatchObject({ code: 'unknown_proc' })
  await agent.close()
  await expect.poll(() => isRunning(mine.pid)).toBe(false)
  expect(isRunning(theirs.pid)).toBe(true)
  await host.close()
  expect(isRunning(theirs.pid)).toBe(false)
})

it('stops a process at its timeout', async () => {
  const { agent } = await lab()
  const { id, pid } = await spawn(agent, waits, { timeout: 1 })
  await ended(agent, id)
  expect(await agent.ask('proc/status/req', { proc_id: id })).toMatchObject({ status: 'timeout' })
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('drops output over the limit and reports the truncation', async () => {
  const { agent } = await lab({ outputLimit: 10 })
  const { id } = await spawn(agent, "process.stdout.write('x'.repeat(1_000_000))")
  await ended(agent, id)
  expect(agent.pushes.map(({ data }) => data)).toEqual([
    { text: 'xxxxxxxxxx' },
    { truncated: true },
    { code: 0, signal: null },
  ])
})

it('refuses too many processes, a folder outside the root and a program that is not allowed', async () => {
  const { agent, root } = await lab({ maxProcesses: 2, programs: [node] })
  mkdirSync(join(root, 'inner'))
  symlinkSync(testFolder(), join(root, 'link'))
  const refused = (fields: object): Promise<Record<string, unknown>> =>
    agent.refusal('proc/spawn/req', { cmd: [node, '-e', waits], ...fields })
  expect(await refused({ cwd: '..' })).toEqual({
    code: 'invalid_message',
    message: 'Cannot start the process in this folder: The path contains ..',
    detail: { field: 'cwd', path: '..', reason: 'parent' },
  })
  expect(await refused({ cwd: '/' })).toMatchObject({ detail: { reason: 'absolute' } })
  expect(await refused({ cwd: 'link' })).toMatchObject({ detail: { reason: 'link' } })
  expect(await refused({ cmd: ['sh'] })).toMatchObject({ code: 'tool_denied', detail: { program: 'sh' } })
  expect(await refused({ cmd: [] })).toMatchObject({ code: 'tool_denied' })
  const all = await Promise.allSettled(
    ['inner', 'inner', 'inner'].map((cwd) => agent.ask('proc/spawn/req', { cmd: [node, '-e', waits], cwd })),
  )
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await refused({})).toEqual({
    code: 'proc_limit',
    message: 'The session already has 2 running processes',
    detail: { limit: 2 },
  })
})

it('refuses an unknown process and an unsupported signal', async () => {
  const { agent } = await lab()
  const { id } = await spawn(agent, waits)
  expect(await agent.refusal('proc/status/req', { proc_id: 'x' })).toEqual({
    code: 'unknown_proc',
    message: 'There is no process x',
    detail: { proc_id: 'x' },
  })
  expect(await agent.refusal('proc/kill/req', { proc_id: id, signal: 'SIGSTOP' })).toEqual({
    code: 'invalid_message',
    message: 'Unsupported signal SIGSTOP',
    detail: { signals: ['SIGTERM', 'SIGKILL'] },
  })
})
