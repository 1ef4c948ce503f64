import { ValidationError } from '../../core/validation-error.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import type { ProviderChoice, ProviderMeans } from '../definition/definition-provider.ts'

/** The user's settings of a provider. */
export interface ProviderRequest {
  readonly baseUrl: string
  readonly keyVariable?: string | undefined
  /** Default: the first API that the agent speaks. */
  readonly api?: string | undefined
  readonly model?: string | undefined
}

/**
 * Returns the definition with requests sent to another provider, without transports that cannot use another provider.
 * @throws ValidationError for an agent, API or model that is not known to work.
 */
export function chooseProvider(definition: AgentDefinition, request: ProviderRequest): AgentDefinition {
  const { id, providers = [], acp, ...rest } = definition
  const [first] = providers
  if (first === undefined) {
    throw refusal(
      'provider',
      `Capstan does not know how to use another provider with ${id}`,
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
    throw refusal('model', `${id} needs a model for another provider`, 'Set provider.model.')
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

/** How the agent uses the chosen provider on a transport. */
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

/** The agent's id for a model of the chosen provider. */
export function providerModel({ providers = [], provider }: AgentDefinition): string | undefined {
  const form = providers.find(({ api }) => api === provider?.api)?.modelForm ?? '{model}'
  return provider?.model === undefined ? undefined : form.replaceAll('{model}', provider.model)
}

function refusal(field: string, message: string, hint: string): ValidationError {
  return new ValidationError(message, [{ path: [field], message }], { hint })
}
