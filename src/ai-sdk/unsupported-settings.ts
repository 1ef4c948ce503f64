import type { ModelCallOptions } from './call-options.ts'
import type { ModelWarning } from './parts/stream-part.ts'

/** Settings of a model that an agent does not let a caller set. */
const sampling = [
  'maxOutputTokens',
  'temperature',
  'topP',
  'topK',
  'presencePenalty',
  'frequencyPenalty',
  'seed',
  'stopSequences',
] as const

/** A warning for everything a call asks for that no agent can be told. */
export function unsupportedSettings(options: ModelCallOptions): ModelWarning[] {
  const { tools = [], toolChoice } = options
  const warnings: ModelWarning[] = sampling
    .filter((feature) => options[feature] !== undefined)
    .map((feature) => ({
      type: 'unsupported',
      feature,
      details: 'An agent chooses its own sampling and length.',
    }))
  if (tools.length > 0) {
    warnings.push({
      type: 'unsupported',
      feature: 'tools',
      details: `An agent has its own tools; these were not given to it: ${tools.map(({ name }) => name).join(', ')}. Give it tools by mcpServers.`,
    })
  }
  if (toolChoice !== undefined && toolChoice.type !== 'auto') {
    warnings.push({
      type: 'unsupported',
      feature: 'toolChoice',
      details: 'An agent chooses its tools by itself.',
    })
  }
  return warnings
}
