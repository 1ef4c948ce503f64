import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

test('the link signs in one browser, once', async () => {
  await lab.served.restart()
  const { page, faults } = await lab.open('', { isSignedIn: false })
  await page.getByRole('heading', { name: 'This browser is signed out' }).waitFor()
  await page.getByText('capstan serve', { exact: true }).first().waitFor()
  expect(faults).toEqual([
    'console: Failed to load resource: the server responded with a status of 401 (Unauthorized)',
  ])
  await page.goto(lab.served.link)
  await page.getByRole('heading', { name: 'Agents' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  const other = await lab.open('', { isSignedIn: false })
  await other.page.goto(lab.served.link)
  await other.page.getByText('The sign-in link was already used or has expired.').waitFor()
})

test('the link works from another origin, such as the file that opens the browser', async () => {
  await lab.served.restart()
  const { page } = await lab.open('', { isSignedIn: false })
  const folder = mkdtempSync(join(tmpdir(), 'capstan-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'open.html')
  writeFileSync(file, `<meta http-equiv="refresh" content="0; url=${lab.served.link}">`)
  await page.goto(pathToFileURL(file).href)
  await page.getByRole('heading', { name: 'Agents' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('a browser stays signed in after a restart of the gateway', async () => {
  await lab.served.restart()
  const { page } = await lab.open('', { isSignedIn: false })
  await page.goto(lab.served.link)
  await page.getByText('22 agents', { exact: true }).waitFor()
  await lab.served.restart()
  await page.reload()
  await page.getByText('22 agents', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Probe Slow' }).click()
  await page.getByText('probed', { exact: true }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a signed-out page says so and recovers with a new link', async () => {
  await lab.served.restart()
  const { page, context } = await lab.open('', { isSignedIn: false })
  await page.goto(lab.served.link)
  await page.getByText('22 agents', { exact: true }).waitFor()
  lab.served.signOut()
  await lab.served.restart()
  await page.getByRole('button', { name: 'Probe Slow' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'You have been signed out.' })
  await notice.waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.getByText('Still signed out.').waitFor()
  const second = await context.newPage()
  await second.goto(lab.served.link)
  await second.getByRole('heading', { name: 'Agents' }).waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByText('22 agents', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the sessions view detects the sign-out without an action of the user', async () => {
  await lab.served.restart()
  const { page } = await lab.open('', { isSignedIn: false })
  await page.goto(lab.served.link)
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('connected', { exact: true }).waitFor()
  lab.served.signOut()
  await lab.served.restart()
  await page.getByRole('alert').getByText('You have been signed out.').waitFor()
  await expect.poll(() => page.getByText('connected', { exact: true }).count()).toBe(0)
})
