import { supportOf } from '../../../../capabilities/profile.ts'
import { type Check, withoutProvider } from '../../check.ts'
import type { CheckContext } from '../../context.ts'
import { type CheckOutcome, notApplicable, refuted } from '../../outcome.ts'

/** Whether the catalog knows how to run the agent on its command line. */
export function hasCommandLine({ client, agent }: CheckContext): boolean {
  const { definition } = client.adapters.get(agent)
  return definition.outputReader !== undefined && definition.flags !== undefined
}

export const noCommandLine = notApplicable('Capstan knows no command line of the agent')

/** A check of the command line. It needs the model provider, which shows what reached the model. */
export function commandLineCheck(check: Check): Check {
  return {
    ...check,
    transport: 'cli',
    run: async (context) => {
      if (!hasCommandLine(context)) return noCommandLine
      if (context.prompt === '' || context.requests() === undefined) return withoutProvider
      return check.run(context)
    },
  }
}

/** A check of an option of the command line. It runs only if the definition says that the agent has it. */
export function claimedOnCommandLine(id: string, check: Check): Check {
  return commandLineCheck({
    ...check,
    run: async (context) => {
      const profile = await context.client.profile(context.agent, { transport: 'cli' })
      return supportOf(profile, id) === 'supported'
        ? check.run(context)
        : notApplicable(`${id} is not claimed for the command line`)
    },
  })
}

/** The outcome of a missing effect: it refutes only what the definition says about the command line. */
export async function missingOnCommandLine(
  { client, agent }: CheckContext,
  { id, saw }: { id: string; saw: string },
): Promise<CheckOutcome> {
  const said = supportOf(await client.profile(agent, { transport: 'cli' }), id)
  const observed = { id, support: 'unsupported' } as const
  if (said === 'supported') return refuted(saw, observed)
  return notApplicable(
    said === 'unsupported'
      ? `${saw}, as the definition of the agent says`
      : `${saw}, and the agent does not claim otherwise`,
    observed,
  )
}
