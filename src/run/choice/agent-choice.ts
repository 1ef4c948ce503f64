import type { AgentChoice } from '../../capabilities/choice/choice.ts'

/** Reads `agent` or `agent/model`; the id of a model may contain slashes. */
export function readAgentChoice(text: string): AgentChoice {
  const [agent = '', ...model] = text.split('/')
  return model.length === 0 ? { agent } : { agent, model: model.join('/') }
}
