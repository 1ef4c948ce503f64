import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import type { AgUiEvent } from '../../src/gateway/ag-ui/events.ts'
import { button, log, message, reply, said, say } from '../support/page/chat-page.ts'
import { barriers, isTooWide, looks } from '../support/page/looks.ts'
import { launchBrowser } from '../support/page/page-lab.ts'
import { playGateway, type PlayedGateway, type PlayedRun } from '../support/page/played-gateway.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

let gateway: PlayedGateway
beforeEach(async () => {
  gateway = await playGateway()
})
afterEach(() => gateway.close())

const started = ({ input: { threadId, runId } }: PlayedRun): AgUiEvent => ({
  type: 'RUN_STARTED',
  threadId,
  runId,
})
const finished = ({ input: { threadId, runId } }: PlayedRun): AgUiEvent => ({
  type: 'RUN_FINISHED',
  threadId,
  runId,
})
const text = (messageId: string, delta: string): AgUiEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' },
  { type: 'TEXT_MESSAGE_CONTENT', messageId, delta },
  { type: 'TEXT_MESSAGE_END', messageId },
]
const messageIn = ({ input: { messages } }: PlayedRun): { id: string; content?: unknown } =>
  messages.at(-1) ?? { id: '' }
const about = (name: string, run: PlayedRun): AgUiEvent => ({
  type: 'CUSTOM',
  name: `capstan.message.${name}`,
  value: { messageId: messageIn(run).id },
})
const queue = (page: Page) => page.getByRole('list', { name: 'Queued messages' })

/** A chat whose first run says one word and continues. */
async function openBusy(): Promise<{ page: Page; first: PlayedRun }> {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  await page.goto(`${gateway.url}/#chat/actor`)
  await say(page, 'begin')
  const first = await gateway.nextRun()
  first.send(started(first), ...text('m1', 'working'))
  await reply(page).getByText('working').waitFor()
  return { page, first }
}

/** Sends a message during the first run, which the gateway queues. */
async function sendQueued(page: Page, words: string): Promise<PlayedRun> {
  await say(page, words)
  const run = await gateway.nextRun()
  run.send(started(run), about('queued', run))
  await queue(page).getByText('Queued', { exact: true }).last().waitFor()
  return run
}

test('a message sent during a turn is queued, and its turn follows', async () => {
  const { page, first } = await openBusy()
  expect(await message(page).isDisabled()).toBe(false)
  const second = await sendQueued(page, 'and then this')
  expect(messageIn(second)).toMatchObject({ role: 'user', content: 'and then this' })
  expect(second.input.threadId).toBe(first.input.threadId)
  // The first turn continues, and the message is not in the log yet.
  first.send(...text('m2', 'still working'))
  await reply(page).getByText('still working').waitFor()
  expect(await said(page).count()).toBe(1)
  await button(page, 'Stop').waitFor()
  first.end(finished(first))
  second.send(about('sent', second), ...text('m3', 'this is done'))
  await reply(page).getByText('this is done').waitFor()
  await queue(page).waitFor({ state: 'detached' })
  expect(await log(page).locator('article').locator('.said, .markdown').allInnerTexts()).toEqual([
    'begin',
    'working',
    'still working',
    'and then this',
    'this is done',
  ])
  await button(page, 'Stop').waitFor()
  second.end(finished(second))
  await button(page, 'Stop').waitFor({ state: 'detached' })
})

test('a steered message is in the log at once, and the turn continues', async () => {
  const { page, first } = await openBusy()
  await say(page, 'look at the tests too')
  const second = await gateway.nextRun()
  second.end(started(second), about('steered', second), finished(second))
  await said(page).getByText('look at the tests too').waitFor()
  await log(page).getByText('Sent into the running turn').waitFor()
  expect(await queue(page).count()).toBe(0)
  await button(page, 'Stop').waitFor()
  first.end(...text('m2', 'the tests are fine'), finished(first))
  await reply(page).getByText('the tests are fine').waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
})

test('a queued message can be edited and removed', async () => {
  const { page } = await openBusy()
  const second = await sendQueued(page, 'frist')
  await button(queue(page), 'Edit').click()
  await page.getByRole('textbox', { name: 'Queued message' }).fill('first')
  await button(queue(page), 'Save').click()
  await queue(page).getByText('first', { exact: true }).waitFor()
  const path = `/api/threads/${second.input.threadId}/queue/${messageIn(second).id}`
  expect(gateway.queueCalls).toEqual([`PUT ${path} {"text":"first"}`])
  // The message was sent meanwhile: the page says so and keeps it.
  gateway.refuseNext()
  await button(queue(page), 'Remove').click()
  await page.getByText('The message was already sent').waitFor()
  await button(queue(page), 'Remove').click()
  await queue(page).waitFor({ state: 'detached' })
  expect(gateway.queueCalls.slice(1)).toEqual([`DELETE ${path}`, `DELETE ${path}`])
  second.end(about('removed', second), finished(second))
  await button(page, 'Stop').waitFor()
  expect(await said(page).count()).toBe(1)
})

test('a message that the gateway refuses stays in the log with the reason', async () => {
  const { page, first } = await openBusy()
  await say(page, 'too much')
  const second = await gateway.nextRun()
  second.end(started(second), {
    type: 'RUN_ERROR',
    message: '1000 runs are in progress',
    code: 'too_many_runs',
  })
  await log(page).getByText('1000 runs are in progress').waitFor()
  await said(page).getByText('too much').waitFor()
  expect(await queue(page).count()).toBe(0)
  await button(page, 'Stop').waitFor()
  first.end(finished(first))
  await button(page, 'Stop').waitFor({ state: 'detached' })
})

describe.each(looks)(
  '%s',
  (_look, { width = 1280, height = 800, colorScheme = 'light', hasTouch = false }) => {
    test('the queue is accessible and fits the window', async () => {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.goto(`${gateway.url}/#chat/actor`)
      await say(page, 'begin')
      const first = await gateway.nextRun()
      first.send(started(first), ...text('m1', 'working'))
      await reply(page).getByText('working').waitFor()
      await sendQueued(
        page,
        'a message that is long enough to be cut off on a narrow screen, and a bit longer',
      )
      await sendQueued(page, 'another one')
      await button(queue(page), 'Edit').last().click()
      expect(await barriers(page)).toEqual([])
      expect(await isTooWide(page)).toBe(false)
      await context.close()
    })
  },
)
