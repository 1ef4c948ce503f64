import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { estimateReason } from '../permissions/confine.ts'
import { type PricedRun, runPrice } from '../budget/run-price.ts'

/** The warning for a limit whose figure the agent never reported. */
export function unenforcedWarning(agent: string, limit: 'maxCostUsd' | 'maxTokens'): string {
  return limit === 'maxCostUsd'
    ? `Cost limit not enforced: ${agent} reported no cost in dollars, and none can be computed`
    : `Token limit not enforced: ${agent} reported no tokens`
}

/**
 * Warns before the start about limits that are not held within one model call: only the proxy counts every call.
 * @throws CapabilityError under `strict` instead, for a limit that cannot be enforced
 */
export function checkBudget(run: PricedRun & { transport: Transport }): string[] {
  const { definition, options, transport } = run
  const usage = definition.usage?.[transport]
  if (usage === undefined || estimateReason({ ...run, isSession: false }) === undefined) return []
  const where = transport === 'cli' ? ' on its command line' : ' over ACP'
  const { maxCostUsd, maxTokens } = options
  const { agent } = options
  const isLate = usage.isLongRunning !== true
  const late = (limit: string): string[] =>
    isLate
      ? [`${agent} reports its usage${where} at the end of a turn: the ${limit} limit is checked only then`]
      : []
  return [
    ...(maxCostUsd === undefined ? [] : (unenforced(run, costProblem(run, where)) ?? late('cost'))),
    ...(maxTokens === undefined ? [] : (unenforced(run, tokenProblem(run, where)) ?? late('token'))),
    ...(unenforced(run, turnProblem(run, where)) ?? []),
  ]
}

/** Why a limit cannot be enforced, and what would help. */
interface LimitProblem {
  readonly option: 'maxCostUsd' | 'maxTokens' | 'maxTurns'
  readonly message: string
  readonly hint: string
  readonly commandHint: string
}

/** The warning about a problem; undefined without one. @throws CapabilityError under `strict` */
function unenforced({ options }: PricedRun, problem: LimitProblem | undefined): [string] | undefined {
  if (problem === undefined) return undefined
  const { option, message, hint, commandHint } = problem
  if (options.strict) throw new CapabilityError(option, { agent: options.agent, message, hint, commandHint })
  return [message]
}

/** What has the proxy count the calls. */
const counted = { hint: 'Set sandbox to true.', commandHint: 'Add --sandbox.' }

function costProblem(run: PricedRun & { transport: Transport }, where: string): LimitProblem | undefined {
  const { definition, transport } = run
  const reason = definition.usage?.[transport]?.reportsCost ? undefined : missingFigure(run, where)
  if (reason === undefined) return undefined
  return {
    option: 'maxCostUsd',
    message: `Cost limit not enforced: ${reason}`,
    hint: 'Name a model with a known price, or set maxTokens.',
    commandHint: 'Use --model with a model that has a known price, or --max-tokens.',
  }
}

function tokenProblem(
  { definition, options, transport }: PricedRun & { transport: Transport },
  where: string,
): LimitProblem | undefined {
  const usage = definition.usage?.[transport]
  if (usage?.tokens !== 'none' || usage.stored === true) return undefined
  return {
    option: 'maxTokens',
    message: `Token limit not enforced: ${options.agent} reports no tokens${where}`,
    ...counted,
  }
}

/** Without the proxy, only an agent with a flag of its own counts model calls as turns. */
function turnProblem(
  { definition, options, transport }: PricedRun & { transport: Transport },
  where: string,
): LimitProblem | undefined {
  if (options.maxTurns === undefined) return undefined
  if (transport === 'cli' && definition.flags?.['max-turns'] !== undefined) return undefined
  return {
    option: 'maxTurns',
    message: `Turn limit counts only prompts: ${options.agent} reports no model calls${where}`,
    ...counted,
  }
}

function missingFigure(run: PricedRun & { transport: Transport }, where: string): string | undefined {
  const { definition, options, transport } = run
  const { agent, model } = options
  const usage = definition.usage?.[transport]
  if (usage?.tokens === 'none' && usage.stored !== true) return `${agent} reports no usage${where}`
  // Over ACP the session reports its model.
  if (runPrice(run) !== undefined || (transport === 'acp' && model === undefined)) return undefined
  return `${agent} reports no cost${where}, and the price of ${model ?? 'its default model'} is unknown`
}
