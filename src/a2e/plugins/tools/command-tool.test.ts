import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testAgent, testFolder, testHost, type A2EAgent } from '../../../../test/support/a2e.ts'
import { isRunning } from '../../../../test/support/processes.ts'
import type { CommandToolOptions } from './command-tool.ts'
import { toolsPlugin } from './tools-plugin.ts'

async function lab(command: CommandToolOptions = {}): Promise<{ agent: A2EAgent; root: string }> {
  const root = testFolder()
  const host = await testHost({ root, plugins: [toolsPlugin({ allow: ['command'], command })] })
  return { agent: await testAgent(host, ['tools']), root }
}

async function run(agent: A2EAgent, input: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { data } = await agent.ask('tool/call/req', {
    tool_name: 'run_command',
    arguments: input,
    streaming: true,
  })
  const { success, data: value, truncated, exit_code, error } = data as Record<string, unknown>
  return { success, value, truncated, exit_code, error }
}

const node = process.execPath

it('runs a program in a folder below the root, writes its stdin and streams its output', async () => {
  const { agent, root } = await lab()
  mkdirSync(join(root, 'inner'))
  const script = "process.stdin.on('data', (text) => console.log(process.cwd(), String(text)))"
  expect(await run(agent, { command: [node, '-e', script], cwd: 'inner', input: 'hi' })).toEqual({
    success: true,
    value: { stdout: `${join(root, 'inner')} hi\n`, stderr: '' },
    truncated: false,
    exit_code: 0,
    error: null,
  })
  expect(agent.events).toEqual([
    { kind: 'log', data: { level: 'info', message: `${join(root, 'inner')} hi\n` }, seq: 0 },
  ])
})

it('returns a failed result for a program that fails', async () => {
  const { agent } = await lab()
  expect(await run(agent, { command: [node, '-e', "console.error('bad'); process.exit(3)"] })).toEqual({
    success: false,
    value: { stdout: '', stderr: 'bad\n' },
    truncated: false,
    exit_code: 3,
    error: 'The program ended with exit code 3',
  })
  expect(await run(agent, { command: ['no-such-program'] })).toMatchObject({
    success: false,
    error: 'Cannot start no-such-program: not found',
  })
})

it('passes only necessary variables of the host to a program', async () => {
  process.env['CAPSTAN_TEST_SECRET'] = 'secret'
  try {
    const { agent } = await lab({ environment: { GIVEN: 'yes' } })
    const script =
      'console.log(Object.keys(process.env).sort().filter((name) => !/^(PATH|LANG|LC_|TZ|TMP)/.test(name)))'
    expect(await run(agent, { command: [node, '-e', script] })).toMatchObject({
      value: { stdout: "[ 'CAPSTAN_RUN', 'GIVEN' ]\n" },
    })
  } finally {
    delete process.env['CAPSTAN_TEST_SECRET']
  }
})

it('truncates output at the limit without splitting a character', async () => {
  const { agent } = await lab({ maxOutputBytes: 5 })
  expect(await run(agent, { command: [node, '-e', "process.stdout.write('äöü')"] })).toMatchObject({
    value: { stdout: 'äö', stderr: '' },
    truncated: true,
  })
  expect(await run(agent, { command: [node, '-e', "process.stdout.write('12345')"] })).toMatchObject({
    value: { stdout: '12345', stderr: '' },
    truncated: false,
  })
})

it('stops a program and its children at the timeout', async () => {
  const { agent, root } = await lab({ timeout: 60_000 })
  const script = `const { spawn } = require('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    require('node:fs').writeFileSync('pid', String(child.pid))
    setInterval(() => {}, 1000)`
  const call = { tool_name: 'run_command', arguments: { command: [node, '-e', script], timeout: 1.5 } }
  expect(await agent.refusal('tool/call/req', call)).toEqual({
    code: 'timeout',
    message: `${node} timed out and was stopped`,
    detail: {},
  })
  const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
  await expect.poll(() => isRunning(pid)).toBe(false)
})

it('refuses a folder outside the root and a program that is not allowed', async () => {
  const { agent, root } = await lab({ programs: ['node'] })
  symlinkSync(testFolder(), join(root, 'link'))
  const refusal = async (input: Record<string, unknown>): Promise<unknown> => {
    const { code, detail } = await agent.refusal('tool/call/req', {
      tool_name: 'run_command',
      arguments: input,
    })
    return { code, detail }
  }
  expect(await refusal({ command: ['node'], cwd: '..' })).toEqual({
    code: 'tool_denied',
    detail: { tool: 'run_command', path: '..', reason: 'parent' },
  })
  expect(await refusal({ command: ['node'], cwd: 'link' })).toEqual({
    code: 'tool_denied',
    detail: { tool: 'run_command', path: 'link', reason: 'link' },
  })
  expect(await refusal({ command: ['sh'] })).toEqual({
    code: 'tool_denied',
    detail: { program: 'sh', programs: ['node'] },
  })
})

it('limits the commands of all sessions', async () => {
  const { agent } = await lab({ maxHostProcesses: 1 })
  const waits = { command: [node, '-e', 'setTimeout(() => {}, 300)'] }
  const [first, second] = await Promise.allSettled([run(agent, waits), run(agent, waits)])
  expect(first).toMatchObject({ status: 'fulfilled', value: { success: true } })
  expect(second).toMatchObject({
    status: 'rejected',
    reason: { code: 'proc_limit', message: 'The host already runs 1 programs', retryable: true },
  })
  expect(await run(agent, { command: [node, '-e', ''] })).toMatchObject({ success: true })
})
