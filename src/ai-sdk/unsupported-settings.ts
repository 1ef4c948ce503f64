import type { ModelCallOptions } from './call-options.ts'
import type { ModelWarning } from './parts/stream-part.ts'

/** Model settings that agents do not expose. */
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

/** A warning for every setting of a call that agents do not support. */
export function unsupportedSettings(options: ModelCallOptions): ModelWarning[] {
  const { tools = [], toolChoice } = options
  const warnings: ModelWarning[] = sampling
    .filter((feature) => options[feature] !== undefined)
    .map((feature) => ({
      type: 'unsupported',
      feature,
      details: 'Agents choose their own sampling settings and output length.',
    }))
  if (tools.length > 0) {
    warnings.push({
      type: 'unsupported',
      feature: 'tools',
      details: `Agents have their own tools, so these were ignored: ${tools.map(({ name }) => name).join(', ')}. Add tools with mcpServers.`,
    })
  }
  if (toolChoice !== undefined && toolChoice.type !== 'auto') {
    warnings.push({
      type: 'unsupported',
      feature: 'toolChoice',
      details: 'Agents choose their own tools.',
    })
  }
  return warnings
}
