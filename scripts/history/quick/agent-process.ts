import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { AcpConnection } from '../../../src/acp/acp-connection.ts'
import { definitions } from '../../../src/agents/catalog.ts'
import type { QuickJob } from './job.ts'

/** The machine may be busy; a long limit costs nothing if the agent works. */
const timeouts = { initializeMs: 90_000, sessionMs: 90_000, requestMs: 60_000 }

/** A started agent with its connection. */
export interface AgentProcess {
  readonly connection: AcpConnection
  readonly pid: number
  /** The end of what the agent wrote to stderr. */
  stderr(): string
  /** Kills the agent alone. */
  kill(): void
  /** Kills the agent and its process group. */
  stop(): Promise<void>
}

/** A process that ended or failed before it answered the handshake. */
export class NotStarted extends Error {
  readonly exitCode: number | null | undefined
  readonly stderr: string
  constructor(cause: unknown, about: { exitCode: number | null | undefined; stderr: string }) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.exitCode = about.exitCode
    this.stderr = about.stderr
  }
}

/** Starts the agent and does the handshake. @throws NotStarted */
export async function startAgent(job: QuickJob): Promise<AgentProcess> {
  const [program, ...words] = job.command
  const child = spawn(program, words, {
    cwd: job.folder,
    env: job.environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  const keep = (chunk: Buffer): void => {
    said = (said + chunk.toString('utf8')).slice(-4000)
  }
  child.stderr.on('data', keep)
  child.stdin.on('error', () => {})
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      keep(Buffer.from(error.message))
      resolve()
    })
    child.once('exit', () => resolve())
  })
  const stop = async (): Promise<void> => {
    endGroup(child)
    await exited
  }
  try {
    const connection = await connect(job, child)
    return {
      connection,
      pid: child.pid ?? 0,
      stderr: () => said,
      kill: () => void child.kill('SIGKILL'),
      stop: async () => {
        connection.close()
        await stop()
      },
    }
  } catch (error) {
    // The exit may be reported a moment after the end of the output.
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 1000))])
    const { exitCode } = child
    await stop()
    throw new NotStarted(error, { exitCode, stderr: said })
  }
}

function connect(job: QuickJob, child: ChildProcessWithoutNullStreams): Promise<AcpConnection> {
  const { acp, sessionGuard } = definitions[job.agent as 'gemini']
  const { approvalForm } = acp ?? {}
  return AcpConnection.connect({
    agent: job.agent,
    input: child.stdout,
    output: child.stdin,
    features: { readTextFile: false, writeTextFile: false, terminals: false, elicitation: true },
    protocolVersion: job.protocol,
    timeouts,
    ...(approvalForm === undefined ? {} : { approvalForm }),
    ...(sessionGuard === undefined
      ? {}
      : {
          guardSession: async (sessionId) =>
            (await sessionGuard())({ sessionId, environment: job.environment }),
        }),
  })
}

function endGroup({ pid }: ChildProcessWithoutNullStreams): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has ended.
  }
}
