import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, log, message, reply, said, say } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

const pane = (page: Page, name: 'Chat' | 'Second chat') => page.getByRole('group', { name, exact: true })
const card = (page: Page) => page.locator('.questions .card')

/** Presses a key once the question is old enough for keys. */
async function answer(page: Page, key: string): Promise<void> {
  await card(page).waitFor()
  const age = 'Date.now() - Number(document.querySelector(".card").dataset.shown)'
  await expect.poll(() => page.evaluate<number>(age)).toBeGreaterThan(1100)
  await page.keyboard.press(key)
}

test('two chats side by side have their own threads, also after a reload', async () => {
  const { page, faults } = await lab.open('#chat/sim', { width: 1400 })
  await button(page, 'Open a second chat').click()
  const [left, right] = [pane(page, 'Chat'), pane(page, 'Second chat')]
  await say(left, 'say on the left')
  await say(right, 'say on the right')
  await reply(left).getByText('on the left', { exact: true }).waitFor()
  await reply(right).getByText('on the right', { exact: true }).waitFor()
  expect(await reply(left).count()).toBe(1)
  await right.getByRole('combobox', { name: 'Agent' }).selectOption('slow')
  await right.getByPlaceholder('Write to Slow').waitFor()
  await right.getByRole('combobox', { name: 'Agent' }).selectOption('sim')
  await reply(right).getByText('on the right', { exact: true }).waitFor()
  await page.reload()
  await reply(left).getByText('on the left', { exact: true }).waitFor()
  await reply(right).getByText('on the right', { exact: true }).waitFor()
  // A narrow window shows one chat and keeps the other.
  await page.setViewportSize({ width: 900, height: 800 })
  await right.waitFor({ state: 'detached' })
  expect(await button(page, 'Open a second chat').isVisible()).toBe(false)
  await page.setViewportSize({ width: 1400, height: 800 })
  await button(page, 'Close the second chat').click()
  await right.waitFor({ state: 'detached' })
  await button(page, 'Open a second chat').waitFor()
  expect(faults.filter((fault) => !fault.includes('404'))).toEqual([])
})

test('shortcuts allow, deny, stop, start and switch chats, and a question mark shows them', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await say(page, 'write short.txt yes')
  await answer(page, 'a')
  await log(page).getByText('Wrote 4 bytes to short.txt.').waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await say(page, 'write other.txt no')
  await answer(page, 'd')
  await log(page).getByText('this was refused').waitFor()
  await page.goto(`${lab.served.url}/#chat/hanging`)
  await say(page, 'hang')
  await log(page).getByText('I begin.').waitFor()
  await log(page).focus()
  await page.keyboard.press('s')
  await log(page).getByText('Stopped', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.getByPlaceholder('Write to Sim (simulated)').waitFor()
  await log(page).focus()
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Changes in 1 file' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('n')
  await page.getByText('Send a message to start').waitFor()
  await log(page).focus()
  await page.keyboard.press('m')
  await expect.poll(() => message(page).evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
  await log(page).focus()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('Allow what the agent asks').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('no shortcut fires while the user writes, nor right after a question appears', async () => {
  const { page } = await lab.open('#chat/slow')
  await say(page, 'write typed.txt yes')
  // The user writes on while the question appears.
  await page.keyboard.type('and')
  await card(page).waitFor()
  await page.keyboard.type(' add? ')
  await expect.poll(() => message(page).inputValue()).toBe('and add? ')
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await card(page).count()).toBe(1)
  await page.waitForTimeout(1200)
  await page.keyboard.type('a')
  await expect.poll(() => message(page).inputValue()).toBe('and add? a')
  expect(await card(page).count()).toBe(1)
  // The text is not sent either while the question is open.
  await page.keyboard.press('Enter')
  expect(await said(page).count()).toBe(1)
  await button(page, 'Reject').click()
  await log(page).getByText('this was refused').waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await message(page).fill('')
  await say(page, 'write early.txt yes')
  await card(page).waitFor()
  // A key in the first second was meant for the text.
  await page.evaluate('document.querySelector(".card").dataset.shown = String(Date.now() + 60_000)')
  await page.keyboard.press('a')
  await page.keyboard.press('d')
  expect(await card(page).count()).toBe(1)
  await button(page, 'Reject').click()
})

test('the title counts open questions', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'write title.txt yes')
  await expect.poll(() => page.title()).toBe('(1) Capstan')
  await page.goto(`${lab.served.url}/#agents`)
  expect(await page.title()).toBe('(1) Capstan')
  await page.goto(`${lab.served.url}/#chat/sim`)
  await button(page, 'Reject').click()
  await expect.poll(() => page.title()).toBe('Capstan')
})

/** Records notifications and permission requests, and lets the test hide the page. */
const recorder = `
  window.shownNotifications = []
  window.permissionRequests = 0
  let permission = 'default'
  window.Notification = class extends EventTarget {
    static get permission() { return permission }
    static async requestPermission() { window.permissionRequests++; permission = 'granted'; return permission }
    constructor(title, options) { super(); window.shownNotifications.push([title, options.body]) }
    close() {}
  }
  Object.defineProperty(document, 'hidden', { get: () => window.isHidden === true })
`

test('a question in a hidden tab is notified of, after a click on the bell', async () => {
  const { page, context } = await lab.open('#agents')
  await context.addInitScript(recorder)
  await page.goto(`${lab.served.url}/#chat/sim`)
  await page.reload()
  const shown = (): Promise<unknown> => page.evaluate('[permissionRequests, shownNotifications]')
  const ask = async (file: string, isHidden: boolean): Promise<void> => {
    await page.evaluate(`isHidden = ${isHidden}`)
    await say(page, `write ${file} yes`)
    await card(page).waitFor()
  }
  await ask('quiet.txt', true)
  expect(await shown()).toEqual([0, []])
  await button(page, 'Reject').click()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await button(page, 'Notify me of questions: off').click()
  await button(page, 'Notify me of questions: on').waitFor()
  await ask('seen.txt', false)
  expect(await shown()).toEqual([1, []])
  await button(page, 'Reject').click()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await ask('hidden.txt', true)
  await expect.poll(shown).toEqual([1, [['Sim (simulated) asks', 'Write hidden.txt']]])
  await button(page, 'Reject').click()
  await button(page, 'Notify me of questions: on').click()
  await button(page, 'Notify me of questions: off').waitFor()
})
