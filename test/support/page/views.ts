import type { Page } from 'playwright-core'

const prompt = [
  'plan read the notes, shorten them, say what changed',
  'and read notes.txt',
  'and write notes.txt first',
].join(' ')

/** Every view with something in it that is worth looking at. */
export const views: readonly [view: string, hash: string, show: (page: Page) => Promise<void>][] = [
  [
    'agents',
    '#agents',
    async (page) => {
      // Everything has come then, and nothing moves any more.
      await page.getByText(/^\d+ agents$/).waitFor()
      await page.getByRole('button', { name: 'Claude Code, prompt.image: yes' }).focus()
      await page.getByRole('complementary', { name: 'Evidence' }).getByText('observed').first().waitFor()
    },
  ],
  [
    'chat',
    '#chat/sim',
    async (page) => {
      const message = page.getByRole('textbox', { name: 'Message' })
      await page.getByRole('button', { name: 'Attach image' }).waitFor()
      await message.fill('say **Hello.** Ask me to `read`, `write` or `run` something.')
      await message.press('Enter')
      await page.getByText(/\d+ in, \d+ out/).waitFor()
      await message.fill(prompt)
      await message.press('Enter')
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor()
    },
  ],
  ['sessions', '#sessions', openSessions],
]

/** Sessions of earlier looks in the same gateway have other names. */
let people = 0

export function startOver(): void {
  people = 0
}

async function openSessions(page: Page): Promise<void> {
  const opening = page.getByRole('form', { name: 'New session' })
  const names = ['Ada', 'Grace'].map((name) => (people === 0 ? name : `${name} ${people}`))
  people++
  for (const name of names) {
    await opening.getByRole('combobox', { name: 'Agent' }).selectOption('sim')
    await opening.getByRole('textbox', { name: 'Name' }).fill(name)
    await opening.getByRole('button', { name: 'Open a session' }).click()
    await page.getByRole('region', { name: `Session @${name.toLowerCase().replace(' ', '-')}` }).waitFor()
  }
  for (const text of ['the tests pass', 'two are slow']) {
    await page.getByRole('textbox', { name: 'Message' }).fill(`say ${text}`)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('article', { name: 'Agent' }).getByText(text).waitFor()
  }
  await page.getByRole('row', { name: new RegExp(`${names[1]} idle 0`) }).waitFor()
}
