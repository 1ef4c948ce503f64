import { isRecord } from '../../core/is-record.ts'
import { mergeJson } from '../../core/merge-json.ts'
import { providerMeans } from './choose-provider.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ProviderChoice } from '../definition/definition-provider.ts'
import type { LaunchPlan } from './launch-plan.ts'
import type { JsonVariables } from './launch-request.ts'
import type { PlannedFile } from '../definition/planned-file.ts'

/** Adds the chosen provider of the definition, if any, to a launch plan. Pure. */
export function withProvider(plan: LaunchPlan, definition: AgentDefinition): LaunchPlan {
  const { provider, auth } = definition
  const means = providerMeans(definition, plan.transport)
  const [first] = means
  if (provider === undefined || first === undefined) return plan
  const fill = (text: string): string => filled(text, provider)
  const environment: Record<string, string> = { ...plan.environment }
  // The plan's own values, such as a permission policy, take precedence.
  let { jsonEnvironment } = plan
  for (const one of means) {
    for (const [name, value] of Object.entries(one.environment ?? {})) environment[name] = fill(value)
    jsonEnvironment = mergeJson(deepFilled(one.jsonEnvironment ?? {}, fill), jsonEnvironment) as JsonVariables
  }
  const { keyVariable } = provider
  return {
    ...plan,
    arguments: [...plan.arguments, ...means.flatMap((one) => one.arguments ?? []).map(fill)],
    environment,
    jsonEnvironment,
    files: means.reduce(
      (files, { jsonFiles = {} }) => mergedFiles(files, deepFilled(jsonFiles, fill)),
      plan.files,
    ),
    // The user's other keys belong to other providers.
    ...(keyVariable === undefined
      ? {}
      : {
          withheld: [...plan.withheld, ...auth.variables],
          keyVariables: { [first.keyVariable]: keyVariable },
        }),
  }
}

function filled(text: string, { baseUrl, model = '' }: ProviderChoice): string {
  return text.replaceAll('{baseUrl}', baseUrl).replaceAll('{model}', model)
}

function deepFilled(value: unknown, fill: (text: string) => string): unknown {
  if (typeof value === 'string') return fill(value)
  if (Array.isArray(value)) return value.map((item) => deepFilled(item, fill))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [fill(name), deepFilled(inner, fill)]),
  )
}

function parsed(text: string | undefined): unknown {
  return text === undefined ? {} : (JSON.parse(text) as unknown)
}

/** Merges JSON files over the planned ones. */
function mergedFiles(files: readonly PlannedFile[], over: unknown): readonly PlannedFile[] {
  const planned = new Map(files.map((file) => [file.path, file]))
  for (const [path, more] of Object.entries(over as object)) {
    const before = planned.get(path)
    const content = `${JSON.stringify(mergeJson(parsed(before?.content), more), undefined, 2)}\n`
    planned.set(path, { ...before, path, content })
  }
  return [...planned.values()]
}
