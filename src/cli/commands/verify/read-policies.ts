import { didYouMean } from '../../../core/text/nearest-name.ts'
import type { LimitingPolicy } from '../../../verify/escapes/escape.ts'
import type { Invocation } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { listOption } from '../run/values.ts'

const limiting: readonly LimitingPolicy[] = ['deny', 'allow-reads', 'ask']

/** The policies of --policy; undefined without it. @throws UsageError with the nearest name. */
export function readPolicies(values: Invocation['values']): readonly LimitingPolicy[] | undefined {
  const typed = listOption(values, 'policy')
  if (typed === undefined) return undefined
  if (typed.includes('all')) return limiting
  return typed.map((name) => {
    const found = limiting.find((policy) => policy === name)
    if (found !== undefined) return found
    const names = [...limiting, 'all']
    throw new UsageError(
      `${name} is no policy that limits an agent`,
      didYouMean(name, names, `Use one of ${names.join(', ')}.`),
    )
  })
}
