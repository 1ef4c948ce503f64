import type { ValidatedRun } from '../validate/validate.ts'
import { UsageMeter } from '../budget/usage-meter.ts'
import { confineOf } from '../permissions/confine.ts'
import type { ConfinementLimits } from '../api/confinement-limits.ts'
import type { BlockedAccess } from './confinement-request.ts'

/** How the agents of a conversation are confined. */
export interface ConfinedRun {
  readonly confine: ConfinementLimits
  /** Counts the model calls, if they go through the proxy. */
  readonly meter: UsageMeter | undefined
  readonly onBlocked: (blocked: BlockedAccess) => void
}

/** The sandbox of a conversation; undefined if its agent runs without one. */
export function confinedRun(
  validated: ValidatedRun,
  onWarning: (message: string) => void,
): ConfinedRun | undefined {
  const { confine } = confineOf(validated)
  if (confine === undefined) return undefined
  const { definition, profiles } = validated
  const known = new Set<string>()
  return {
    confine,
    meter:
      confine.hosts === undefined
        ? undefined
        : new UsageMeter((model) => profiles.models.details(definition.id, model)?.price),
    onBlocked: ({ name }) => {
      if (known.has(name)) return
      known.add(name)
      onWarning(
        `The sandbox blocked a request of ${definition.id} to ${name}: allow it with --allow-host ${name}`,
      )
    },
  }
}
