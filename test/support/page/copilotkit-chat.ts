import type { Locator, Page } from 'playwright-core'

/** The parts of the page of `examples/copilotkit`. */
export const input = (page: Page): Locator => page.getByTestId('copilot-chat-textarea')
export const replies = (page: Page): Locator => page.getByTestId('copilot-assistant-message')
export const question = (page: Page): Locator => page.getByRole('region', { name: 'Question' })
export const toolCall = (page: Page): Locator => page.getByTestId('copilot-tool-render')

/** Opens the example and waits until its chat has connected to the thread. */
export async function connected(page: Page, load: () => Promise<unknown>): Promise<void> {
  const connecting = new Promise<void>((settle) => {
    // CopilotKit cancels the request after its last event, which the browser counts as failed.
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfinished', (request) => {
        if (request.url().endsWith('/connect')) settle()
      })
    }
  })
  await load()
  await connecting
  await input(page).waitFor()
}

export async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text)
  await input(page).press('Enter')
}
