import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import { openSqliteStore } from '../../src/sessions/store/sqlite.ts'
import { join } from 'node:path'
import { button, message, reply, said, say } from '../support/page/chat-page.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway } from '../support/gateway-lab.ts'
import { launchBrowser, watchFaults } from '../support/page/page-lab.ts'

let browser: Browser
let lab: GatewayLab
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await lab.remove()
})

const questions = (page: Page) => page.getByRole('alert', { name: 'Questions from the agent' })
const refused = 'Write a.txt: this was refused, and nothing was done.'

const file = (name: string): string => join(lab.lab.workspace, '..', name)

/** A gateway that stores threads and sessions, with a page at the chat of the sim. */
async function open(
  options: object = {},
): Promise<{ gateway: OpenGateway; page: Page; faults: readonly string[] }> {
  const gateway = await lab.open(
    {},
    {
      store: sqliteThreadStore(file('threads.db')),
      sessionStore: openSqliteStore({ path: file('sessions.db') }),
      loginsFile: file('logins.json'),
      ...options,
    },
  )
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  page.setDefaultTimeout(90_000)
  await page.goto(`${gateway.url}${gateway.gateway.loginPath()}`)
  await page.goto(`${gateway.url}/#chat/sim`)
  return { gateway, page, faults: watchFaults(page, gateway.url) }
}

async function openSession(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sessions' }).click()
  await page.getByRole('link', { name: /^@sim-/ }).click()
}

test('a question that expires disappears, and the chat shows how the agent continued', async () => {
  const { page, faults } = await open({ limits: { interruptMs: 1500 } })
  await say(page, 'write a.txt hello')
  await questions(page).waitFor()
  await questions(page).waitFor({ state: 'detached' })
  await reply(page).getByText(refused).waitFor()
  expect(await message(page).isDisabled()).toBe(false)
  await say(page, 'say again')
  await reply(page).getByText('again', { exact: true }).waitFor()
  expect(await said(page).locator('.said').allInnerTexts()).toEqual(['write a.txt hello', 'say again'])
  expect(faults).toEqual([])
})

test('a message under Sessions says why it waits for a question, and leads to the chat', async () => {
  const { page, faults } = await open()
  await say(page, 'write a.txt hello')
  await questions(page).waitFor()
  await openSession(page)
  await page.getByText('Messages wait until you answer it in the chat.').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).last().fill('say two')
  await button(page, 'Send').last().click()
  await page.locator('summary').filter({ hasText: 'queued' }).waitFor()
  await page.getByRole('link', { name: 'open the chat' }).click()
  await questions(page).getByRole('button', { name: 'Allow' }).first().click()
  await openSession(page)
  await page.getByRole('article', { name: 'Agent' }).getByText('two', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('after a restart with an open question, messages under Sessions and in the chat reach the agent', async () => {
  const before = await open()
  await say(before.page, 'write a.txt hello')
  await questions(before.page).waitFor()
  const thread = new URL(before.page.url()).hash
  await before.gateway.server.close()
  const { page, gateway, faults } = await open()
  await openSession(page)
  await page.getByRole('row', { name: /offline/ }).waitFor()
  await page.getByRole('textbox', { name: 'Message' }).last().fill('say two')
  await button(page, 'Send').last().click()
  await page.getByRole('article', { name: 'Agent' }).getByText('two', { exact: true }).waitFor()
  await page.goto(`${gateway.url}/${thread}`)
  await reply(page).getByText('two', { exact: true }).waitFor()
  await say(page, 'say three')
  await reply(page).getByText('three', { exact: true }).waitFor()
  expect(await said(page).locator('.said').allInnerTexts()).toEqual([
    'write a.txt hello',
    'say two',
    'say three',
  ])
  expect(faults).toEqual([])
})
