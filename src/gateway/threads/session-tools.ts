import { createMcpAccess, type McpAccess } from '../../sessions/mcp/mcp-access.ts'
import type { Sessions } from '../../sessions/sessions.ts'
import { serveSessions, type SessionsServer } from '../../sessions/wire/serve.ts'
import { socketPathIn } from '../../sessions/wire/socket-path.ts'
import { createTokens } from '../../sessions/wire/tokens.ts'

interface OpenServer {
  readonly mcp: McpAccess
  readonly server: SessionsServer
  readonly folder: string
  readonly endReleases: () => void
}

/**
 * The MCP access with which agents of sessions message each other, over a socket that only its owner can use. It is
 * created with the first session; each agent has a token for its own session.
 */
export class SessionTools {
  readonly #sessions: Sessions
  readonly #warn: (message: string) => void
  #opened: Promise<OpenServer> | undefined

  constructor(sessions: Sessions, warn: (message: string) => void) {
    this.#sessions = sessions
    this.#warn = warn
  }

  async access(): Promise<McpAccess> {
    this.#opened ??= this.#open()
    return (await this.#opened).mcp
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    if (opened === undefined) return
    opened.endReleases()
    await opened.server.close()
    process.getBuiltinModule('node:fs').rmSync(opened.folder, { recursive: true, force: true })
  }

  async #open(): Promise<OpenServer> {
    const temporary = process.getBuiltinModule('node:os').tmpdir()
    // mkdtemp creates the folder for its owner only.
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
