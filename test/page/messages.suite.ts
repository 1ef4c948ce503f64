import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, log, message, reply, said, say } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

test('a message is copied, edited and sent again', async () => {
  const { page, context, faults } = await lab.open('#chat/sim')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await say(page, 'say **first**')
  await reply(page).getByText('first', { exact: true }).waitFor()
  const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
  await button(page.locator('.entry.user'), 'Copy message').click()
  await expect.poll(copied).toBe('say **first**')
  await reply(page).hover()
  await button(page.locator('.entry.reply'), 'Copy message').click()
  await expect.poll(async () => (await copied()).trim()).toBe('**first**')
  await button(page.locator('.entry.user'), 'Edit message').click()
  await expect.poll(() => message(page).inputValue()).toBe('say **first**')
  await message(page).fill('say second')
  await message(page).press('Enter')
  await reply(page).getByText('second', { exact: true }).waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  await said(page).last().hover()
  await button(page.locator('.entry.user').last(), 'Retry message').click()
  await expect.poll(() => said(page).count()).toBe(3)
  await expect.poll(() => reply(page).count()).toBe(3)
  expect(await said(page).locator('.said').allInnerTexts()).toEqual([
    'say **first**',
    'say second',
    'say second',
  ])
  expect(faults).toEqual([])
})

test('code has the colors of its language, loaded with the first code block', async () => {
  const { page, faults } = await lab.open('#chat/writer')
  const scripts: string[] = []
  page.on('request', (request) => void scripts.push(request.url()))
  await say(page, 'go')
  await log(page).locator('.token-kwd', { hasText: 'const' }).waitFor()
  await log(page).locator('.token-num', { hasText: '42' }).waitFor()
  expect(scripts.filter((url) => url.includes('/assets/highlight-')).length).toBe(1)
  const colors = await log(page)
    .locator('.code pre')
    .evaluate((code) =>
      Array.from(
        code.querySelectorAll('span'),
        (span) => code.ownerDocument.defaultView?.getComputedStyle(span).color,
      ),
    )
  expect(new Set(colors).size).toBeGreaterThan(1)
  expect(faults).toEqual([])
})

test('bidirectional controls are written out in replies, code and results', async () => {
  writeFileSync(join(lab.served.workspace, 'bidi.txt'), 'left\u202Eright\n')
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say text\u202Eback and `code\u2066in`\n\n```ts\nconst a = "\u202E"\n```\n')
  await reply(page).getByText('text⟨U+202E⟩back and').waitFor()
  await reply(page).getByText('code⟨U+2066⟩in', { exact: true }).waitFor()
  await reply(page).locator('.code pre', { hasText: 'const a = "⟨U+202E⟩"' }).waitFor()
  await say(page, 'read bidi.txt')
  await log(page)
    .getByText(/bidi.txt has 1 line/)
    .waitFor()
  await log(page).getByText('Read bidi.txt', { exact: true }).click()
  await log(page).getByRole('group', { name: 'Result' }).getByText('left⟨U+202E⟩right').waitFor()
  expect(
    await log(page)
      .getByText(/[\u202E\u2066]/)
      .count(),
  ).toBe(1)
})

test('a terminal is open while its command runs, in its colors', async () => {
  const go = join(lab.served.workspace, 'go')
  rmSync(go, { force: true })
  const { page, faults } = await lab.open('#chat/sim')
  await say(page, 'run paint')
  await button(page, 'Allow').click()
  const output = log(page)
    .locator('.terminal, .tool')
    .getByRole('group', { name: /Output|Result/ })
  await log(page).locator('.text-red', { hasText: 'red' }).first().waitFor()
  await log(page).locator('.text-green.text-bold', { hasText: 'green' }).first().waitFor()
  await output.getByText('good⟨U+202E⟩txt').first().waitFor()
  expect(await output.first().innerText()).toMatch(/50 %$/)
  writeFileSync(go, '')
  await log(page)
    .getByText(/It ended with 0/)
    .waitFor()
  // It closes at the end.
  await expect.poll(() => log(page).locator('.terminal[open]').count()).toBe(0)
  await log(page).locator('.terminal summary').first().click()
  await expect.poll(() => output.first().innerText()).toMatch(/txt\ndone\n?$/)
  expect(faults).toEqual([])
})

test('a refused tool call says so, also after a reload', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'write refused.txt text')
  await button(page, 'Reject').click()
  const call = log(page).getByRole('region', { name: 'Tool Write refused.txt: refused' })
  await call.getByText('refused', { exact: true }).first().waitFor()
  await page.reload()
  await call.waitFor()
  expect(await log(page).getByText('completed', { exact: true }).count()).toBe(0)
})

test('all changes of a chat are in one view, one diff per file', async () => {
  const { page, faults } = await lab.open('#chat/writer')
  await say(page, 'go')
  await reply(page).waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  expect(await button(page, 'All changes').count()).toBe(0)
  for (const [index, text] of [
    'write one.txt first',
    'write two.txt other',
    'write one.txt second',
  ].entries()) {
    await say(page, text)
    await button(page, 'Allow').click()
    await expect.poll(() => reply(page).count()).toBe(index + 2)
    await button(page, 'Stop').waitFor({ state: 'detached' })
  }
  expect(readFileSync(join(lab.served.workspace, 'one.txt'), 'utf8')).toBe('second\n')
  await button(page, 'All changes').click()
  const sheet = page.getByRole('dialog', { name: 'Changes in 2 files' })
  await sheet.waitFor()
  const file = sheet.getByRole('region', { name: 'one.txt' })
  // The file is new: only its last text counts.
  expect(await file.getByRole('group', { name: 'Changed lines' }).innerText()).toBe('+ second\n')
  await sheet.getByRole('region', { name: 'two.txt' }).getByText('+ other').waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
