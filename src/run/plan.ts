import { launchPlan, type LaunchPlan } from '../agents/launch-plan.ts'
import type { ValidatedRun } from './validate.ts'

/** How a validated run will be started. Pure. */
export function planRun({ definition, options, model, road, thinking, warnings }: ValidatedRun): LaunchPlan {
  const { attachments = [] } = options
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
