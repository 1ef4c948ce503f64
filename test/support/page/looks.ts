import axe from 'axe-core'
import type { Page } from 'playwright-core'
import type { TabOptions } from './page-lab.ts'

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** Serious and critical accessibility violations. */
export async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    'axe.run(document).then(({ violations }) => violations)',
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

/** Whether the page scrolls sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(
    '[document.documentElement, document.querySelector("main")].some((one) => one.scrollWidth > one.clientWidth)',
  )
}

/** The looks that every view is tested in. */
export const looks: readonly [name: string, options: TabOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { width: 375, height: 812, hasTouch: true }],
  ['dark phone', { width: 375, height: 812, hasTouch: true, colorScheme: 'dark' }],
]
