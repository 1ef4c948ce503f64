import { expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { servedPrices } from './run-price.ts'

const { adapters, models } = createClient()

function pricesOf(agent: string, model: string | undefined): ReturnType<typeof servedPrices> {
  return servedPrices({
    definition: adapters.get(agent).definition,
    options: { agent, prompt: 'go', ...(model === undefined ? {} : { model }) },
    model: model === undefined ? null : models.details(agent, model),
    profiles: { models } as Parameters<typeof servedPrices>[0]['profiles'],
  })
}

it("finds the price of a model that several providers serve, at the run's provider", () => {
  const priceOf = pricesOf('opencode', 'anthropic/claude-opus-4-6')
  const opus = { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 }
  const haiku = { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }
  expect([priceOf('claude-opus-4-6'), priceOf('claude-haiku-4-5')]).toEqual([opus, haiku])
})
