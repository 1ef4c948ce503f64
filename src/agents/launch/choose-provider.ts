import { ValidationError } from '../../core/validation-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ProviderChoice, ProviderMeans } from '../definition/definition-provider.ts'

/** What a user sets of a provider. */
export interface ProviderRequest {
  readonly baseUrl: string
  readonly keyVariable?: string | undefined
  /** The first that the agent speaks if not given. */
  readonly api?: string | undefined
  readonly model?: string | undefined
}

/**
 * The definition of an agent that sends its requests to another provider. A transport without means for it is left out.
 * @throws ValidationError for an agent, an API or a model with which that is not known to work.
 */
export function chooseProvider(definition: AgentDefinition, request: ProviderRequest): AgentDefinition {
  const { id, providers = [], acp, ...rest } = definition
  const [first] = providers
  if (first === undefined) {
    throw refusal(
      'provider',
      `It is not known how ${id} is pointed at another provider`,
      'See docs/providers.md.',
    )
  }
  const apis = [...new Set(providers.map(({ api }) => api))]
  const { baseUrl, keyVariable, model, api = first.api } = request
  const means = providers.filter((one) => one.api === api)
  if (means.length === 0) {
    throw refusal(
      'api',
      `${id} does not speak the API ${api}`,
      didYouMean(api, apis, `Use one of ${apis.join(', ')}.`),
    )
  }
  if (model === undefined && means.some(({ needsModel }) => needsModel)) {
    throw refusal('model', `${id} needs the model of the provider`, 'Set provider.model.')
  }
  const provider: ProviderChoice = {
    baseUrl,
    api,
    ...(keyVariable === undefined ? {} : { keyVariable }),
    ...(model === undefined ? {} : { model }),
  }
  const speaksAcp = acp !== undefined && means.some(({ transport }) => transport !== 'cli')
  return { ...rest, id, providers, provider, ...(speaksAcp ? { acp } : {}) }
}

/** The means of the chosen provider on a transport. */
export function providerMeans(
  { providers = [], provider }: AgentDefinition,
  transport: 'acp' | 'cli',
): readonly ProviderMeans[] {
  if (provider === undefined) return []
  const keyed = provider.keyVariable === undefined ? 'no-key' : 'key'
  return providers.filter(
    ({ api, transport: only = transport, when = keyed }) =>
      api === provider.api && only === transport && when === keyed,
  )
}

/** How the agent names a model of the chosen provider. */
export function providerModel({ providers = [], provider }: AgentDefinition): string | undefined {
  const form = providers.find(({ api }) => api === provider?.api)?.modelForm ?? '{model}'
  return provider?.model === undefined ? undefined : form.replaceAll('{model}', provider.model)
}

function refusal(field: string, message: string, hint: string): ValidationError {
  return new ValidationError(message, [{ path: [field], message }], { hint })
}
