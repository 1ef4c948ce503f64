import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStored } from '../support/asking-gateway.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'
import { button, log, reply, said, say } from '../support/page/chat-page.ts'
import { createPageLab, launchBrowser, type PageLab } from '../support/page/page-lab.ts'

const questions = (page: Page) => page.getByRole('alert', { name: 'Questions from the agent' })
const goneNotices = (page: Page) => log(page).getByText('The question is no longer open')
/** The call in question, which says why it ended. */
const lostCall = (page: Page) =>
  log(page)
    .getByRole('region', { name: /^Tool Write .*: canceled$/ })
    .getByText('The agent was stopped before the question about this call was answered')
const calls = (page: Page) =>
  log(page)
    .getByRole('region', { name: /^Tool / })
    .evaluateAll((all) => all.map((one) => one.ariaLabel))
/** After an approval, the agent is asked to continue. */
const answers = [
  ['Allow', 1],
  ['Reject', 0],
  ['Dismiss', 0],
] as const
const texts = (page: Page) => said(page).locator('.said').allInnerTexts()

async function converse(page: Page): Promise<void> {
  await say(page, 'say one')
  await reply(page).getByText('one', { exact: true }).waitFor()
}

/** The messages that the chat shows after another one, in this tab and after a reload. */
async function goOn(page: Page): Promise<string[][]> {
  await say(page, 'say two')
  await reply(page).getByText('two', { exact: true }).waitFor()
  const before = await texts(page)
  await page.reload()
  await reply(page).getByText('two', { exact: true }).waitFor()
  await reply(page).getByText('one', { exact: true }).waitFor()
  return [before, await texts(page)]
}

const both = (...expected: string[]): string[][] => [
  [...expected, 'say two'],
  [...expected, 'say two'],
]

describe('an open page after a restart of the gateway', () => {
  let lab: PageLab
  beforeAll(async () => {
    lab = await createPageLab()
  })
  afterAll(() => lab?.remove())

  test('continues its chat', async () => {
    const { page } = await lab.open('#chat/sim')
    await converse(page)
    await lab.served.restart()
    expect(await goOn(page)).toEqual(both('say one'))
  })

  test.each(answers)('continues when %s answers its open question', async (name, notices) => {
    const { page } = await lab.open('#chat/sim')
    await converse(page)
    await say(page, `write ${name}.txt hello`)
    await questions(page).waitFor()
    await lab.served.restart()
    await answer(page, name)
    await expect.poll(() => goneNotices(page).count()).toBe(notices)
    await lostCall(page).waitFor()
    expect(await goOn(page)).toEqual(both('say one', `write ${name}.txt hello`))
    expect(await calls(page)).toEqual([`Tool Write ${name}.txt: canceled`])
  })
})

describe('an open page whose agent was stopped because it was idle', () => {
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

  async function open(): Promise<Page> {
    const { url, gateway } = await openStored(lab, {}, { limits: { idleMs: 1500 } })
    const page = await browser.newPage({ reducedMotion: 'reduce' })
    page.setDefaultTimeout(90_000)
    await page.goto(`${url}${gateway.loginPath()}`)
    await page.goto(`${url}/#chat/sim`)
    return page
  }
  const stopped = (): Promise<void> =>
    vi.waitUntil(() => lab.lab.running().length === 0, 60_000).then(() => undefined)

  test('continues its chat', async () => {
    const page = await open()
    await converse(page)
    await stopped()
    expect(await goOn(page)).toEqual(both('say one'))
  })

  test.each(answers)('continues when %s answers its open question', async (name, notices) => {
    const page = await open()
    await converse(page)
    await say(page, 'write a.txt hello')
    await questions(page).waitFor()
    await stopped()
    await answer(page, name)
    await expect.poll(() => goneNotices(page).count()).toBe(notices)
    await lostCall(page).waitFor()
    expect(await goOn(page)).toEqual(both('say one', 'write a.txt hello'))
    expect(await calls(page)).toEqual(['Tool Write a.txt: canceled'])
  })

  test('shows no question after a reload, and continues', async () => {
    const page = await open()
    await converse(page)
    await say(page, 'write a.txt hello')
    await questions(page).waitFor()
    await stopped()
    await page.reload()
    await reply(page).getByText('one', { exact: true }).waitFor()
    expect(await questions(page).count()).toBe(0)
    await lostCall(page).waitFor()
    expect(await goOn(page)).toEqual(both('say one', 'write a.txt hello'))
  })
})

/** Answers a question that the agent no longer waits for. */
async function answer(page: Page, name: string): Promise<void> {
  await button(questions(page), name).click()
  await questions(page).waitFor({ state: 'detached' })
}
