import { CapstanError } from '../../../core/capstan-error.ts'
import type { ModelUsage } from '../../../models/cost.ts'
import type { RunOptions } from '../../../run/api/options.ts'
import { fieldsOf } from '../answers.ts'
import { type ApiParts, drivenAgent, isDriven } from './api-parts.ts'
import { type ApiRoute, count, fields, listOf, named, record, shortText } from './route.ts'

interface CostRequest extends ModelUsage {
  agent: string
  model: string
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
      summary: 'List the models of one or all agents: effort levels, prices, context window, input types',
      query: { agent: shortText },
      answer: listOf(named('Model')),
      run: ({ query: { agent } }) =>
        (agent === undefined ? everyAgent() : [drivenAgent(parts, agent).id]).flatMap((id) =>
          modelsOf(parts, id),
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

function validationResult(validate: () => { transport: string; warnings: readonly string[] }): object {
  try {
    const { transport, warnings } = validate()
    return { ok: true, warnings, transport }
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
    return { ok: false, error: fieldsOf(error, error.code.toLowerCase()) }
  }
}
