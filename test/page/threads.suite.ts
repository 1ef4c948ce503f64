import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sqliteThreadStore } from '../../src/gateway/threads/sqlite-thread-store.ts'
import type { ThreadRecord, ThreadStore } from '../../src/gateway/threads/thread-store.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
/** The store of the gateway, which several processes may use. */
let store: ThreadStore
beforeAll(async () => {
  lab = await createPageLab()
  store = sqliteThreadStore(lab.served.threadsFile)
})
afterAll(async () => {
  await store?.close()
  await lab?.remove()
})

const day = 24 * 60 * 60_000

/** Stores a thread that was changed some time ago. */
function put(id: string, title: string, ageMs: number, more: Partial<ThreadRecord> = {}): void {
  const at = Date.now() - ageMs
  const record = { id, agent: 'sim', title, createdAt: at, updatedAt: at, isArchived: false }
  store.put({ ...record, settings: {}, state: {}, ...more })
}

beforeEach(() => {
  for (const isArchived of [false, true]) {
    for (const { id } of store.list({ isArchived, limit: 1000 })) store.remove(id)
  }
  put('t-fix', 'Fix the failing test', 0)
  put('t-read', 'Read the notes', 40 * day)
  const message = { id: 'm1', role: 'user', content: 'a heron stands in the water' } as const
  store.saveMessages('t-read', { put: [{ position: 0, message }], removed: [] })
  put('t-old', 'Archived talk', 50 * day, { isArchived: true })
})

const list = (page: Page) => page.getByRole('complementary', { name: 'Chats' })
const titles = (page: Page): Promise<string[]> => list(page).locator('.thread-title').allInnerTexts()
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

async function act(page: Page, title: string, action: string): Promise<void> {
  await list(page).getByLabel(`Actions for ${title}`).click()
  await list(page).getByRole('button', { name: action }).click()
}

test('lists chats by age, and finds them by title and message', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await expect.poll(() => titles(page)).toEqual(['Fix the failing test', 'Read the notes'])
  expect(await list(page).getByRole('heading').allInnerTexts()).toEqual(['Today', 'Older'])
  const search = list(page).getByRole('searchbox', { name: 'Search chats' })
  await search.fill('heron')
  await expect.poll(() => titles(page)).toEqual(['Read the notes'])
  await search.fill('nothing like it')
  await list(page).getByText('Nothing found for “nothing like it”.').waitFor()
  expect(faults).toEqual([])
})

test('loads older chats on request', async () => {
  for (let index = 0; index < 60; index++) put(`t-${index}`, `Chat ${index}`, day * 2 + index * 60_000)
  const { page } = await lab.open('#chat/sim')
  await expect.poll(async () => (await titles(page)).length).toBe(50)
  await list(page).getByRole('button', { name: 'Show older chats' }).click()
  await expect.poll(async () => (await titles(page)).length).toBe(62)
  expect(await list(page).getByRole('button', { name: 'Show older chats' }).count()).toBe(0)
})

test('renames, archives and restores a chat', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await act(page, 'Read the notes', 'Rename')
  await list(page).getByRole('textbox', { name: 'New title' }).fill('The heron')
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual(['Fix the failing test', 'The heron'])
  expect(store.get('t-read')?.title).toBe('The heron')
  await act(page, 'The heron', 'Rename')
  await list(page).getByRole('textbox', { name: 'New title' }).fill('not this')
  await page.keyboard.press('Escape')
  await act(page, 'The heron', 'Archive')
  await expect.poll(() => titles(page)).toEqual(['Fix the failing test'])
  await list(page).getByRole('checkbox', { name: 'Show the archive' }).check()
  await expect.poll(() => titles(page)).toEqual(['The heron', 'Archived talk'])
  await act(page, 'The heron', 'Move out of the archive')
  await expect.poll(() => titles(page)).toEqual(['Archived talk'])
  expect(store.get('t-read')).toMatchObject({ title: 'The heron', isArchived: false })
  expect(faults).toEqual([])
})

test('asks before it deletes a chat', async () => {
  const { page, faults } = await lab.open('#chat/sim/t-read')
  await act(page, 'Read the notes', 'Delete…')
  const question = page.getByRole('dialog', { name: 'Delete the chat?' })
  await question.getByText('“Read the notes” and its messages are deleted').waitFor()
  await question.getByRole('button', { name: 'Keep' }).click()
  await question.waitFor({ state: 'detached' })
  expect(store.get('t-read')).toBeDefined()
  await act(page, 'Read the notes', 'Delete…')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => titles(page)).toEqual(['Fix the failing test'])
  expect(store.get('t-read')).toBeUndefined()
  // The deleted chat was on the page: a new one takes its place.
  await expect.poll(() => page.evaluate('location.hash')).toBe('#chat/sim')
  expect(faults).toEqual([])
})

