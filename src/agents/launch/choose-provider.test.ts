import { describe, expect, it } from 'vitest'
import { agentCatalog } from '../catalog.ts'
import { chooseProvider, providerModel } from './choose-provider.ts'
import { launchPlan } from './launch-plan.ts'
import { withProvider } from './provider-plan.ts'

const { claude, codex, copilot, cursor, gemini, opencode } = agentCatalog
const thinking = {
  native: {},
  arguments: [],
  environment: {},
  settings: [],
  sessionOptions: [],
  leftOut: [],
  warnings: [],
}
const baseUrl = 'https://gateway.example/v1'

describe('chooseProvider', () => {
  it('rejects an unsupported agent, API and missing model with a hint', () => {
    expect(() => chooseProvider(cursor, { baseUrl })).toThrow(
      'Capstan does not know how to use another provider with cursor',
    )
    expect(() => chooseProvider(copilot, { baseUrl })).toThrow('copilot needs a model for another provider')
    expect(() => chooseProvider(claude, { baseUrl, api: 'antropic' })).toThrow(
      expect.objectContaining({ hint: 'Did you mean anthropic?' }) as Error,
    )
  })

  it("converts a model to the agent's id", () => {
    const chosen = chooseProvider(opencode, { baseUrl, api: 'openai-completions', model: 'llama' })
    expect(providerModel(chosen)).toBe('capstan/llama')
  })
})

describe('withProvider', () => {
  const planned = (definition: typeof claude, transport: 'acp' | 'cli', more: object = {}) => {
    const request = { transport, prompt: 'hi', thinking: { ...thinking, ...more } }
    return withProvider(launchPlan(definition, request), definition)
  }

  it('does not change a plan without a provider', () => {
    const plan = launchPlan(claude, { transport: 'acp', prompt: 'hi', thinking })
    expect(withProvider(plan, claude)).toBe(plan)
  })

  it('passes the key of the named variable and withholds other provider keys', () => {
    const plan = planned(chooseProvider(claude, { baseUrl, keyVariable: 'MY_KEY' }), 'cli')
    expect(plan.environment).toMatchObject({ ANTHROPIC_BASE_URL: baseUrl })
    expect(plan.keyVariables).toEqual({ ANTHROPIC_API_KEY: 'MY_KEY' })
    expect(plan.withheld).toEqual(expect.arrayContaining(['ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_API_KEY']))
  })

  it("keeps the agent's login without a key", () => {
    const plan = planned(chooseProvider(claude, { baseUrl }), 'cli')
    expect(plan.keyVariables).toBeUndefined()
    expect(plan.withheld).toEqual(launchPlan(claude, { transport: 'cli', prompt: 'hi', thinking }).withheld)
  })

  it('merges JSON variables and files over the plan', () => {
    const { jsonEnvironment } = planned(chooseProvider(codex, { baseUrl }), 'acp')
    expect(jsonEnvironment['CODEX_CONFIG']).toEqual({
      model_provider: 'capstan',
      model_providers: { capstan: { name: 'capstan', base_url: baseUrl, wire_api: 'responses' } },
    })
    const settings = [
      { folderVariable: 'GEMINI_CLI_HOME', file: '.gemini/settings.json', content: { general: { a: 1 } } },
    ]
    const { files } = planned(chooseProvider(gemini, { baseUrl }), 'cli', { settings })
    expect(files.map(({ path, content }) => [path, JSON.parse(content) as unknown])).toEqual([
      [
        'settings/.gemini/settings.json',
        { general: { a: 1 }, security: { auth: { selectedType: 'gemini-api-key' } } },
      ],
    ])
  })
})
