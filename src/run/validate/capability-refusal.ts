import { gateHint } from '../../acp/gate-hints.ts'
import { CapabilityError, type CapabilityErrorDetails } from '../../capabilities/capability-error.ts'
import { CapabilityNotSupportedError } from '../../capabilities/capability-not-supported-error.ts'
import type { ComparedRequirement } from '../../capabilities/compare.ts'
import { acpName, overrideName } from '../../capabilities/ecosystems/acp/names.ts'
import { modelFields } from '../../capabilities/ecosystems/mux/model-profile.ts'
import { muxName } from '../../capabilities/ecosystems/mux/names.ts'
import type { Evidence, Transport } from '../../capabilities/evidence.ts'
import { partyOf } from '../../capabilities/parties.ts'
import type { CapabilityProfile, ProfileSubject } from '../../capabilities/profile.ts'
import type { ModelRegistry } from '../../models/model-registry.ts'

type Hint = Pick<CapabilityErrorDetails, 'hint' | 'commandHint'>

export interface RefusalContext {
  readonly models: Pick<ModelRegistry, 'models'>
  /** The transport that supports everything, if the caller has set the other one. */
  readonly better?: Transport | undefined
}

/**
 * The error for an unmet requirement: the evidence, and what would work. Capabilities that agents advertise over ACP
 * have the class and names of agents-wire, the others those of agent-mux.
 */
export function capabilityRefusal(
  { subject }: CapabilityProfile,
  compared: ComparedRequirement,
  context: RefusalContext,
): CapabilityError {
  const { requirement, verdict, fact } = compared
  const { id, value } = requirement
  const advertised = isOverride(compared) ? overrideName : acpName(id)
  const kind = advertised === undefined ? CapabilityError : CapabilityNotSupportedError
  const name = advertised ?? muxName(id) ?? id
  const support = verdict === 'met' ? 'unknown' : verdict
  const [decider] = fact.evidence
  return new kind(name, {
    agent: subject.id,
    id,
    support,
    evidence: fact.evidence,
    message: messageOf(subject, { name, support, decider }),
    ...hintOf(subject, { compared, support, decider }, context),
    ...(value === undefined ? {} : { requested: value }),
    ...(fact.value === undefined ? {} : { supported: fact.value }),
  })
}

interface Refusal {
  readonly support: 'unsupported' | 'unknown'
  readonly decider: Evidence | undefined
}

function messageOf(
  { id: agent, model, transport, surface }: ProfileSubject,
  { name, support, decider }: Refusal & { name: string },
): string {
  const where = transport === undefined ? '' : transport === 'acp' ? ' over ACP' : ' on its command line'
  if (support === 'unknown') return `No evidence that agent '${agent}' supports ${name}${where}`
  const party = decider === undefined ? 'agent' : partyOf(decider)
  if (party === 'model') return `Model '${model}' on agent '${agent}' does not support ${name}`
  if (party === 'surface') return `${surface} cannot carry ${name} to agent '${agent}'`
  return `Agent '${agent}' does not support ${name}${decider?.scope?.transport === undefined ? '' : where}`
}

function hintOf(
  { id: agent, protocolVersion }: ProfileSubject,
  { compared, support, decider }: Refusal & { compared: ComparedRequirement },
  { better, models }: RefusalContext,
): Hint {
  const { id } = compared.requirement
  if (better !== undefined)
    return { hint: `Use transport ${better}.`, commandHint: `Use --transport ${better}.` }
  if (support === 'unknown') {
    return {
      hint: `Call probe('${agent}') to find out, or leave strict out to try it.`,
      commandHint: `Run capstan probe ${agent} to find out, or leave --strict out to try it.`,
    }
  }
  if (decider !== undefined && partyOf(decider) === 'model') return modelHint(agent, id, models)
  if (id === 'mcp.sse') {
    const why = protocolVersion === 2 ? 'ACP version 2 has no SSE; use' : 'Use'
    return { hint: `${why} a server of type http, or one on stdio.` }
  }
  if (isOverride(compared)) {
    return {
      hint: 'Use appendSystemPrompt: its own instructions cannot be replaced.',
      commandHint: 'Use --append-system-prompt: its own instructions cannot be replaced.',
    }
  }
  return runHints[id] ?? gateHint(id)
}

/** Hints for capabilities that no handshake advertises. */
const runHints: Readonly<Record<string, Hint>> = {
  'output.structured': {
    hint: 'Use schema: Capstan asks for JSON and checks the answer.',
    commandHint: 'Use --schema: Capstan asks for JSON and checks the answer.',
  },
  'output.json-mode': { hint: 'Use schema, or ask for JSON in the prompt.' },
  skills: { hint: 'Leave out skills.' },
  plugins: { hint: 'Leave out plugins.' },
}

/** Whether the agent accepts a system prompt only in addition to its own. */
function isOverride({ requirement: { id }, fact }: ComparedRequirement): boolean {
  return id === 'session.system-prompt' && Array.isArray(fact.value) && fact.value.includes('append')
}

/** Suggests another model of the agent that supports the capability. */
function modelHint(agent: string, id: string, models: Pick<ModelRegistry, 'models'>): Hint {
  const field = modelFields.find((each) => each.id === id)?.path
  const able = models
    .models(agent)
    .find(
      (model) =>
        !model.deprecated &&
        field !== undefined &&
        Object.entries(model).some(([key, value]) => key === field && value === true),
    )
  if (able === undefined) return { hint: 'Choose another model.' }
  return { hint: `Choose another model, such as ${able.modelId}.` }
}
