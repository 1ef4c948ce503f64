import type { Support } from '../../capabilities/evidence.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { authText } from '../state/auth-text.ts'
import { dollars } from '../state/meters.ts'
import { lowestPrice } from '../state/model-choices.ts'
import { linkTo } from '../state/place.ts'
import { ProbeButton } from './probe-button.tsx'

export interface AgentMatch {
  readonly agent: KnownAgent
  /** Whether the agent matches the search. */
  readonly verdict: Support
}

/** Column header of an agent: installed version, login, price. */
export function AgentHead({ agent, verdict, probe }: AgentMatch & { probe: (id: string) => Promise<void> }) {
  const { id, name, isInstalled, version, auth, models } = agent
  const lowest = models === undefined ? undefined : lowestPrice(models)
  const login = authText(auth)
  return (
    <th scope="col" class="agent-head">
      <a href={linkTo({ view: 'chat', subject: id })} aria-label={`Chat with ${name}`}>
        {name}
      </a>
      <span class={isInstalled ? 'dot here' : 'dot'}>
        {isInstalled ? (version ?? 'installed') : 'not installed'}
      </span>
      {login !== undefined && <span title={login.detail}>{login.text}</span>}
      {lowest !== undefined && <span>from {dollars(lowest)}/M</span>}
      {verdict === 'unknown' && <span class="may-fit">may match</span>}
      {isInstalled && <ProbeButton name={name} probe={() => probe(id)} />}
    </th>
  )
}
