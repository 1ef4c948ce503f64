import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { barriers } from '../support/page/looks.ts'
import { createPageLab, type PageLab, type Tab } from '../support/page/page-lab.ts'
import { capstan } from '../support/program.ts'

const slow = { timeout: 180_000 }
let lab: PageLab
let folder: string
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-reports-')))
  lab = await createPageLab()
})
afterAll(async () => {
  await lab?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const sim = 'Sim (simulated)'

async function openAgents(): Promise<Tab> {
  const tab = await lab.open('#agents')
  await tab.page.getByText('22 agents', { exact: true }).waitFor()
  return tab
}

test('a verification shows its progress, then the counts and the day', slow, async () => {
  const { page, faults } = await openAgents()
  const progress = page.getByRole('progressbar', { name: `Verifying ${sim}` }).waitFor()
  await page.getByRole('button', { name: `Verify ${sim}` }).click()
  await progress
  await page.getByText(/^\d+ of \d+: \S+ (verified|not applicable)$/).waitFor()
  // One at a time.
  const second = await page.evaluate<number>(
    `fetch('/api/agents/sim/verify', { method: 'POST' }).then((one) => one.status)`,
  )
  expect(second).toBe(409)
  await page.getByText(/^\d+ verified, .*could not try/).waitFor({ timeout: 120_000 })
  await page.getByRole('button', { name: `${sim}, session.fork: yes`, exact: true }).click()
  const evidence = page.getByRole('complementary', { name: 'Evidence' })
  await evidence.getByText(/\d{4}-\d\d-\d\d · capstan verify: fork/).waitFor()
  expect(faults).toEqual([expect.stringMatching(/status of 409/)])
  const again = await openAgents()
  await again.page.getByText(/^verified \d{4}-\d\d-\d\d$/).waitFor()
})

test('canceling stops the verification, and another one can start', slow, async () => {
  const { page } = await openAgents()
  await page.getByRole('button', { name: `Verify ${sim}` }).click()
  await page.getByText(/^\d+ of \d+: /).waitFor()
  await page.getByRole('button', { name: `Stop verifying ${sim}` }).click()
  // At once: the gateway still stops the first one.
  await page.getByRole('button', { name: `Verify ${sim}` }).click()
  const progress = page.getByText(/^\d+ of \d+: /)
  await expect.poll(() => progress.count(), { timeout: 60_000 }).toBe(1)
  await page.getByRole('button', { name: `Stop verifying ${sim}` }).click()
})

test(
  'the HTML report filters its checks and opens their evidence without loading anything',
  slow,
  async () => {
    const [html, xml, svg] = ['r.html', 'r.xml', 'b.svg'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ]
    const home = { HOME: folder, CAPSTAN_HOME: join(folder, 'data'), PATH: process.env['PATH'] ?? '' }
    const checks = 'handshake,text,fork,mcp-http,auth-error'
    const words = ['verify', 'sim', '--check', checks, '--report', html, '--junit', xml, '--badge', svg]
    expect((await capstan(words, { env: home, cwd: folder })).exitCode).toBe(0)
    const { context } = await lab.open('#agents')
    const page = await context.newPage()
    const loaded: string[] = []
    const faults: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    page.on('pageerror', (error) => void faults.push(error.message))
    await page.goto(pathToFileURL(html).href)
    await page.getByText('5 of 5 checks', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('fork')
    await page.getByText('1 of 5 checks', { exact: true }).waitFor()
    const fork = page.locator('details:visible')
    await fork.locator('summary').click()
    await fork.getByText('session.fork', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('checkbox', { name: 'verified', exact: true }).uncheck()
    await page.getByText('2 of 5 checks', { exact: true }).waitFor()
    expect(loaded).toEqual([pathToFileURL(html).href])
    expect(await barriers(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await barriers(page)).toEqual([])
    expect(await xmlShape(page, readFileSync(xml, 'utf8'))).toEqual({
      root: 'testsuites',
      cases: 5,
      failures: 0,
      skipped: 2,
      error: false,
    })
    expect(await xmlShape(page, readFileSync(svg, 'utf8'))).toMatchObject({ root: 'svg', error: false })
    expect(readFileSync(svg, 'utf8')).toContain('<title>verified 3 of 4</title>')
    expect(faults).toEqual([])
  },
)

/** Reads XML as a browser does, which reports what is not well-formed. */
async function xmlShape(page: Page, xml: string): Promise<unknown> {
  return await page.evaluate(
    `(() => {
      const document = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml')
      const count = (name) => document.getElementsByTagName(name).length
      return { root: document.documentElement.localName, cases: count('testcase'), failures: count('failure'), skipped: count('skipped'), error: count('parsererror') > 0 }
    })()`,
  )
}
