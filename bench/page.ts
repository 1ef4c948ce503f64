import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { createGateway } from '../src/gateway/create-gateway.ts'
import { type GatewayServer, listen } from '../src/gateway/server.ts'
import { createClient } from '../src/run/client.ts'
import { findBrowser } from '../test/support/page/find-browser.ts'
import { benchConversion } from './conversion-size.ts'
import { measure, rowsOf, type Table } from './measure.ts'

/** A page that only sends a message and shows it: the minimum for a browser. */
const barePage = `<!doctype html><meta charset="utf-8"><title>Bare</title>
<textarea aria-label="Message"></textarea><div role="log"></div>
<script>
const box = document.querySelector('textarea')
box.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const said = document.createElement('p')
  said.textContent = box.value
  document.querySelector('[role=log]').append(said)
})
</script>`

/** The weight of the page, and the time from the address to the first message on the screen. */
export async function benchPage(rounds: number): Promise<Table[]> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-bench-page-'))
  writeFileSync(join(folder, 'notes.txt'), 'first\n')
  const gateway = createGateway({
    client: createClient(),
    token: 'a-token-of-the-benchmark',
    session: { cwd: folder },
  })
  const server = await listen(gateway, { port: 0 })
  const bare = await serveBare()
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: findBrowser(), args })
  try {
    return [
      await benchConversion(),
      await weightOf(browser, server),
      await timesOf(browser, { server, bare, rounds }),
    ]
  } finally {
    await browser.close()
    bare.server.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Bytes of all bodies that a browser without a cache fetches for a view. */
async function weightOf(browser: Browser, server: GatewayServer): Promise<Table> {
  const weigh = async (hash: string, ready: (page: Page) => Promise<void>): Promise<number> => {
    const page = await signedIn(browser, server)
    await page.goto(`${server.url}/${hash}`)
    await ready(page)
    const bytes = await page.evaluate<number>(
      '[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]' +
        '.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)',
    )
    await page.context().close()
    return bytes / 1000
  }
  const agents = await weigh('#agents', (page) => page.getByText(/^\d+ agents$/).waitFor())
  const chat = await weigh('#chat/opencode', (page) =>
    page.getByRole('combobox', { name: 'Model' }).waitFor(),
  )
  return {
    title: 'Bodies that the page loads, compressed, without a cache',
    unit: 'KB',
    rows: rowsOf([
      { name: 'agents', samples: [agents], budget: { most: 300 } },
      { name: 'chat with the agent of most models', samples: [chat], budget: { most: 300 } },
    ]),
  }
}

interface Compared {
  readonly server: GatewayServer
  readonly bare: { readonly url: string }
  readonly rounds: number
}

async function timesOf(browser: Browser, { server, bare, rounds }: Compared): Promise<Table> {
  const page = await signedIn(browser, server)
  const empty = await (await browser.newContext()).newPage()
  const rows = await measure(
    [
      { name: 'a bare page', sample: () => firstMessage(empty, bare.url) },
      {
        name: 'the chat with sim',
        sample: () => firstMessage(page, `${server.url}/?${Math.random()}#chat/sim`),
        budget: { minRatio: 4 },
      },
    ],
    rounds,
  )
  return { title: 'From the address to the first message on the screen', unit: 'ms', rows }
}

/** Opens a page, writes a message as soon as it can be written, and waits until it is shown. */
async function firstMessage(page: Page, url: string): Promise<number> {
  const began = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('say hello')
  await message.press('Enter')
  await page.getByRole('log').getByText('say hello', { exact: true }).first().waitFor()
  return performance.now() - began
}

async function signedIn(browser: Browser, server: GatewayServer): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(server.loginLink())
  return page
}

async function serveBare(): Promise<{ url: string; server: Server }> {
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/html' }).end(barePage)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
