import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

const opening = (page: Page) => page.getByRole('form', { name: 'New session' })
const detail = (page: Page, handle: string) => page.getByRole('region', { name: `Session @${handle}` })
const writing = (page: Page, handle: string) => page.getByRole('form', { name: `Message to @${handle}` })

const talk = (page: Page, handle: string) => page.getByRole('log', { name: `Conversation with @${handle}` })

async function open(page: Page, agent: string, name: string): Promise<void> {
  await opening(page).getByRole('combobox', { name: 'Agent' }).selectOption(agent)
  await opening(page).getByRole('textbox', { name: 'Name' }).fill(name)
  await opening(page).getByRole('button', { name: 'Open a session' }).click()
  await detail(page, name.toLowerCase()).waitFor()
}

async function write(page: Page, handle: string, text: string): Promise<void> {
  await writing(page, handle).getByRole('textbox', { name: 'Message' }).fill(text)
  await writing(page, handle).getByRole('button', { name: 'Send' }).click()
}

test('opens a session, sends it a message and shows the receipt', async () => {
  const { page, faults } = await lab.open('#sessions')
  await page.getByText('connected', { exact: true }).waitFor()
  await open(page, 'sim', 'Ada')
  await page.getByRole('row', { name: /@ada Ada idle/ }).waitFor()
  await write(page, 'ada', 'say hello from the page')
  await talk(page, 'ada').getByRole('article', { name: 'Agent' }).getByText('hello from the page').waitFor()
  // The agent got the words of its user, not a message of somebody else.
  const mine = talk(page, 'ada').getByRole('article', { name: 'You' })
  expect(await mine.locator('.said').allInnerTexts()).toEqual(['say hello from the page'])
  await mine.locator('summary').filter({ hasText: 'delivered' }).click()
  await mine
    .getByRole('list', { name: /^Receipts of/ })
    .getByText('delivered', { exact: true })
    .first()
    .waitFor()
  await page.getByText('Event log').click()
  await page
    .getByRole('list', { name: 'Events of @ada' })
    .getByText('user: say hello from the page')
    .waitFor()
  expect(faults).toEqual([])
})

test('shows a message above its reply, whenever the agent confirms it', async () => {
  const { page, faults } = await lab.open('#sessions')
  await open(page, 'sim', 'Order')
  const texts = ['one', 'two', 'three']
  for (const text of texts) {
    await write(page, 'order', `say ${text}`)
    await talk(page, 'order')
      .getByRole('article', { name: 'Agent' })
      .getByText(text, { exact: true })
      .waitFor()
    await page.getByRole('row', { name: /@order Order idle/ }).waitFor()
  }
  const said = talk(page, 'order').locator('article .said, article .markdown')
  await expect.poll(() => said.allInnerTexts()).toEqual(texts.flatMap((text) => [`say ${text}`, text]))
  expect(faults).toEqual([])
})

test('offers only the delivery modes of the session', async () => {
  const { page } = await lab.open('#sessions')
  await open(page, 'sim', 'Bob')
  const modes = writing(page, 'bob').getByRole('combobox', { name: 'Delivery' })
  await expect.poll(() => modes.inputValue()).toBe('on-idle')
  const shown = await modes.getByRole('option').allInnerTexts()
  const session = await page.evaluate(async () => {
    const answer = await fetch('/api/sessions/@bob')
    return (await answer.json()) as { capabilities: { delivery: { modes: string[] } } }
  })
  expect(shown.toSorted()).toEqual(session.capabilities.delivery.modes.toSorted())
})

test('updates the status at once, also in another tab', async () => {
  const [one, other] = [await lab.open('#sessions'), await lab.open('#sessions')]
  await open(one.page, 'slow', 'Cleo')
  await other.page.getByRole('row', { name: /@cleo Cleo idle/ }).waitFor()
  const active = other.page.getByRole('row', { name: /@cleo Cleo active/ }).waitFor()
  await write(one.page, 'cleo', 'say one two three four five six seven eight nine ten')
  await active
  await other.page.getByRole('row', { name: /@cleo Cleo idle/ }).waitFor()
  expect([...one.faults, ...other.faults]).toEqual([])
})

test('shows undelivered messages and redelivers them', async () => {
  const { page } = await lab.open('#sessions')
  await open(page, 'sim', 'Dora')
  await detail(page, 'dora').getByRole('button', { name: 'pause' }).click()
  await page.getByRole('row', { name: /@dora Dora paused/ }).waitFor()
  const status = await page.evaluate(async () => {
    const answer = await fetch('/api/messages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: '@dora',
        text: 'say late',
        mode: 'on-idle',
        deadline: new Date(Date.now() + 500).toISOString(),
      }),
    })
    return answer.status
  })
  expect(status).toBeLessThan(300)
  const letters = page.getByRole('region', { name: 'Undelivered messages' })
  await letters.getByText(/@dora/).waitFor()
  await letters.getByText('undelivered', { exact: true }).waitFor()
  await detail(page, 'dora').getByRole('button', { name: 'resume' }).click()
  await page.getByRole('row', { name: /@dora Dora idle/ }).waitFor()
  await letters.getByRole('button', { name: /^Redeliver .* to @dora$/ }).click()
  await talk(page, 'dora').getByRole('article', { name: 'Agent' }).getByText('late').waitFor()
  await letters.waitFor({ state: 'detached' })
})

test('shows why a session cannot be opened', async () => {
  const { page, faults } = await lab.open('#sessions')
  await opening(page).getByRole('combobox', { name: 'Agent' }).selectOption('claude')
  await opening(page).getByRole('button', { name: 'Open a session' }).click()
  await opening(page)
    .getByRole('alert')
    .getByText(/is not installed/)
    .waitFor()
  expect(faults).toEqual([
    'console: Failed to load resource: the server responded with a status of 409 (Conflict)',
  ])
})

test('opens a session and sends a message with the keyboard alone', async () => {
  const { page, faults } = await lab.open('#sessions')
  await opening(page).getByRole('combobox', { name: 'Agent' }).selectOption('sim')
  await opening(page).getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('Eve')
  await page.keyboard.press('Enter')
  await detail(page, 'eve').waitFor()
  const box = writing(page, 'eve').getByRole('textbox', { name: 'Message' })
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press('Tab')
    if (await box.evaluate((element) => element === element.ownerDocument.activeElement)) break
  }
  await page.keyboard.type('say typed')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await talk(page, 'eve').getByRole('article', { name: 'Agent' }).getByText('typed').waitFor()
  expect(faults).toEqual([])
})

test('releases a session', async () => {
  const { page, faults } = await lab.open('#sessions')
  await open(page, 'sim', 'Finn')
  await detail(page, 'finn').getByRole('button', { name: 'release' }).click()
  await page.getByRole('row', { name: /@finn Finn released/ }).waitFor()
  expect(faults).toEqual([])
})

test('a page that opens later shows the whole conversation', async () => {
  const one = await lab.open('#sessions')
  await open(one.page, 'sim', 'Gus')
  await write(one.page, 'gus', 'say first words')
  await talk(one.page, 'gus').getByRole('article', { name: 'Agent' }).getByText('first words').waitFor()
  const { page, faults } = await lab.open('#sessions')
  await page.getByRole('link', { name: '@gus' }).click()
  await talk(page, 'gus').getByRole('article', { name: 'Agent' }).getByText('first words').waitFor()
  expect(
    await talk(page, 'gus').getByRole('article', { name: 'You' }).locator('.said').allInnerTexts(),
  ).toEqual(['say first words'])
  expect(faults).toEqual([])
})
