import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from './find-browser.ts'
import { type ServedPage, type ServeOptions, servePage } from './served-page.ts'

export interface TabOptions {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly hasTouch?: boolean
  /** Whether the tab signs in by the link first (default: true). */
  readonly isSignedIn?: boolean
}

/** A real browser at a real gateway. */
export interface PageLab {
  readonly served: ServedPage
  /** A tab of a browser of its own, at a view of the page. */
  open(hash: string, options?: TabOptions): Promise<Tab>
  remove(): Promise<void>
}

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** Faults: errors of the page, violations of its content policy, requests to other origins. */
  readonly faults: readonly string[]
}

export async function createPageLab(options: ServeOptions = {}): Promise<PageLab> {
  const served = await servePage(options)
  const browser = await launchBrowser()
  // A link signs in one browser; the tabs of these tests share its cookies.
  const cookies = await signIn(browser, served)
  return {
    served,
    open: async (hash, tab = {}) => {
      const { width = 1280, height = 800, colorScheme = 'light', hasTouch = false, isSignedIn = true } = tab
      // What pulses has another contrast from one moment to the next.
      const reducedMotion = 'reduce'
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch,
        reducedMotion,
      })
      context.setDefaultTimeout(90_000)
      if (isSignedIn) await context.addCookies(cookies)
      const page = await context.newPage()
      const faults = watchFaults(page, served.url)
      await page.goto(`${served.url}/${hash}`)
      return { page, context, faults }
    },
    remove: async () => {
      await browser.close()
      await served.remove()
    },
  }
}

export async function launchBrowser(): Promise<Browser> {
  // The browser's sandbox does not work for root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return await chromium.launch({ executablePath: findBrowser(), args })
}

async function signIn(browser: Browser, { link }: ServedPage) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(link)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/** Collects errors of a page and its requests to other origins than the URL's. */
export function watchFaults(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('request', (request) => {
    const address = request.url()
    if (!address.startsWith(`${url}/`) && !/^(data|blob):/.test(address)) faults.push(`elsewhere: ${address}`)
  })
  return faults
}
