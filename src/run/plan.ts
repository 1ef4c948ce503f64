import { CapstanError } from '../core/capstan-error.ts'
import { launchPlan, type LaunchPlan } from '../agents/launch-plan.ts'
import type { ValidatedRun } from './validate.ts'

/** How a validated run will be started. Pure. */
export function planRun({ definition, options, model, road, thinking, warnings }: ValidatedRun): LaunchPlan {
  const { attachments = [], mcpServers = [] } = options
  if (road === 'headless' && mcpServers.length > 0) {
    throw new CapstanError(
      'ROAD_CLOSED',
      `${definition.id} cannot be given MCP servers on its command line`,
      {
        hint: 'Use transport acp: servers are given to the session there, and no key of theirs in an argument.',
      },
    )
  }
  const pathsOf = (kind: 'image' | 'file'): string[] =>
    attachments.filter((attachment) => attachment.kind === kind).map(({ path }) => path)
  const plan = launchPlan(definition, {
    road,
    prompt: options.prompt,
    model: model?.capabilities.cliArgValue ?? options.model,
    thinking,
    resume: options.sessionId,
    fork: options.forkSessionId,
    noSession: options.noSession,
    additionalDirectories: options.additionalDirectories,
    systemPrompt: options.systemPrompt,
    appendSystemPrompt: options.appendSystemPrompt,
    approval: options.approvalMode,
    outputSchema: options.outputSchema,
    images: pathsOf('image'),
    files: pathsOf('file'),
    maxTurns: options.maxTurns,
    maxCost: options.maxCostUsd,
  })
  return { ...plan, warnings }
}
