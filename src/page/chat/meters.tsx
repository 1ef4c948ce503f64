import { useEffect, useState } from 'preact/hooks'
import type { ModelCost } from '../../models/cost.ts'
import { postJson } from '../api/request.ts'
import { contextOf, costOf, dollars, shortCount, tokenSum } from '../state/meters.ts'
import { type ListedModel, modelIn } from '../state/model-choices.ts'
import type { ThreadView } from '../state/thread/thread-view.ts'

interface MetersProps {
  readonly agent: string
  /** The chosen model; empty for the default. */
  readonly model: string
  readonly models: readonly ListedModel[]
  readonly thread: ThreadView
}

/** Context use, tokens and cost, each only if known. */
export function Meters({ agent, model, models, thread }: MetersProps) {
  const { state, usage } = thread
  const context = contextOf(state)
  const { input, output } = tokenSum(usage)
  const reportedCost = costOf(state)
  const used = usage.findLast((one) => one.model !== undefined)?.model ?? modelIn(models, model)?.modelId
  const listed = useListPrice(reportedCost === undefined ? { agent, model: used, input, output } : undefined)
  const cost = reportedCost ?? listed
  if (context === undefined && input === undefined && output === undefined && cost === undefined) return null
  return (
    <dl class="meters">
      {context !== undefined && (
        <div>
          <dt>Context</dt>
          <dd>
            <meter
              aria-label="Context used"
              max={context.size}
              value={context.used}
              high={context.size * 0.8}
              optimum={0}
            />{' '}
            {shortCount(context.used)} of {shortCount(context.size)}
          </dd>
        </div>
      )}
      {(input !== undefined || output !== undefined) && (
        <div>
          <dt>Tokens</dt>
          <dd>
            {input === undefined ? '?' : shortCount(input)} in,{' '}
            {output === undefined ? '?' : shortCount(output)} out
          </dd>
        </div>
      )}
      {cost !== undefined && (
        <div>
          <dt>Cost</dt>
          <dd>{cost}</dd>
        </div>
      )}
    </dl>
  )
}

interface Used {
  readonly agent: string
  readonly model: string | undefined
  readonly input: number | undefined
  readonly output: number | undefined
}

/** The cost at list price, for an agent that reports no cost. */
function useListPrice(used: Used | undefined): string | undefined {
  const { agent, model, input, output } = used ?? {}
  const [cost, setCost] = useState<string>()
  useEffect(() => {
    setCost(undefined)
    if (model === undefined || (input === undefined && output === undefined)) return undefined
    let isCurrent = true
    const tokens = {
      ...(input === undefined ? {} : { inputTokens: input }),
      ...(output === undefined ? {} : { outputTokens: output }),
    }
    postJson<ModelCost>('/api/cost', { agent, model, ...tokens })
      .then(({ usd }) =>
        isCurrent
          ? setCost(usd === undefined ? 'unknown' : `about ${dollars(usd)} at list price`)
          : undefined,
      )
      .catch(() => undefined)
    return () => {
      isCurrent = false
    }
  }, [agent, model, input, output])
  return cost
}
