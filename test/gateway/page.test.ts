import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'

let lab: GatewayLab
let open: OpenGateway
let cookie = ''
beforeAll(async () => {
  lab = createGatewayLab()
  open = await lab.open()
  const login = await fetch(open.server.loginLink(), { redirect: 'manual' })
  cookie = login.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(() => lab.remove())

const ask = (path: string): Promise<Response> => fetch(`${open.url}${path}`, { headers: { cookie } })

test('a signed-in browser gets the page and its files', async () => {
  const page = await ask('/')
  const html = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
  const loaded = Array.from(html.matchAll(/(?:src|href)="([^"]*)"/g), ([, path = '']) => path)
  const answers = await Promise.all(
    loaded.map(async (path) => {
      const { status, headers } = await ask(path)
      return { path: path.replace(/-[\w-]{8}\./, '-*.'), status, cache: headers.get('cache-control') }
    }),
  )
  const cache = 'private, max-age=31536000, immutable'
  expect(answers.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: '/assets/icon-*.svg', status: 200, cache },
    { path: '/assets/index-*.css', status: 200, cache },
    { path: '/assets/index-*.js', status: 200, cache },
  ])
})

test('the page has no inline script or style', async () => {
  const html = await (await ask('/')).text()
  expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|javascript:|https?:/)
})

test('other clients get neither the page nor other files', async () => {
  expect((await fetch(open.url)).status).toBe(401)
  const script = /src="([^"]*)"/.exec(await (await ask('/')).text())?.[1] ?? ''
  expect((await fetch(`${open.url}${script}`)).status).toBe(401)
  const beside = ['/assets/', '/assets/none.js', '/assets/..%2findex.html', '/index.html']
  expect(await Promise.all(beside.map(async (path) => (await ask(path)).status))).toEqual([
    404, 404, 404, 404,
  ])
})

test('a signed-out browser gets a sign-in page, a program gets JSON', async () => {
  const html = { accept: 'text/html,*/*;q=0.8' }
  const stranger = await fetch(open.url, { headers: html })
  expect([stranger.status, stranger.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8'])
  const text = await stranger.text()
  expect(text).toContain('This browser is signed out')
  const style = /rel="stylesheet" href="([^"]*)"/.exec(text)?.[1] ?? ''
  expect((await fetch(`${open.url}${style}`)).status).toBe(200)
  const late = await fetch(`${open.url}/login?code=none`, { headers: html })
  expect([late.status, await late.text()]).toEqual([
    401,
    expect.stringContaining('already used or has expired'),
  ])
  const program = await fetch(`${open.url}/login?code=none`)
  expect([program.status, await program.json()]).toEqual([
    401,
    { error: { code: 'refused', message: 'The sign-in link was already used or has expired' } },
  ])
})
