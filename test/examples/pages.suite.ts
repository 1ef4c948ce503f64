import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InstalledExample, installExample } from '../support/installed-example.ts'
import { launchBrowser, watchFaults } from '../support/page/page-lab.ts'

let browser: Browser
const examples: InstalledExample[] = []
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  for (const example of examples) example.remove()
})

/** The example as `npm run build` builds it, types included. */
function built(name: string): InstalledExample {
  const example = installExample(name, 'all')
  examples.push(example)
  const { stdout, stderr, status } = example.run(['npm', 'run', 'build'])
  expect({ stdout, stderr, status }).toMatchObject({ status: 0 })
  return example
}

async function open(
  example: InstalledExample,
  env: NodeJS.ProcessEnv = {},
): Promise<{ page: Page; faults: readonly string[]; url: string }> {
  const preview = ['vite', 'preview', '--host', '127.0.0.1', '--port', '0']
  const url = await example.serve(preview, /http:\/\/127\.0\.0\.1:\d+/, env)
  const page = await (await browser.newContext()).newPage()
  page.setDefaultTimeout(60_000)
  const faults = watchFaults(page, url)
  await page.goto(url)
  return { page, faults, url }
}

it('ag-ui-page streams an answer and asks before a tool runs', async () => {
  const example = built('ag-ui-page')
  const token = join(example.folder, '.home', 'token')
  const gateway = await example.serve(
    ['capstan', 'serve', 'sim', '--port', '0', '--no-open', '--permissions', 'ask', '--token-file', token],
    /http:\/\/127\.0\.0\.1:\d+/,
  )
  const { page, faults, url } = await open(example, { CAPSTAN_URL: gateway, CAPSTAN_TOKEN_FILE: token })
  const say = async (text: string): Promise<void> => {
    await page.getByLabel('Message').fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await say('say good morning')
  await page.locator('.agent', { hasText: 'good morning' }).waitFor()
  await say('write note.txt hello')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.locator('.agent', { hasText: 'Wrote 6 bytes to note.txt' }).waitFor()
  expect(readFileSync(join(example.folder, 'note.txt'), 'utf8')).toBe('hello\n')
  expect(await page.locator('.tool').allTextContents()).toEqual([expect.stringContaining('note.txt')])
  expect(faults).toEqual([])
  // The proxy refuses pages of other origins, and offers no other route of the gateway.
  const body = {
    method: 'POST',
    headers: { origin: 'http://other.example', 'content-type': 'application/json' },
  }
  expect((await fetch(`${url}/agents/sim`, { ...body, body: '{}' })).status).toBe(403)
  expect(await (await fetch(`${url}/api/agents`)).text()).not.toContain('"agents"')
})

it('browser-conversion converts in the page, with a script of at most 5.2 KB', async () => {
  const example = built('browser-conversion')
  const { page, faults } = await open(example)
  const converted = JSON.parse((await page.locator('#ag-ui').textContent()) ?? '') as unknown
  expect(converted).toEqual({
    identity: { name: 'my-agent', version: '1.0.0' },
    transport: { streaming: true },
    multimodal: { input: { image: true, audio: false } },
    state: { persistentState: true },
  })
  await page.locator('#acp').fill('{')
  expect(await page.locator('#ag-ui').textContent()).toContain('JSON')
  expect(faults).toEqual([])
  const assets = join(example.folder, 'dist/assets')
  const weigh = (file: string): number => gzipSync(readFileSync(join(assets, file))).length
  const bytes = readdirSync(assets).reduce((sum, file) => sum + weigh(file), 0)
  // All scripts of the page; `npm run bench -- page` weighs the conversion alone.
  expect(bytes).toBeLessThanOrEqual(5_200)
})
