import { HttpAgent } from '@ag-ui/client'
import type { AgentCapabilities } from '../../capabilities/ecosystems/ag-ui/types.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { isRecord } from '../../core/is-record.ts'

/** An `HttpAgent` for agents behind a gateway that also returns their capabilities. */
export class CapstanAgent extends HttpAgent {
  #known: { etag: string | null; body: string } | undefined

  /** The agent's current capabilities, cached by ETag. @throws CapstanError `CAPABILITIES_UNKNOWN` */
  override async getCapabilities(): Promise<AgentCapabilities> {
    const known = this.#known
    const send = this.fetch ?? globalThis.fetch
    const response = await send(this.capabilitiesUrl(), {
      headers: {
        ...this.headers,
        accept: 'application/json',
        ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      },
    })
    if (response.status === 304 && known !== undefined) return JSON.parse(known.body) as AgentCapabilities
    const body = await response.text()
    const declared = response.ok ? parsed(body) : undefined
    if (declared === undefined) {
      throw new CapstanError('CAPABILITIES_UNKNOWN', `${this.url} answered ${response.status}`, {
        hint: 'Check the URL and the token.',
      })
    }
    this.#known = { etag: response.headers.get('etag'), body }
    return declared
  }

  /** The capabilities URL: below the agent's URL, with its query. */
  protected capabilitiesUrl(): string {
    const [path = '', query] = this.url.split('?')
    return `${path.replace(/\/+$/, '')}/capabilities${query === undefined ? '' : `?${query}`}`
  }
}

function parsed(body: string): AgentCapabilities | undefined {
  try {
    const data: unknown = JSON.parse(body)
    return isRecord(data) ? data : undefined
  } catch {
    return undefined
  }
}
