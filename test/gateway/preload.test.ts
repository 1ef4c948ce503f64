import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../support/package.ts'

const folder = mkdtempSync(join(tmpdir(), 'capstan-preload-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Serves agents as a new process, and prints which modules it loads between the first request and its first byte. */
const program = `
import { registerHooks } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
let loaded = []
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded.push(resolved.url)
    return resolved
  },
})
const { serve } = await import('capstan/gateway')
const { createClient } = await import('capstan/run')
const token = 'a-token-of-a-test-that-is-long-enough'
const server = await serve({ client: createClient(), port: 0, token, agents: ['sim'] })
while (!loaded.some((url) => url.includes('/zod/'))) await sleep(10)
await server.gateway.preload()
loaded = []
const input = { threadId: 't1', runId: 'r1', messages: [{ id: 'u1', role: 'user', content: 'say hi' }] }
const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json' }
const response = await fetch(server.url + '/agents/sim', { method: 'POST', headers, body: JSON.stringify(input) })
const { value } = await response.body.getReader().read()
const event = new TextDecoder().decode(value).split('\\n')[0]
console.log(JSON.stringify({ event: JSON.parse(event.slice('data: '.length)).type, loaded }))
await server.close()
process.exit()
`

it('loads the code of the first request before the request', { timeout: 60_000 }, () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: { ...process.env, CAPSTAN_HOME: folder },
    timeout: 50_000,
  })
  expect({ stdout, stderr }).toEqual({ stdout: '{"event":"RUN_STARTED","loaded":[]}\n', stderr: '' })
})
