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

test('the link lets a browser in, once', async () => {
  await lab.served.restart()
  const { page, faults } = await lab.open('', { isSignedIn: false })
  await page.getByRole('heading', { name: 'This browser is not logged in' }).waitFor()
  await page.getByText('capstan serve', { exact: true }).first().waitFor()
  expect(faults).toEqual([
    'console: Failed to load resource: the server responded with a status of 401 (Unauthorized)',
  ])
  await page.goto(lab.served.link)
  await page.getByRole('heading', { name: 'Agents' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
  const other = await lab.open('', { isSignedIn: false })
  await other.page.goto(lab.served.link)
  await other.page.getByText('The link was used before, or is too old.').waitFor()
})

test('the link works from a page of elsewhere, as the file that opens a browser is one', async () => {
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

test('a page whose login has ended says so, and comes back with the new link', async () => {
  await lab.served.restart()
  const { page, context } = await lab.open('', { isSignedIn: false })
  await page.goto(lab.served.link)
  await page.getByText('21 agents', { exact: true }).waitFor()
  await lab.served.restart()
  await page.getByRole('button', { name: 'Probe Slow' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This browser is not let in any more.' })
  await notice.waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.getByText('Not yet.').waitFor()
  const second = await context.newPage()
  await second.goto(lab.served.link)
  await second.getByRole('heading', { name: 'Agents' }).waitFor()
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
  await page.getByText('21 agents', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('the view of sessions notices it by itself', async () => {
  await lab.served.restart()
  const { page } = await lab.open('', { isSignedIn: false })
  await page.goto(lab.served.link)
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByText('live', { exact: true }).waitFor()
  await lab.served.restart()
  await page.getByRole('alert').getByText('This browser is not let in any more.').waitFor()
  await expect.poll(() => page.getByText('live', { exact: true }).count()).toBe(0)
})
