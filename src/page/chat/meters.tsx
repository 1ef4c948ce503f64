import { useEffect, useState } from 'preact/hooks'
import type { ModelCost } from '../../models/cost.ts'
import { postJson } from '../api/request.ts'
import { contextOf, costOf, dollars, shortCount, tokenSum } from '../state/meters.ts'
import { type ListedModel, modelIn } from '../state/model-choices.ts'
import type { ThreadView } from '../state/thread/thread-view.ts'

interface MetersProps {
  readonly agent: string
  /** The one that was chosen; empty when none was. */
  readonly model: string
  readonly models: readonly ListedModel[]
  readonly thread: ThreadView
}

/** How full the context is, what was used and what it cost; each only where it is known. */
export function Meters({ agent, model, models, thread }: MetersProps) {
  const { state, usage } = thread
  const context = contextOf(state)
  const { input, output } = tokenSum(usage)
  const told = costOf(state)
  const used = usage.findLast((one) => one.model !== undefined)?.model ?? modelIn(models, model)?.modelId
  const listed = useListPrice(told === undefined ? { agent, model: used, input, output } : undefined)
  const cost = told ?? listed
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

/** What tokens cost by the list, for an agent that tells no cost itself. */
function useListPrice(used: Used | undefined): string | undefined {
  const { agent, model, input, output } = used ?? {}
  const [cost, setCost] = useState<string>()
  useEffect(() => {
    setCost(undefined)
    if (model === undefined || (input === undefined && output === undefined)) return undefined
    let isAsked = true
    const tokens = {
      ...(input === undefined ? {} : { inputTokens: input }),
      ...(output === undefined ? {} : { outputTokens: output }),
    }
    postJson<ModelCost>('/api/cost', { agent, model, ...tokens })
      .then(({ usd }) =>
        isAsked
          ? setCost(usd === undefined ? 'not known' : `about ${dollars(usd)}, by the list price`)
          : undefined,
      )
      .catch(() => undefined)
    return () => {
      isAsked = false
    }
  }, [agent, model, input, output])
  return cost
}
