import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, log, message, say, newChat } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
  const { workspace } = lab.served
  mkdirSync(join(workspace, 'src'))
  for (const name of ['src/notebook.ts', 'src/index.ts']) writeFileSync(join(workspace, name), '')
  symlinkSync('/etc/hostname', join(workspace, 'notes-outside'))
})
afterAll(() => lab?.remove())

const menu = (page: Page, name: string) => page.getByRole('listbox', { name })
const chosen = (page: Page) => page.getByRole('listbox').getByRole('option', { selected: true })

test('an example fills the message box', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await page.getByRole('list', { name: 'Examples' }).getByRole('button', { name: 'help' }).click()
  await expect.poll(() => message(page).inputValue()).toBe('help')
  await message(page).press('Enter')
  await log(page)
    .getByText(/I am the simulated agent/)
    .waitFor()
  expect(faults).toEqual([])
})

test("an empty chat offers the agent's commands once a session has reported them", async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say hello')
  await log(page).getByText('hello', { exact: true }).waitFor()
  await newChat(page).click()
  await page
    .getByRole('list', { name: 'Commands of Sim (simulated)' })
    .getByRole('button', { name: '/plan' })
    .click()
  await expect.poll(() => message(page).inputValue()).toBe('/plan ')
  await page.keyboard.type('one, two')
  await page.keyboard.press('Enter')
  await log(page)
    .getByText(/two: done/)
    .waitFor()
})

test('a slash opens the commands, and the keyboard chooses one', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await say(page, 'say hello')
  await log(page).getByText('hello', { exact: true }).waitFor()
  await message(page).focus()
  await page.keyboard.type('/')
  await menu(page, 'Commands').waitFor()
  await expect
    .poll(() => chosen(page).innerText())
    .toMatch(/^\/read\s+<file>\s+Reads a file of the workspace$/)
  const first = await chosen(page).getAttribute('id')
  expect(await message(page).getAttribute('aria-activedescendant')).toBe(first)
  expect(await message(page).getAttribute('aria-controls')).toBe(
    await menu(page, 'Commands').getAttribute('id'),
  )
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen(page).innerText()).toMatch(/^\/help/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen(page).innerText()).toMatch(/^\/find/)
  await page.keyboard.press('Escape')
  await menu(page, 'Commands').waitFor({ state: 'detached' })
  await page.keyboard.type('sa')
  expect(await menu(page, 'Commands').count()).toBe(0)
  await message(page).fill('')
  await page.keyboard.type('/sa')
  await page.keyboard.press('Tab')
  await expect.poll(() => message(page).inputValue()).toBe('/say ')
  await page.keyboard.type('chosen')
  await page.keyboard.press('Enter')
  await log(page).getByText('chosen', { exact: true }).waitFor()
  // A command that is already whole is sent at once.
  await page.keyboard.type('/help')
  await menu(page, 'Commands').waitFor()
  await page.keyboard.press('Enter')
  await log(page)
    .getByText(/I am the simulated agent/)
    .waitFor()
  expect(faults).toEqual([])
})

test('an at sign opens the files of the workspace', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await message(page).focus()
  await page.keyboard.type('read @not')
  await menu(page, 'Files').waitFor()
  expect(await menu(page, 'Files').getByRole('option').allInnerTexts()).toEqual([
    'notes.txt',
    'src/notebook.ts',
  ])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => message(page).inputValue()).toBe('read @src/notebook.ts ')
  await message(page).fill('')
  await page.keyboard.type('see @ind now')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await menu(page, 'Files').getByRole('option', { name: 'src/index.ts' }).click()
  await expect.poll(() => message(page).inputValue()).toBe('see @src/index.ts now')
  // The click leaves the focus in the message box.
  await page.keyboard.type('!')
  await expect.poll(() => message(page).inputValue()).toBe('see @src/index.ts! now')
  expect(faults).toEqual([])
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Sends a paste or drop with an image to the message box, as the browser does. */
async function give(page: Page, type: 'paste' | 'drop'): Promise<void> {
  await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${pixel}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'dot.png', { type: 'image/png' }))
    const box = document.querySelector('.composer textarea')
    const init = { bubbles: true, cancelable: true }
    box.dispatchEvent('${type}' === 'paste'
      ? new ClipboardEvent('paste', { ...init, clipboardData: data })
      : new DragEvent('drop', { ...init, dataTransfer: data }))
  })()`)
}

test.each(['paste', 'drop'] as const)('takes an image by %s', async (way) => {
  const { page, faults } = await lab.open('#chat/sim')
  await button(page, 'Attach image').waitFor()
  await give(page, way)
  await page.getByRole('list', { name: 'Attached' }).getByText('dot.png').waitFor()
  await say(page, 'say thanks')
  await log(page)
    .getByText(/I got an image: image\/png, 70 bytes/)
    .waitFor()
  expect(faults).toEqual([])
})

test('says why an image is not attached', async () => {
  const { page } = await lab.open('#chat/crew')
  await button(page, 'Attach audio').waitFor()
  await give(page, 'paste')
  await page.getByText('dot.png not attached: Crew accepts no images').waitFor()
  expect(await page.getByRole('list', { name: 'Attached' }).count()).toBe(0)
})

test('keeps the draft over a reload', async () => {
  const { page } = await lab.open('#chat/sim')
  await message(page).fill('not sent yet')
  await page.reload()
  await expect.poll(() => message(page).inputValue()).toBe('not sent yet')
})
