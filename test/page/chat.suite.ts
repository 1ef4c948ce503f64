import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newChat } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const log = (page: Page) => page.getByRole('log')
const reply = (page: Page) => log(page).getByRole('article', { name: 'Agent' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The card of a question; the region of its tool call has another name. */
const question = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const file = (name: string): string => readFileSync(join(lab.served.workspace, name), 'utf8')

async function say(page: Page, text: string): Promise<void> {
  await message(page).fill(text)
  await message(page).press('Enter')
}

/** The chat with another agent in the same tab. */
async function turnTo(page: Page, agent: string, name: string): Promise<void> {
  await page.goto(`${lab.served.url}/#chat/${agent}`)
  await page.getByPlaceholder(`Write to ${name}`, { exact: true }).waitFor()
}

test('shows the conversation, the context use and the cost', async () => {
  const { page, faults } = await lab.open('#chat/slow')
  await say(page, 'say one two three four five six seven eight nine ten')
  await log(page).getByText('one two three four five six seven eight nine ten', { exact: true }).waitFor()
  await page.getByText(/\d+ of 32k$/).waitFor()
  expect(await page.getByRole('meter', { name: 'Context used' }).count()).toBe(1)
  await page.getByText(/^\d+ in, \d+ out$/).waitFor()
  await page.getByText('$0', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('shows reasoning only for agents that send it', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'say hello')
  await log(page).getByText('hello', { exact: true }).waitFor()
  await log(page).getByText('Thoughts').click()
  await log(page)
    .getByText(/^Thinking about this as sim-small/)
    .waitFor()
  await turnTo(page, 'crew', 'Crew')
  await say(page, 'anything')
  await log(page).getByText('Nothing thought about.').waitFor()
  expect(await log(page).getByText('Thoughts').count()).toBe(0)
})

test("offers the agent's attachment types and sends attachments", async () => {
  const { page } = await lab.open('#chat/sim')
  const offered = async (): Promise<string[]> => {
    const buttons = await page.getByRole('button', { name: /^Attach/ }).all()
    return await Promise.all(buttons.map(async (one) => (await one.getAttribute('aria-label')) ?? ''))
  }
  await button(page, 'Attach image').waitFor()
  expect(await offered()).toEqual(['Attach image', 'Attach file'])
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Attach image').click()
  const chooser = await choosing
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await chooser.setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await page.getByRole('list', { name: 'Attached' }).getByText('dot.png').waitFor()
  await say(page, 'say thanks')
  await log(page).getByRole('img', { name: 'dot.png' }).waitFor()
  await log(page)
    .getByText(/I got an image: image\/png, 70 bytes/)
    .waitFor()
  await turnTo(page, 'crew', 'Crew')
  await button(page, 'Attach audio').waitFor()
  // ACP has no video part, and crew says nothing of PDFs.
  expect(await offered()).toEqual(['Attach audio', 'Attach pdf, support unknown'])
})

test('offers subagents if the agent has some', async () => {
  const { page } = await lab.open('#chat/crew')
  const picker = page.getByRole('combobox', { name: 'Subagent' })
  await picker.waitFor()
  expect(await picker.getByRole('option').allInnerTexts()).toEqual([
    'agent default',
    'reviewer: reads changes',
    'tester',
  ])
  await picker.selectOption('reviewer')
  const running = page.waitForRequest((request) => request.url().includes('/agents/crew?'))
  await say(page, 'anything')
  expect((await running).postDataJSON()).toMatchObject({
    context: [{ description: 'Use this subagent', value: 'reviewer' }],
  })
  await turnTo(page, 'sim', 'Sim (simulated)')
  await page.getByRole('combobox', { name: 'Model' }).waitFor()
  expect(await picker.count()).toBe(0)
})

test('uses the chosen model and effort', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await page.getByRole('combobox', { name: 'Model' }).selectOption('sim-large')
  await page.getByRole('combobox', { name: 'Effort' }).selectOption('high')
  await say(page, 'say chosen')
  await log(page).getByText('Thoughts').click()
  await log(page)
    .getByText(/as sim-large with high effort/)
    .waitFor()
  await page.getByText(/of 200k$/).waitFor()
  expect(faults).toEqual([])
})

test('shows the changes of a request and applies them when allowed', async () => {
  const { page, faults } = await lab.open('#chat/sim')
  await say(page, 'write allowed.txt hello')
  await question(page, 'Write allowed.txt').getByText('+ hello').waitFor()
  // The path is relative to the agent's working folder.
  await question(page, 'Write allowed.txt').getByText('allowed.txt', { exact: true }).waitFor()
  expect(await message(page).isDisabled()).toBe(true)
  expect(await button(page, 'Allow').isVisible()).toBe(true)
  // Only the question shows the changes, not the tool call too.
  expect(await page.getByText('+ hello').count()).toBe(1)
  await button(page, 'Allow').click()
  await log(page).getByText('Wrote 6 bytes to allowed.txt.').waitFor()
  expect(file('allowed.txt')).toBe('hello\n')
  await log(page)
    .getByRole('region', { name: 'Tool Write allowed.txt: completed' })
    .getByText('+ hello')
    .waitFor()
  expect(faults).toEqual([])
})

test('applies no changes when denied', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'write notes.txt other')
  await question(page, 'Write notes.txt').getByText('− second').waitFor()
  await button(page, 'Reject').click()
  await log(page).getByText('Write notes.txt: this was refused, and nothing was done.').waitFor()
  expect(file('notes.txt')).toBe('first\nsecond\nthird\n')
})

