import { didYouMean } from '../../../core/text/nearest-name.ts'
import type { CheckName } from '../../../testing/contract/check-name.ts'
import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { listOption } from '../run/values.ts'

/** The checks of --check; undefined for all. @throws UsageError with the nearest name. */
export async function readChecks(values: Invocation['values']): Promise<readonly CheckName[] | undefined> {
  const typed = listOption(values, 'check')
  if (typed === undefined) return undefined
  const { checkNames } = await import('../../../testing/contract/check-name.ts')
  return typed.map((name) => {
    const found = checkNames.find((check) => check === name)
    if (found !== undefined) return found
    throw new UsageError(
      `Unknown check ${name}`,
      didYouMean(name, checkNames, `Use one of ${checkNames.join(', ')}.`),
    )
  })
}
