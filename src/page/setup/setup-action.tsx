import { useContext } from 'preact/hooks'
import { AgentsContext } from '../api/agents-context.ts'
import type { Remedy } from '../state/run-problem.ts'
import { InstallButton } from './install-button.tsx'
import { LoginButton } from './login-button.tsx'

/** A button that installs an agent or shows how to log in. */
export function SetupAction({ type, agent: id }: NonNullable<Remedy['action']>) {
  const { agents, reload } = useContext(AgentsContext)
  const agent = agents.find((one) => one.id === id) ?? { id, name: id }
  return type === 'install' ? (
    <InstallButton agent={agent} onInstalled={reload} />
  ) : (
    <LoginButton agent={agent} onClosed={reload} />
  )
}