test('a chat has an address that opens it in another tab, and another chat does not stop it', async () => {
  const { page, context, faults } = await lab.open('#chat/sim')
  await message(page).fill('say the first chat')
  await message(page).press('Enter')
  await page.getByRole('log').getByText('the first chat', { exact: true }).waitFor()
  const address = await page.evaluate<string>('location.href')
  expect(address).toMatch(/#chat\/sim\/thread-[0-9a-f]+$/)
  const other = await context.newPage()
  await other.goto(address)
  await other.getByRole('log').getByText('the first chat', { exact: true }).waitFor()
  await list(page).getByRole('button', { name: 'New chat' }).click()
  await page.getByText('Send a message to start.').waitFor()
  await message(page).fill('say the second chat')
  await message(page).press('Enter')
  await page.getByRole('log').getByText('the second chat', { exact: true }).waitFor()
  expect(await page.evaluate('location.href')).not.toBe(address)
  await page.goto(address)
  await page.getByRole('log').getByText('the first chat', { exact: true }).waitFor()
  expect(await page.getByRole('log').getByText('the second chat', { exact: true }).count()).toBe(0)
  expect(faults).toEqual([])
})

test('keeps a draft per chat, also after a reload', async () => {
  const { page } = await lab.open('#chat/sim/t-read')
  await list(page)
    .getByRole('link', { name: /^Read the notes/ })
    .waitFor()
  await message(page).fill('unsent words')
  await list(page)
    .getByRole('link', { name: /^Fix the failing test/ })
    .click()
  await expect.poll(() => message(page).inputValue()).toBe('')
  await message(page).fill('other words')
  await page.reload()
  await expect.poll(() => message(page).inputValue()).toBe('other words')
  await list(page)
    .getByRole('link', { name: /^Read the notes/ })
    .click()
  await expect.poll(() => message(page).inputValue()).toBe('unsent words')
  await message(page).fill('')
  await page.reload()
  await list(page).waitFor()
  expect(await message(page).inputValue()).toBe('')
})

test('on a phone the list covers the chat until a chat is chosen', async () => {
  const { page, faults } = await lab.open('#chat/sim', { width: 375, height: 812, hasTouch: true })
  const toggle = page.getByRole('button', { name: 'List of chats' })
  await toggle.waitFor()
  expect(await list(page).count()).toBe(0)
  await toggle.tap()
  await list(page)
    .getByRole('link', { name: /^Read the notes/ })
    .tap()
  await list(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('location.hash')).toBe('#chat/sim/t-read')
  expect(faults).toEqual([])
})

test('the list says which chat waits for an answer', async () => {
  const { page } = await lab.open('#chat/sim')
  await message(page).fill('write waiting.txt hello')
  await message(page).press('Enter')
  await list(page).getByText('waits for you').waitFor()
  expect(await titles(page)).toContain('write waiting.txt hello')
})

test('an error shows its hint and offers to log in', async () => {
  const { page, faults } = await lab.open('#chat/locked')
  await message(page).fill('hello')
  await message(page).press('Enter')
  const alert = page.getByRole('log').getByRole('alert')
  await alert.getByRole('button', { name: 'Log in to Locked' }).click()
  const help = page.getByRole('dialog', { name: 'Log in to Locked' })
  await help.getByRole('button', { name: 'Done' }).click()
  await help.waitFor({ state: 'hidden' })
  expect(faults).toEqual([])
})

test('the chat of a missing agent offers to install it', async () => {
  const { page } = await lab.open('#chat/gemini')
  await page.getByText('Gemini CLI is not installed.').waitFor()
  await page.getByRole('button', { name: 'Install Gemini CLI' }).click()
  await page.getByText(/^Installing gemini failed with exit code 1: .*ETARGET/).waitFor()
  expect(await page.getByRole('button', { name: 'Install Gemini CLI' }).count()).toBe(1)
})

test('pickers show the settings of the session, and the default can be chosen again', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  const [model, effort] = ['Model', 'Effort'].map((name) => page.getByRole('combobox', { name }))
  if (model === undefined || effort === undefined) throw new Error('no pickers')
  await expect.poll(() => model.inputValue()).toBe('sim-small')
  await model.selectOption('sim-large')
  await effort.selectOption('high')
  await message(page).fill('say one')
  await message(page).press('Enter')
  await page.getByRole('log').getByText('one', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => model.inputValue()).toBe('sim-large')
  await expect.poll(() => effort.inputValue()).toBe('high')
  await model.selectOption('sim-small')
  await message(page).fill('say two')
  await message(page).press('Enter')
  await page.getByRole('log').getByText('two', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => model.inputValue()).toBe('sim-small')
  expect(faults).toEqual([])
})

test('pickers, transcript and sign-in survive a restart of the gateway', async () => {
  const { page } = await lab.open('#chat/sim')
  const model = page.getByRole('combobox', { name: 'Model' })
  await model.selectOption('sim-large')
  await message(page).fill('say kept words')
  await message(page).press('Enter')
  await page.getByRole('log').getByText('kept words', { exact: true }).waitFor()
  await lab.served.restart()
  await page.reload()
  await page.getByRole('log').getByText('kept words', { exact: true }).waitFor()
  await expect.poll(() => model.inputValue()).toBe('sim-large')
})
