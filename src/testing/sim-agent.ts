import type { AgentDefinition } from '../agents/definition/definition.ts'
import { sim } from '../agents/catalog/sim/definition.ts'
import type { Scenario } from './sim/scenario.ts'

export interface SimAgentOptions {
  /** The name it is used by; `sim` if not given. */
  id?: string
  /** What it does instead of what the prompts say. */
  scenario?: Scenario
  /**
   * The version of ACP it speaks: the newer one the client understands if not given; `echo` answers any number with
   * itself, as some agents do.
   */
  protocol?: 1 | 2 | 'echo'
  /** Milliseconds between two words. */
  paceMs?: number
  /** Where it keeps its sessions; a folder of the system's temporary one if not given. */
  home?: string
}

/** The simulated agent as a definition of its own, for `createClient` or a registry. */
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
