import { CapstanError } from '../../../core/capstan-error.ts'
import type { ModelUsage } from '../../../models/cost.ts'
import type { RunOptions } from '../../../run/api/options.ts'
import { fieldsOf } from '../answers.ts'
import { type ApiParts, drivenAgent, isDriven } from './api-parts.ts'
import { type ApiRoute, count, fields, flag, listOf, named, record, shortText } from './route.ts'

interface CostRequest extends ModelUsage {
  agent: string
  model: string
}

/** A model as a person chooses it. */
export interface ModelSummary {
  readonly modelId: string
  readonly displayName: string
  readonly isDefault: boolean
  /** 0 if unknown. */
  readonly contextWindow: number
  /** Dollars per million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
  readonly efforts?: readonly string[]
  readonly defaultEffort?: string
}

/** Routes for models, validation and cost. */
export function modelRoutes(parts: ApiParts): ApiRoute[] {
  const { agents, client } = parts
  const everyAgent = (): string[] =>
    [...agents.values()].filter((agent) => isDriven(parts, agent)).map(({ id }) => id)
  return [
    {
      method: 'GET',
      path: '/api/models',
      summary:
        'List the models of one or all agents: effort levels, prices, context window, input types. With summary, only ' +
        'what a person needs to choose one',
      query: { agent: shortText, summary: flag },
      answer: { anyOf: [listOf(named('ModelSummary')), listOf(named('Model'))] },
      run: ({ query: { agent, summary } }) =>
        (agent === undefined ? everyAgent() : [drivenAgent(parts, agent).id]).flatMap((id) =>
          summary === true ? summariesOf(parts, id) : modelsOf(parts, id),
        ),
    },
    {
      method: 'POST',
      path: '/api/validate',
      summary: 'Validate run options without starting an agent; prompt is optional',
      body: record({ agent: shortText }, 'agent'),
      answer: named('Verdict'),
      run: ({ body }) => {
        drivenAgent(parts, body['agent'])
        return validationResult(() => client.validateRun({ prompt: 'none', ...body } as RunOptions))
      },
    },
    {
      method: 'POST',
      path: '/api/cost',
      summary: 'Estimate the cost of a request; an unknown price gives unknown, never 0',
      body: fields(
        {
          agent: shortText,
          model: shortText,
          inputTokens: count,
          outputTokens: count,
          thinkingTokens: count,
          cachedInputTokens: count,
          cacheWriteTokens: count,
        },
        'agent',
        'model',
      ),
      answer: named('Cost'),
      run: ({ body }) => {
        const { agent, model, ...tokens } = body as unknown as CostRequest
        drivenAgent(parts, agent)
        const { model: known, message } = client.models.validate(agent, model)
        return {
          agent,
          model: known?.modelId ?? model,
          ...client.models.cost(agent, model, tokens),
          // Distinguishes an unknown model from a model with an unknown price.
          ...(known === undefined ? { note: message } : {}),
        }
      },
    },
  ]
}

function modelsOf({ client: { models } }: ApiParts, agent: string): object[] {
  return models.catalog(agent).map((model) => {
    const { capabilities: _, ...details } = models.details(agent, model.modelId) ?? {}
    return { ...model, ...details }
  })
}

/** The fields that a person needs to choose a model: a tenth of the whole list. */
function summariesOf({ client: { models } }: ApiParts, agent: string): ModelSummary[] {
  return models.catalog(agent).map(({ modelId, displayName, isDefault, contextWindow }) => {
    const { price, efforts, defaultEffort } = models.details(agent, modelId) ?? {}
    return {
      modelId,
      displayName,
      isDefault,
      contextWindow,
      ...(price === undefined ? {} : { price: { input: price.input, output: price.output } }),
      ...(efforts === undefined ? {} : { efforts }),
      ...(defaultEffort === undefined ? {} : { defaultEffort }),
    }
  })
}

function validationResult(validate: () => { transport: string; warnings: readonly string[] }): object {
  try {
    const { transport, warnings } = validate()
    return { ok: true, warnings, transport }
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    return { ok: false, error: fieldsOf(error, error.code.toLowerCase()) }
  }
}
