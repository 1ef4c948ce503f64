import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, log, reply, said, say } from '../support/page/chat-page.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

test('a message sent during a turn reaches the agent, also after a reload', async () => {
  const { page } = await lab.open('#chat/slow')
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
  await say(page, `say ${words.join(' ')}`)
  await reply(page).getByText('word1').waitFor()
  await say(page, 'say after that')
  await page.getByText(/^(Queued|Sent into the running turn)$/).waitFor()
  await page.reload()
  await log(page).getByText('say after that', { exact: true }).waitFor()
  await reply(page)
    .getByText(/after that/)
    .waitFor()
  await button(page, 'Stop').waitFor({ state: 'detached' })
  expect(await said(page).count()).toBe(2)
  expect(await page.getByRole('list', { name: 'Queued messages' }).count()).toBe(0)
})
