import type { Locator, Page } from 'playwright-core'

/** The parts of a chat. */
export const message = (page: Page | Locator) => page.getByRole('textbox', { name: 'Message', exact: true })
export const log = (page: Page | Locator) => page.getByRole('log')
export const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
/** The button below the message box; the list of chats has one too. */
export const newChat = (page: Page) => button(page.getByRole('group', { name: 'Chat' }), 'New chat')
export const reply = (page: Page | Locator) => log(page).getByRole('article', { name: 'Agent' })
export const said = (page: Page | Locator) => log(page).getByRole('article', { name: 'You' })

export async function say(page: Page | Locator, text: string): Promise<void> {
  await message(page).fill(text)
  await message(page).press('Enter')
}
