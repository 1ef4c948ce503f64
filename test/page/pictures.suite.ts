import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPageLab, type PageLab, type TabOptions } from '../support/page/page-lab.ts'
import { startOver, views } from '../support/page/views.ts'
import { projectRoot } from '../support/package.ts'

const images = join(projectRoot, 'docs/images')
const phone = { width: 390, height: 844, hasTouch: true }

/** Takes the screenshots of the docs with `CAPSTAN_PICTURES=1`. */
describe('pictures', () => {
  let lab: PageLab
  // A gateway each: a picture shows nothing of the one before.
  beforeEach(async () => {
    mkdirSync(images, { recursive: true })
    lab = await createPageLab({ isPlain: true })
    startOver()
  })
  afterEach(() => lab?.remove())

  test.each([
    ['agents', 'light', {}],
    ['agents', 'dark', { colorScheme: 'dark' }],
    ['chat', 'light', {}],
    ['chat', 'dark', { colorScheme: 'dark' }],
    ['chat', 'phone', phone],
    ['sessions', 'light', {}],
    ['sessions', 'dark', { colorScheme: 'dark' }],
  ] as const)('%s, %s', async (view, look, options: TabOptions) => {
    const [, hash = '', show] = views.find(([name]) => name === view) ?? []
    const { page } = await lab.open(hash, options)
    await show?.(page)
    const picture = await page.screenshot({
      path: join(images, `${view}-${look}.png`),
      animations: 'disabled',
    })
    expect(picture.length).toBeLessThan(150 * 1024)
  })
})
