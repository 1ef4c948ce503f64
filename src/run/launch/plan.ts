import { CapstanError } from '../../core/capstan-error.ts'
import { requireObject } from '../../core/check-argument.ts'
import { launchPlan, type LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { estimateReason, sandboxDecision } from '../permissions/confine.ts'
import { startPolicyOf } from '../permissions/policy-hold.ts'
import { withProvider } from '../../agents/launch/provider-plan.ts'
import { nativeSchema } from '../api/run-needs.ts'
import type { ValidatedRun } from '../validate/validate.ts'

/** Plans how a validated run is started. Pure. */
export function planRun(validated: ValidatedRun): LaunchPlan {
  requireObject(validated, 'validated', ['definition', 'options'])
  const { definition, options, model, transport, isSession, isLongRunning, thinking, warnings } = validated
  const { attachments = [], mcpServers = [] } = options
  if (transport === 'cli' && mcpServers.length > 0) {
    throw new CapstanError(
      'TRANSPORT_UNAVAILABLE',
      `${definition.id} does not accept MCP servers on its command line`,
      {
        hint: 'Use transport acp, which keeps the secrets of servers out of process arguments.',
        commandHint: 'Use --transport acp, which keeps the secrets of servers out of process arguments.',
      },
    )
  }
  if (transport === 'cli' && !isLongRunning && attachments.some(({ path }) => path === undefined)) {
    throw new CapstanError(
      'TRANSPORT_UNAVAILABLE',
      `${definition.id} accepts only attachments with a path on its command line`,
      {
        hint: 'Use transport acp, or attach a file by its path.',
        commandHint: 'Use --transport acp, or attach a file by its path.',
      },
    )
  }
  const pathsOf = (kind: 'image' | 'file'): string[] =>
    attachments.flatMap((attachment) => (attachment.kind === kind && attachment.path) || [])
  const hasTurnFlag = definition.flags?.['max-turns'] !== undefined
  const isMetered = estimateReason(validated) === undefined
  const plan = launchPlan(definition, {
    transport,
    longRunning: isLongRunning,
    prompt: options.prompt,
    model: model?.capabilities.cliArgValue ?? options.model,
    thinking,
    resume: options.sessionId,
    fork: options.forkSessionId,
    noSession: options.noSession,
    additionalDirectories: options.additionalDirectories,
    systemPrompt: options.systemPrompt,
    appendSystemPrompt: options.appendSystemPrompt,
    policy: startPolicyOf(options, { definition, isSession, transport, isLongRunning }),
    isConfined: sandboxDecision(options, definition, transport).isConfined,
    outputSchema: outputSchemaOf(validated),
    images: pathsOf('image'),
    files: pathsOf('file'),
    // The proxy counts the calls of an agent without a flag of its own.
    maxTurns: transport === 'cli' && !hasTurnFlag && isMetered ? undefined : options.maxTurns,
    maxCost: options.maxCostUsd,
  })
  return withProvider({ ...plan, warnings }, definition)
}

/** The schema file for the agent; without one the prompt requests the schema. */
function outputSchemaOf({ definition, options, keepsSchema }: ValidatedRun): unknown {
  return keepsSchema ? nativeSchema(definition, options) : undefined
}
