import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, log, message, say } from '../support/page/chat-page.ts'
import { barriers, isTooWide, looks } from '../support/page/looks.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

async function expectGood(page: Page): Promise<void> {
  expect(await barriers(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
}

describe.each(looks)('%s', (_look, options) => {
  test('the parts of a chat are accessible and fit the window', async () => {
    const { page, faults, context } = await lab.open('#chat/writer', options)
    await page.getByRole('list', { name: 'Examples' }).waitFor()
    await expectGood(page)
    await say(page, 'go')
    await log(page).locator('.token-kwd').waitFor()
    await button(page, 'Stop').waitFor({ state: 'detached' })
    await say(page, 'run paint')
    await button(page, 'Always allow').click()
    await log(page).locator('.text-red').first().waitFor()
    await expectGood(page)
    await button(page, 'Stop').click()
    await log(page).getByText('Stopped', { exact: true }).waitFor()
    await say(page, `write look-${Date.now()}.txt text`)
    await button(page, 'Allow').click()
    await button(page, 'All changes').click()
    await page.getByRole('dialog', { name: 'Changes in 1 file' }).waitFor()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await message(page).fill('/')
    await page.getByRole('listbox', { name: 'Commands' }).waitFor()
    await expectGood(page)
    await message(page).fill('@')
    await page.getByRole('listbox', { name: 'Files' }).waitFor()
    await expectGood(page)
    await message(page).fill('')
    await log(page).focus()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await expectGood(page)
    expect(faults).toEqual([])
    await context.close()
  })
})

test('two chats are accessible and fit the window', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults } = await lab.open('#chat/sim', { width: 1400, colorScheme })
    await button(page, 'Open a second chat').click()
    await say(page.getByRole('group', { name: 'Second chat' }), 'say hello')
    await log(page).getByText('hello', { exact: true }).waitFor()
    await expectGood(page)
    expect(faults).toEqual([])
  }
})
