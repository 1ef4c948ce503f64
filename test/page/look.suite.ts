import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { barriers, isTooWide, looks } from '../support/page/looks.ts'
import { createPageLab, type PageLab } from '../support/page/page-lab.ts'
import { views } from '../support/page/views.ts'

let lab: PageLab
beforeAll(async () => {
  lab = await createPageLab()
})
afterAll(() => lab?.remove())

describe.each(looks)('%s', (_look, options) => {
  test.each(views)('%s is accessible and fits the window', async (_view, hash, show) => {
    const { page, faults, context } = await lab.open(hash, options)
    await show(page)
    expect(await barriers(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
    expect(faults).toEqual([])
    await context.close()
  })
})

test('detects an accessibility violation', async () => {
  const { page } = await lab.open('', { isSignedIn: false })
  expect(await barriers(page)).toEqual([])
  await page.evaluate('document.querySelector("h1").after(new Image())')
  expect(await barriers(page)).toEqual([expect.stringMatching(/^image-alt: <img>/)])
})

test('the signed-out page is accessible and fits the window', async () => {
  for (const [, options] of looks) {
    const { page } = await lab.open('', { ...options, isSignedIn: false })
    await page.getByRole('heading', { name: 'This browser is signed out' }).waitFor()
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
})

test("uses the system's theme until the user chooses one, and keeps the choice", async () => {
  const { page } = await lab.open('#agents', { colorScheme: 'dark' })
  const back = (): Promise<string> => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const theme = page.getByRole('button', { name: /^Theme: / })
  expect(await back()).toBe('rgb(13, 16, 20)')
  await theme.click()
  await expect.poll(() => theme.getAttribute('aria-label')).toBe('Theme: light. Change theme')
  await expect.poll(back).toBe('rgb(247, 248, 250)')
  await page.reload()
  await theme.waitFor()
  // At the first paint: the other theme does not flash.
  expect(await back()).toBe('rgb(247, 248, 250)')
  await theme.click()
  await expect.poll(back).toBe('rgb(13, 16, 20)')
})
