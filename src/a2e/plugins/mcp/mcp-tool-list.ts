import type { Clock } from '../../../core/clock.ts'

/** The part of an MCP server that a tool list uses. */
export interface McpToolPages {
  /** One page of tools; the first page if the cursor is empty. */
  page: (cursor: string, signal: AbortSignal) => Promise<{ items: Record<string, unknown>[]; next: string }>
  /** The names that agents may use; all if empty. */
  allowed: readonly string[]
  /** How long to wait for all pages, in milliseconds. */
  timeout: number
  clock: Clock
  log: (text: string) => void
}

const mostPages = 100
/** How long to cache the list, in milliseconds: not every server reports changes. */
const toolsKept = 60_000

/** The tools of one MCP server, cached for a minute, or until the server reports a change. */
export class McpToolList {
  readonly #pages: McpToolPages
  #cached: { tools: Promise<Record<string, unknown>[]>; at: number } | undefined

  constructor(pages: McpToolPages) {
    this.#pages = pages
  }

  /** All allowed tools. */
  get(): Promise<Record<string, unknown>[]> {
    const now = this.#pages.clock.now()
    if (this.#cached !== undefined && now - this.#cached.at <= toolsKept) return this.#cached.tools
    const reading = { tools: this.#read(), at: now }
    this.#cached = reading
    reading.tools.catch(() => {
      if (this.#cached === reading) this.#cached = undefined
    })
    return reading.tools
  }

  /** Reads the list again when it is next needed. */
  forget(): void {
    this.#cached = undefined
  }

  async #read(): Promise<Record<string, unknown>[]> {
    const { page, allowed, timeout, log } = this.#pages
    const all: Record<string, unknown>[] = []
    const limit = AbortSignal.timeout(timeout)
    let cursor = ''
    for (let pages = 0; ; pages++) {
      if (pages === mostPages) {
        log(`The list of tools was cut after ${mostPages} pages`)
        break
      }
      const { items, next } = await page(cursor, limit)
      all.push(...items)
      if (next === '') break
      cursor = next
    }
    const named = all.filter(({ name }) => typeof name === 'string' && name !== '')
    if (named.length < all.length) log(`Left out ${all.length - named.length} tools without a name`)
    return allowed.length === 0 ? named : named.filter(({ name }) => allowed.includes(String(name)))
  }
}
