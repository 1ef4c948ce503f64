import { useMemo, useState } from 'preact/hooks'
import type { Agents } from '../api/use-agents.ts'
import { idsOf } from '../state/capability-groups.ts'
import { lowestPrice } from '../state/model-choices.ts'
import { idsFor, readNeed, verdictOn } from '../state/need.ts'
import { CapabilityTable } from './capability-table.tsx'
import { ProbeAll } from './probe-all.tsx'

/** What every agent can do, and who has what is looked for. */
export function AgentsView({ agents, isLoading, error, probe }: Agents) {
  const [text, setText] = useState('')
  const need = useMemo(() => readNeed(text), [text])
  const judged = agents.map((agent) => {
    const { id, name, profile, models } = agent
    const lowest = models === undefined ? undefined : lowestPrice(models)
    return { agent, verdict: verdictOn(need, { id, name, profile, lowestPrice: lowest }) }
  })
  const fitting = judged.filter(({ verdict }) => verdict !== 'unsupported')
  const ids = idsFor(need, idsOf(agents.flatMap(({ profile }) => profile ?? [])))
  const sure = fitting.filter(({ verdict }) => verdict === 'supported').length
  return (
    <section aria-labelledby="agents-title">
      <h2 id="agents-title">Agents</h2>
      <form class="bar" role="search" onSubmit={(event) => event.preventDefault()}>
        <label class="grow">
          What do you need?{' '}
          <input
            type="search"
            value={text}
            placeholder="session.resume image under $3/M"
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <ProbeAll ids={agents.filter(({ installed }) => installed).map(({ id }) => id)} probe={probe} />
      </form>
      <p role="status">
        {isLoading
          ? 'Asking for the agents…'
          : text === ''
            ? `${agents.length} agents`
            : `${sure} of ${agents.length} agents have it, of ${fitting.length - sure} nobody knows`}
      </p>
      {error !== undefined && (
        <p role="alert" class="error">
          {error}
        </p>
      )}
      {fitting.length > 0 && <CapabilityTable columns={fitting} ids={ids} probe={probe} />}
      <p class="quiet">Prices are those of input, of the cheapest model that the agent lists.</p>
    </section>
  )
}
