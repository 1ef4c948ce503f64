import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, log, message, reply, said, say } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

const questions = (page: Page) => page.getByRole('alert', { name: 'Questions from the agent' })
const call = (page: Page, name: string) => log(page).getByRole('region', { name })

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('The element is not visible')
  return box
}

// The first test: a session of the sim reports its commands.
test('a slash says that the agent has reported no commands yet', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await message(page).fill('/')
  await page
    .getByText('Sim (simulated) has reported no commands yet. Agents report them after the first message.')
    .waitFor()
  await message(page).fill('')
  await say(page, 'say hello')
  await reply(page).waitFor()
  await message(page).fill('/')
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  expect(await page.getByText('has reported no commands yet').count()).toBe(0)
  expect(faults).toEqual([])
})

test('the button of all changes has a visible icon, and its view is in the middle of the window', async () => {
  const { page } = await lab.open('#chat/sim', { width: 1280 })
  await say(page, 'write middle.txt text')
  await button(page, 'Allow').click()
  const icon = await boxOf(button(page, 'All changes').locator('path'))
  expect(icon.width).toBeGreaterThan(5)
  await button(page, 'All changes').click()
  const { x, width } = await boxOf(page.getByRole('dialog', { name: 'Changes in 1 file' }))
  expect(x + width / 2).toBeCloseTo(640, 0)
})

test('the pickers and buttons of a chat are in one row, with the meters below', async () => {
  const { page } = await lab.open('#chat/sim', { width: 1280 })
  await say(page, 'say hello')
  await reply(page).waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  const picker = await boxOf(page.getByRole('combobox', { name: 'Agent' }))
  const shortcuts = await boxOf(button(page, 'Keyboard shortcuts'))
  const meters = await boxOf(page.locator('.meters'))
  expect(Math.abs(picker.y - shortcuts.y)).toBeLessThan(4)
  expect(meters.y).toBeGreaterThanOrEqual(picker.y + picker.height)
})

test('a question about a command shows its command line, and the call waits for the user', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'run echo "two words"')
  const command = questions(page).getByRole('group', { name: 'Command' })
  await expect.poll(() => command.innerText()).toBe('echo "two words"')
  await call(page, 'Tool Run: echo "two words": waits for you').waitFor()
  await button(page, 'Reject').click()
  await call(page, 'Tool Run: echo "two words": refused').waitFor()
})

test('the changes in question are proposed, and those of a refused call are not called changes', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'write never.txt text')
  await questions(page).getByText('proposed').waitFor()
  expect(await questions(page).getByText('added').count()).toBe(0)
  await button(page, 'Reject').click()
  const refused = call(page, 'Tool Write never.txt: refused')
  await refused.getByText('not changed').waitFor()
  expect(await refused.getByText('added').count()).toBe(0)
})

test('colors that the agent quotes from a terminal are left out of its text', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say \u001B[32mgreen\u001B[0m leaves')
  await expect.poll(() => reply(page).allInnerTexts()).toEqual(['green leaves'])
})

test('on a phone, the list of chats can be closed again', async () => {
  const { page } = await lab.open('#chat/sim', { width: 390, height: 780 })
  await button(page, 'List of chats').click()
  const list = page.getByRole('complementary', { name: 'Chats' })
  await button(list, 'Close the list').click()
  await expect.poll(() => list.count()).toBe(0)
  await message(page).click()
})

test('a session shows messages of the user apart, and no name that repeats the handle', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say hello')
  await reply(page).waitFor()
  await page.getByRole('link', { name: 'Sessions' }).click()
  const row = page.getByRole('rowheader', { name: /^@sim-/ }).first()
  expect(await row.innerText()).toMatch(/^@sim-\w+$/)
  await row.getByRole('link').click()
  await page.locator('.talk').getByRole('article', { name: 'You' }).first().waitFor()
  const [back, around] = await page.evaluate<string[]>(
    `['.talk .entry.user', '.talk'].map((one) => getComputedStyle(document.querySelector(one)).backgroundColor)`,
  )
  expect(back).not.toBe(around)
  expect(back).not.toBe('rgba(0, 0, 0, 0)')
})

test('a tab shows what another tab did in the same chat when the user returns to it', async () => {
  const { page, context, faults } = await lab.open('#chat/sim')
  await say(page, 'say one')
  await reply(page).getByText('one', { exact: true }).waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  const other = await context.newPage()
  await other.goto(page.url())
  await reply(other).getByText('one', { exact: true }).waitFor()
  await say(other, 'say two')
  await reply(other).getByText('two', { exact: true }).waitFor()
  await page.bringToFront()
  // Tabs without a window do not get the focus of a real one.
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await reply(page).getByText('two', { exact: true }).waitFor()
  await say(page, 'say three')
  await reply(page).getByText('three', { exact: true }).waitFor()
  expect(await said(page).locator('.said').allInnerTexts()).toEqual(['say one', 'say two', 'say three'])
  expect(faults).toEqual([])
})

test('a message that is sent while the page loads its chat stays in the chat', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say one')
  await reply(page).getByText('one', { exact: true }).waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await page.route('**/connect*', async (route) => {
    const response = await route.fetch()
    await sleep(1500)
    await route.fulfill({ response })
  })
  await page.reload()
  await say(page, 'say two')
  await reply(page).getByText('one', { exact: true }).waitFor()
  await reply(page).getByText('two', { exact: true }).waitFor()
  await sleep(2000)
  expect(await said(page).locator('.said').allInnerTexts()).toEqual(['say one', 'say two'])
  expect(await reply(page).allInnerTexts()).toEqual(['one', 'two'])
})
