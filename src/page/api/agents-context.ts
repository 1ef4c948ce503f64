import { createContext } from 'preact'
import type { Agents } from './use-agents.ts'

/** The agents of the page, for components that install one or show how to log in. */
export const AgentsContext = createContext<Pick<Agents, 'agents' | 'reload'>>({
  agents: [],
  reload: () => Promise.resolve(),
})
