import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'

let lab: GatewayLab
let folder: string
let loginsFile: string
beforeAll(() => {
  lab = createGatewayLab()
  folder = mkdtempSync(join(tmpdir(), 'capstan-logins-'))
})
beforeEach(() => {
  loginsFile = join(folder, `${Math.random()}/logins.json`)
})
afterAll(async () => {
  await lab.remove()
  rmSync(folder, { recursive: true })
})

/** Signs in with a link and returns the value of the cookie. */
async function signIn({ server }: OpenGateway): Promise<string> {
  const { headers } = await fetch(server.loginLink(), { redirect: 'manual' })
  return /=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
}

/** Whether a gateway accepts the cookie of a browser. Cookie names contain the port. */
async function accepts({ server, url }: OpenGateway, value: string): Promise<boolean> {
  const cookie = `capstan_session_${server.port}=${value}`
  return (await fetch(`${url}/info`, { headers: { cookie } })).status === 200
}

test('a sign-in survives a restart of the gateway', async () => {
  const before = await lab.open({}, { loginsFile })
  const value = await signIn(before)
  await before.server.close()
  const after = await lab.open({}, { loginsFile })
  expect(await accepts(after, value)).toBe(true)
  expect(await accepts(after, `${value}x`)).toBe(false)
})

test('the file is private and holds no cookie', async () => {
  const value = await signIn(await lab.open({}, { loginsFile }))
  expect(statSync(loginsFile).mode & 0o777).toBe(0o600)
  expect(readFileSync(loginsFile, 'utf8')).not.toContain(value)
})

test('deleting the file signs every browser out, also of a running gateway', async () => {
  const open = await lab.open({}, { loginsFile })
  const value = await signIn(open)
  expect(await accepts(open, value)).toBe(true)
  rmSync(loginsFile)
  expect(await accepts(open, value)).toBe(false)
  expect(existsSync(loginsFile)).toBe(false)
})

test('another token signs every browser out', async () => {
  const before = await lab.open({}, { loginsFile })
  const value = await signIn(before)
  await before.server.close()
  const after = await lab.open({}, { loginsFile, token: 'another-token-of-the-gateway' })
  expect(await accepts(after, value)).toBe(false)
})

test('a sign-in ends after 30 days', async () => {
  const open = await lab.open({}, { loginsFile })
  const value = await signIn(open)
  const logins = JSON.parse(readFileSync(loginsFile, 'utf8')) as Record<string, number>
  const [[digest, expires] = ['', 0]] = Object.entries(logins)
  expect(Math.round((expires - Date.now()) / 86_400_000)).toBe(30)
  writeFileSync(loginsFile, JSON.stringify({ [digest]: Date.now() - 1 }))
  expect(await accepts(open, value)).toBe(false)
})

test('a damaged file signs every browser out and does not keep the gateway from starting', async () => {
  const first = await lab.open({}, { loginsFile })
  await signIn(first)
  writeFileSync(loginsFile, '{"half')
  const open = await lab.open({}, { loginsFile })
  const value = await signIn(open)
  expect(await accepts(open, value)).toBe(true)
})
