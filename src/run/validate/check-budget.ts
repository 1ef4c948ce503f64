import { CapabilityError } from '../../capabilities/capability-error.ts'
import type { Transport } from '../../capabilities/evidence.ts'
import { confineOf } from '../permissions/confine.ts'
import { type PricedRun, runPrice } from '../budget/run-price.ts'

/** The warning for a limit whose figure the agent never reported. */
export function unenforcedWarning(agent: string, limit: 'maxCostUsd' | 'maxTokens'): string {
  return limit === 'maxCostUsd'
    ? `Cost limit not enforced: ${agent} reported no cost in dollars, and none can be computed`
    : `Token limit not enforced: ${agent} reported no tokens`
}

/**
 * Warns before the start if a cost limit cannot be enforced: it needs a reported cost, or tokens and a price.
 * @throws CapabilityError under `strict` instead.
 */
export function checkBudget(run: PricedRun & { transport: Transport }): string[] {
  const { definition, options, transport } = run
  const usage = definition.usage?.[transport]
  const { agent, maxCostUsd, strict } = options
  if (maxCostUsd === undefined || usage === undefined || isMetered(run)) return []
  const where = transport === 'cli' ? ' on its command line' : ' over ACP'
  const reason = usage.reportsCost ? undefined : missingFigure(run, where)
  if (reason !== undefined) {
    const message = `Cost limit not enforced: ${reason}`
    if (!strict) return [message]
    throw new CapabilityError('maxCostUsd', {
      agent,
      message,
      hint: 'Name a model with a known price, or set maxTokens.',
      commandHint: 'Use --model with a model that has a known price, or --max-tokens.',
    })
  }
  if (usage.isLongRunning) return []
  return [`${agent} reports its usage${where} at the end of a turn: the cost limit is checked only then`]
}

/** Whether the proxy counts every model call of the run. */
function isMetered(run: PricedRun & { transport: Transport }): boolean {
  return confineOf({ ...run, isSession: false }).confine?.hosts !== undefined
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
