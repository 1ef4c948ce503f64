import { commandText } from '../../acp/workspace/command-text.ts'
import type {
  EventSink,
  ReadFileRequest,
  SessionHandlers,
  TerminalHandlers,
  TerminalRequest,
  WriteFileRequest,
} from '../../acp/session-options.ts'
import { createTerminals, type Terminals } from '../../acp/workspace/terminals.ts'
import { createWorkspaceFiles, type WorkspaceFiles } from '../../acp/workspace/workspace-files.ts'
import type { ElicitationOutcome, ElicitationRequestedEvent } from '../../events/elicitation.ts'
import type { PermissionOutcome, PermissionRequestedEvent } from '../../events/permission.ts'
import type { Broker } from '../permissions/permission-broker.ts'
import type { ValidatedRun } from '../validate/validate.ts'

export interface AgentHandlersOptions {
  validated: ValidatedRun
  broker: Broker
  onEvent: EventSink
  /** The environment of every command. */
  environment: Readonly<Record<string, string | undefined>>
}

/**
 * Answers the agent's file and terminal requests; writes and commands need the broker's permission. Created lazily:
 * most sessions never need files or terminals, and many sessions may be open.
 */
export class AgentHandlers implements SessionHandlers {
  readonly #options: AgentHandlersOptions
  #ownFiles: WorkspaceFiles | undefined
  #ownTerminals: Terminals | undefined

  constructor(options: AgentHandlersOptions) {
    this.#options = options
  }

  permission(request: PermissionRequestedEvent, signal: AbortSignal): Promise<PermissionOutcome> {
    return this.#options.broker.permission(request, signal)
  }

  elicitation(request: ElicitationRequestedEvent, signal: AbortSignal): Promise<ElicitationOutcome> {
    return this.#options.broker.elicitation(request, signal)
  }

  async readTextFile(request: ReadFileRequest): Promise<string> {
    await this.#options.broker.allowRead(request.path)
    return this.#files.readTextFile(request)
  }

  async writeTextFile(request: WriteFileRequest): Promise<void> {
    await this.#options.broker.allowWrite(request.path)
    await this.#files.writeTextFile(request)
  }

  get terminals(): TerminalHandlers {
    return {
      ...this.#terminals,
      create: async (asked) => {
        const request = this.#options.validated.definition.acp?.terminalLines ? inShell(asked) : asked
        const command = commandText(request.command, request.args)
        await this.#options.broker.allowCommand({ command, cwd: request.cwd ?? this.#cwd })
        return this.#terminals.create(request)
      },
    }
  }

  /** Stops the agent's terminals and refuses new ones. */
  dispose(): Promise<void> {
    return this.#terminals.dispose()
  }

  get #cwd(): string {
    return this.#options.validated.options.cwd ?? process.cwd()
  }

  get #roots(): string[] {
    return [this.#cwd, ...(this.#options.validated.options.additionalDirectories ?? [])]
  }

  get #files(): WorkspaceFiles {
    const { acp } = this.#options.validated.definition
    this.#ownFiles ??= createWorkspaceFiles({
      roots: this.#roots,
      ...(acp?.missingFileIsEmpty ? { missingIsEmpty: true } : {}),
    })
    return this.#ownFiles
  }

  get #terminals(): Terminals {
    const { environment, onEvent } = this.#options
    this.#ownTerminals ??= createTerminals({ roots: this.#roots, cwd: this.#cwd, environment, onEvent })
    return this.#ownTerminals
  }
}

/** The arguments that run a line in a shell. */
function inShell(request: TerminalRequest): TerminalRequest {
  if (process.platform === 'win32' || request.args.length > 0) return request
  return { ...request, command: '/bin/sh', args: ['-c', request.command] }
}
