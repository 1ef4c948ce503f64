import type { Comparison, Verdict } from '../../../capabilities/compare.ts'
import type { Requirement } from '../../../capabilities/requirements.ts'
import type { Command } from '../../command.ts'
import { readJsonInput } from '../../input.ts'
import { columns } from '../../output/columns.ts'
import type { Output } from '../../output/output.ts'
import { UsageError } from '../../usage-error.ts'
import { ecosystemOption, readEcosystem } from './ecosystem-option.ts'
import { noteUnknownIds } from './unknown-ids.ts'

export const check: Command = {
  description:
    'Checks whether a declaration meets your requirements. Exits with 6 if one is unsupported or unknown.',
  usage: '--from <ecosystem> --need <id> [--need <id>]… [file|-]',
  options: [
    ecosystemOption('from', 'format of the declaration'),
    {
      name: 'need',
      value: '<id>',
      repeats: true,
      help: 'required capability, or several separated by commas; id=value requires a value, id=number a range that includes it',
    },
  ],
  maxArguments: 1,
  examples: [
    'capstan capabilities check --from acp --need prompt.image --need session.fork initialize.json',
    'capstan capabilities check --from mux --need thinking.effort=high agent.json',
  ],
  async run({ values, arguments: [path], output }) {
    const from = readEcosystem(values, 'from')
    const needs = (values.get('need') ?? []).flatMap((list) => list.split(',')).filter((need) => need !== '')
    if (needs.length === 0) {
      throw new UsageError(
        '--need is missing',
        'Name a capability; run capstan capabilities list to see them.',
      )
    }
    const data = await readJsonInput(path)
    const [{ readDeclaration }, { compare }] = await Promise.all([
      import('../../../capabilities/convert.ts'),
      import('../../../capabilities/index.ts'),
    ])
    const requirements = await readNeeds(needs)
    const comparison = compare(readDeclaration(from, data), requirements)
    output.data(comparisonData(comparison), () => comparisonText(comparison, output))
    await noteUnknownIds(
      requirements.map(({ id }) => id),
      output,
    )
    return comparison.ok ? 0 : 6
  },
}

/** @throws UsageError unless it is `id`, `id=value` or `id=number`. */
async function readNeeds(needs: readonly string[]): Promise<Requirement[]> {
  const { readRequirement } = await import('../../../capabilities/choice/need.ts')
  return needs.map((need) => {
    const requirement = readRequirement(need)
    if (requirement.id !== '' && !requirement.id.includes('=')) return requirement
    throw new UsageError(`--need ${need} is not an id or id=value`)
  })
}

function comparisonData({ ok, results }: Comparison): unknown {
  return {
    ok,
    results: results.map(({ requirement, verdict, fact }) => ({ ...requirement, verdict, fact })),
  }
}

function comparisonText({ ok, results }: Comparison, { style }: Output): string {
  const paint: Record<Verdict, (text: string) => string> = {
    met: style.good,
    unsupported: style.bad,
    unknown: style.warn,
  }
  const rows = results.map(({ requirement: { id, value }, verdict, fact }) => {
    const required = value === undefined ? '' : `=${'includes' in value ? value.includes : value.within}`
    const held = value === undefined || fact.value === undefined ? '' : `has ${JSON.stringify(fact.value)}`
    const [decider] = fact.evidence
    const basis =
      decider === undefined ? 'no evidence' : [decider.source, decider.detail].filter(Boolean).join(', ')
    return [id + required, paint[verdict](verdict), style.dim([held, basis].filter(Boolean).join('; '))]
  })
  const failed = results.filter(({ verdict }) => verdict !== 'met').length
  return `${columns(rows, { indent: '' })}\n${ok ? 'All requirements met.' : `${failed} of ${results.length} requirements not met.`}`
}
