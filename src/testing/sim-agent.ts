import type { AgentDefinition } from '../agents/definition/definition.ts'
import { sim } from '../agents/catalog/sim/definition.ts'
import type { Scenario } from './sim/scenario.ts'

export interface SimAgentOptions {
  /** The agent's id (default: `sim`). */
  id?: string
  /** A script that replaces the behavior by prompt. */
  scenario?: Scenario
  /**
   * The ACP version (default: the newest that the client supports); `echo` responds with any requested number, as some
   * agents do.
   */
  protocol?: 1 | 2 | 'echo'
  /** Milliseconds between two words. */
  paceMs?: number
  /** The folder of its sessions (default: in the system's temporary folder). */
  home?: string
}

/** A definition of the simulated agent, for `createClient` or a registry. */
export function simAgent({
  id = 'sim',
  scenario,
  protocol,
  paceMs,
  home,
}: SimAgentOptions = {}): AgentDefinition {
  return {
    ...sim,
    id,
    acp: {
      binary: 'capstan-sim',
      own: true,
      arguments: [
        ...(scenario === undefined ? [] : ['--scenario', JSON.stringify(scenario)]),
        ...(protocol === undefined ? [] : ['--protocol', String(protocol)]),
        ...(paceMs === undefined ? [] : ['--pace', String(paceMs)]),
      ],
      ...(home === undefined ? {} : { environment: { CAPSTAN_SIM_HOME: home } }),
    },
  }
}
