import type { ClientFeatures } from '../../acp/handshake.ts'
import type { AcpConnection } from '../../acp/acp-connection.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import type { StopOptions } from '../../process/start-process.ts'
import { connectAgentLazily } from './connect-agent.lazy.ts'
import { endError } from './end-error.ts'
import { guardSession } from './guard-session.ts'
import { launch } from './launch.ts'
import type { Launched } from './launched.ts'
import { planRun } from './plan.ts'
import type { ConfinedRun } from '../confinement/confined-run.ts'
import { mcpVariableFiles, shownHeaderWarnings } from './private-mcp-servers.ts'
import { mcpSecrets } from './secrets.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/** The client requests that `AgentHandlers` answers. */
const features: ClientFeatures = {
  readTextFile: true,
  writeTextFile: true,
  terminals: true,
  elicitation: true,
}

const inSandbox: ClientFeatures = {
  readTextFile: false,
  writeTextFile: false,
  terminals: false,
  elicitation: true,
}

/** How to stop an agent without waiting for it to finish its work. */
export const quickStop: StopOptions = { closeGraceMs: 100, termGraceMs: 300 }

/** A process after its handshake. */
export interface StartedAgent {
  readonly connection: AcpConnection
  readonly launched: Launched
  readonly plan: LaunchPlan
  /** When the agent answered, as ISO 8601. */
  readonly at: string
}

/** Starts an agent over ACP and does the handshake. */
export async function startAgent(
  validated: ValidatedRun,
  {
    onWarning,
    signal,
    onLog,
    confined,
  }: {
    onWarning: (message: string) => void
    signal: AbortSignal
    /** Receives the agent's stderr, in addition to `onStderr` of the options. */
    onLog?: ((text: string) => void) | undefined
    /** The sandbox and the proxy to start the agent with. */
    confined?: ConfinedRun | undefined
  },
): Promise<StartedAgent> {
  const { definition, options, transport } = validated
  const { id: agent, acp } = definition
  if (transport !== 'acp') {
    throw new CapstanError('TRANSPORT_UNAVAILABLE', `${agent} supports this only over ACP`, {
      hint: 'Use transport acp.',
      commandHint: 'Use --transport acp.',
    })
  }
  const plan = planRun(validated)
  const files = hidesVariables(definition) ? mcpVariableFiles(options.mcpServers) : []
  if (acp?.showsMcpServers) shownHeaderWarnings(agent, options.mcpServers).forEach(onWarning)
  const launched = await launch({
    plan: { ...plan, files: [...plan.files, ...files] },
    definition,
    cwd: options.cwd ?? process.cwd(),
    environment: process.env,
    signal,
    secrets: mcpSecrets(options.mcpServers),
    ...(options.env === undefined ? {} : { extraEnvironment: options.env }),
    ...(options.onStderr === undefined && onLog === undefined
      ? {}
      : {
          onStderr: (text) => {
            options.onStderr?.(text)
            onLog?.(text)
          },
        }),
    ...confined,
  })
  const { process: child } = launched
  const protocolVersion = options.steerable === true ? acp?.steersInVersion : undefined
  try {
    const connection = await connectAgentLazily({
      agent,
      input: child.stdout,
      // Over ACP stdin is always open.
      output: child.stdin as NonNullable<typeof child.stdin>,
      // Capstan would execute these requests outside of the sandbox.
      features: confined?.confine === undefined ? features : inSandbox,
      strict: options.strict === true,
      onWarning,
      signal,
      endError: () => endError(agent, child),
      redact: (text) => launched.redact(text),
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
      ...(options.timeouts === undefined ? {} : { timeouts: options.timeouts }),
      ...(options.onMessage === undefined ? {} : { onMessage: options.onMessage }),
      ...(protocolVersion === undefined ? {} : { protocolVersion }),
      ...(definition.sessionGuard === undefined
        ? {}
        : { guardSession: (sessionId) => guardSession(validated, sessionId) }),
      ...(acp?.approvalForm === undefined ? {} : { approvalForm: acp.approvalForm }),
      ...(acp?.optionPrompts === undefined ? {} : { optionPrompts: acp.optionPrompts }),
    })
    validated.profiles.learnLater(definition, connection.handshake, { env: options.env, protocolVersion })
    return { connection, launched, plan, at: new Date().toISOString() }
  } catch (error) {
    await launched.stop(signal.aborted ? quickStop : undefined)
    throw error
  }
}

/** Windows has no such shell, and hides command lines from other users. */
export function hidesVariables({ acp }: AgentDefinition): boolean {
  return acp?.showsMcpServers === true && process.platform !== 'win32'
}
