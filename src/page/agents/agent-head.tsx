import type { Support } from '../../capabilities/evidence.ts'
import type { KnownAgent } from '../api/shapes.ts'
import { InstallButton } from '../setup/install-button.tsx'
import { LoginButton } from '../setup/login-button.tsx'
import { authText } from '../state/agents/auth-text.ts'
import { linkTo } from '../state/place.ts'
import { ProbeButton } from './probe-button.tsx'
import { verifiedOn } from '../state/agents/verify-progress.ts'
import { VerifyButton } from './verify-button.tsx'

export interface AgentMatch {
  readonly agent: KnownAgent
  /** Whether the agent matches the search. */
  readonly verdict: Support
}

export interface HeadActions {
  readonly probe: (id: string) => Promise<void>
  /** Loads the profile of an agent again. */
  readonly refresh: (id: string) => Promise<void>
  /** Loads the agents again. */
  readonly reload: () => Promise<void>
}

/** Column header of an agent: installed version, login and actions. */
export function AgentHead({ agent, verdict, probe, refresh, reload }: AgentMatch & HeadActions) {
  const { id, name, isInstalled, version, auth, login } = agent
  const found = authText(auth)
  return (
    <th scope="col" class="agent-head">
      <strong>{name}</strong>
      <span class={isInstalled ? 'dot here' : 'dot'}>
        {isInstalled ? (version ?? 'installed') : 'not installed'}
      </span>
      {found !== undefined && <span title={found.detail}>{found.text}</span>}
      {verdict === 'unknown' && <span class="may-fit">may match</span>}
      <span class="actions">
        {isInstalled ? (
          <>
            <a
              class="button small primary"
              href={linkTo({ view: 'chat', subject: id })}
              aria-label={`Chat with ${name}`}
            >
              Chat
            </a>
            {login !== 'yes' && found !== undefined && <LoginButton agent={agent} onClosed={reload} />}
            <ProbeButton name={name} probe={() => probe(id)} />
            <VerifyButton agent={agent} last={verifiedOn(agent.profile)} onVerified={() => refresh(id)} />
          </>
        ) : (
          <InstallButton agent={agent} onInstalled={reload} />
        )}
      </span>
    </th>
  )
}