test('writes out bidirectional controls in a request', async () => {
  const { page } = await lab.open('#chat/sim')
  await say(page, 'write good\u202Etxt.exe hello\u2066')
  const asked = question(page, 'Write good⟨U+202E⟩txt.exe')
  await asked.getByText('good⟨U+202E⟩txt.exe', { exact: true }).waitFor()
  await asked.getByText('+ hello⟨U+2066⟩').waitFor()
  await button(page, 'Reject').click()
  await log(page).getByText('nothing was done').waitFor()
  expect(await log(page).getByRole('region').getAttribute('aria-label')).toMatch(
    /^Tool Write good⟨U\+202E⟩txt\.exe: /,
  )
})

test("fills in the agent's form", async () => {
  const { page, faults } = await lab.open('#chat/asker')
  await say(page, 'ask')
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada')
  await button(page, 'Answer').click()
  await log(page)
    .getByText(/"name":"Ada"/)
    .waitFor()
  expect(faults).toEqual([])
})

test('sends, answers and stops with the keyboard alone', async () => {
  const { page } = await lab.open('#chat/sim')
  await message(page).focus()
  await page.keyboard.type('write keys.txt by keyboard')
  await page.keyboard.press('Enter')
  await button(page, 'Allow').waitFor()
  // The focus moves to the card of the question, not to a button that a stray key would press.
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent.includes("Write keys.txt")'))
    .toBe(true)
  for (let steps = 0; steps < 8; steps++) {
    await page.keyboard.press('Tab')
    if ((await page.evaluate('document.activeElement.textContent.trim()')) === 'Allow') break
  }
  await page.keyboard.press('Enter')
  await log(page).getByText('Wrote 12 bytes to keys.txt.').waitFor()
  expect(file('keys.txt')).toBe('by keyboard\n')
  await expect.poll(() => message(page).evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
  await turnTo(page, 'hanging', 'Hanging')
  await message(page).focus()
  await page.keyboard.type('hang')
  await page.keyboard.press('Enter')
  await log(page).getByText('I begin.').waitFor()
  await page.keyboard.press('Escape')
  await log(page).getByText('Stopped', { exact: true }).waitFor()
})

test('streams text, stops a run and starts the next one', async () => {
  const { page, faults } = await lab.open('#chat/hanging')
  await say(page, 'hang')
  await log(page).getByText('I begin.').waitFor()
  await button(page, 'Stop').click()
  await log(page).getByText('Stopped', { exact: true }).waitFor()
  await say(page, 'say again')
  await log(page).getByText('again', { exact: true }).waitFor()
  expect(faults).toEqual([])
})

test('a reloaded page reconnects to the run and its question', async () => {
  const { page } = await lab.open('#chat/slow')
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`)
  await say(page, `say ${words.join(' ')}`)
  await reply(page).getByText('word1').waitFor()
  await page.reload()
  await log(page).getByRole('article', { name: 'You' }).waitFor()
  await button(page, 'Stop').waitFor()
  // The history is there, and the rest streams.
  await reply(page)
    .getByText(/word79$/)
    .waitFor()
  expect((await reply(page).allInnerTexts()).join(' ').split(/\s+/)).toEqual(words)
  await say(page, 'write later.txt kept')
  await button(page, 'Allow').waitFor()
  await page.reload()
  await button(page, 'Allow').click()
  await log(page).getByText('Wrote 5 bytes to later.txt.').waitFor()
  expect(file('later.txt')).toBe('kept\n')
  await newChat(page).click()
  await page.getByRole('heading', { name: 'Slow' }).waitFor()
})

test('renders Markdown and links only to web addresses', async () => {
  const { page, faults } = await lab.open('#chat/writer')
  await say(page, 'go')
  await log(page).getByRole('heading', { name: 'Done' }).waitFor()
  await log(page).getByText('const answer = 42').waitFor()
  await log(page).getByText('<b>not bold</b>').waitFor()
  await log(page).getByRole('link', { name: 'good' }).waitFor()
  expect(await log(page).getByRole('listitem').allInnerTexts()).toEqual(['one', 'two'])
  const links = await log(page).getByRole('link').all()
  expect(
    await Promise.all(
      links.map(async (link) => [
        await link.innerText(),
        await link.getAttribute('href'),
        await link.getAttribute('rel'),
      ]),
    ),
  ).toEqual([['good', 'https://example.org/x', 'noopener noreferrer nofollow']])
  expect(faults).toEqual([])
})

test('shows how to install a missing agent', async () => {
  const { page, faults } = await lab.open('#chat/codex')
  await page.getByRole('button', { name: 'Install Codex CLI' }).waitFor()
  expect(faults).toEqual([])
})
