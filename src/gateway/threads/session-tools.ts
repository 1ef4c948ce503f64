import { createMcpAccess, type McpAccess } from '../../sessions/mcp/mcp-access.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { serveSessions, type SessionsServer } from '../../sessions/wire/serve.ts'
import { socketPathIn } from '../../sessions/wire/socket-path.ts'
import { createTokens } from '../../sessions/wire/tokens.ts'

interface Place {
  readonly mcp: McpAccess
  readonly server: SessionsServer
  readonly folder: string
  readonly endReleases: () => void
}

/**
 * By which the agents of sessions write to each other: a socket for the owner alone, made with the first session. Each
 * agent holds a token that is good for its own session.
 */
export class SessionTools {
  readonly #sessions: Sessions
  readonly #warn: (message: string) => void
  #place: Promise<Place> | undefined

  constructor(sessions: Sessions, warn: (message: string) => void) {
    this.#sessions = sessions
    this.#warn = warn
  }

  async access(): Promise<McpAccess> {
    this.#place ??= this.#open()
    return (await this.#place).mcp
  }

  async close(): Promise<void> {
    const place = await this.#place?.catch(() => undefined)
    if (place === undefined) return
    place.endReleases()
    await place.server.close()
    process.getBuiltinModule('node:fs').rmSync(place.folder, { recursive: true, force: true })
  }

  async #open(): Promise<Place> {
    const temporary = process.getBuiltinModule('node:os').tmpdir()
    // Made for its owner alone.
    const folder = process
      .getBuiltinModule('node:fs')
      .mkdtempSync(process.getBuiltinModule('node:path').join(temporary, 'capstan-sessions-'))
    const [socketPath, tokens] = [socketPathIn(folder), createTokens()]
    const server = await serveSessions(this.#sessions, { socketPath, tokens, onWarning: this.#warn })
    const endReleases = this.#sessions.events.on({ type: 'session.released' }, ({ session }) =>
      tokens.revoke(session),
    )
    return { mcp: createMcpAccess({ socketPath, tokens }), server, folder, endReleases }
  }
}
