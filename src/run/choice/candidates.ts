import { detectKnown } from '../../agents/detect/detect.ts'
import { loginStateOf } from '../../agents/detect/login-signs.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { Candidate, Price } from '../../capabilities/choice/choice.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { coolDownOf } from './cool-downs.ts'

/** The candidates to list. */
export interface CandidateQuery {
  /** Only agents that have this model, by id or alias. */
  readonly model?: string | undefined
  /** Also every listed model of each agent; otherwise its default model. */
  readonly allModels?: boolean | undefined
  /** Whether an agent that is not installed fits none: its models need not be listed. */
  readonly installed?: boolean | undefined
  /** The variables to start the agents with. */
  readonly env?: Readonly<Record<string, string>> | undefined
}

/** The known agents as candidates, in the order of the catalog. Starts nothing. */
export function candidatesOf(profiles: Profiles, query: CandidateQuery = {}): Candidate[] {
  return profiles.adapters.list().flatMap(({ definition }) => {
    const { id: agent } = definition
    const state = stateOf(definition, query)
    const isLost = query.installed === true && state.installed === false
    const models = modelsOf(profiles, definition, isLost ? { ...query, allModels: false } : query)
    return models.map((one) => ({
      agent,
      ...one,
      profile: profiles.known(agent, { model: one.model, env: query.env }),
      ...state,
    }))
  })
}

/** The price of a candidate's model, or of the agent's default model. */
export function priceOf(
  { models }: Pick<Profiles, 'models'>,
  { agent, model }: Candidate,
): Price | undefined {
  const used = model ?? models.defaultModel(agent)?.modelId
  const price = used === undefined ? undefined : models.details(agent, used)?.price
  return price === undefined ? undefined : { input: price.input, output: price.output }
}

interface CandidateModel {
  readonly model?: string
  readonly isOtherModel?: boolean
}

function modelsOf({ models }: Profiles, { id }: AgentDefinition, query: CandidateQuery): CandidateModel[] {
  if (query.model !== undefined) {
    const { valid, status, resolvedModelId = query.model } = models.validate(id, query.model)
    return valid && status !== 'unknown' ? [{ model: resolvedModelId }] : []
  }
  if (query.allModels !== true) return [{}]
  const others = models.catalog(id).filter(({ isDefault }) => !isDefault)
  return [{}, ...others.map(({ modelId }) => ({ model: modelId, isOtherModel: true }))]
}

/** The state of an agent on this machine. */
function stateOf(definition: AgentDefinition, { env }: CandidateQuery): Partial<Candidate> {
  const { knownOnlyLive, simulated } = definition
  const coolDown = coolDownOf({ definition, env })
  const place = {
    home: process.getBuiltinModule('node:os').homedir(),
    environment: { ...process.env, ...env },
  }
  return {
    installed: knownOnlyLive === true || detectKnown(definition).installed,
    login: loginStateOf(definition, place),
    ...(simulated === true ? { simulated } : {}),
    ...(coolDown === undefined ? {} : { coolDown }),
  }
}
