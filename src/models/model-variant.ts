import type { ModelDetails } from './model-details.ts'

const bracketed = /^(.+)\[([^[\]]+)\]$/

/**
 * Finds the model of a name with brackets, such as `gpt-5.5[high]` or `opus[1m]`. The brackets hold an effort, as in
 * Codex over ACP, or a context window, as in Claude Code.
 * @param find finds a model by a name without brackets.
 */
export function findVariant(name: string, find: (name: string) => ModelDetails | null): ModelDetails | null {
  const [, base, suffix = ''] = bracketed.exec(name) ?? []
  const details = base === undefined ? null : find(base)
  return details !== null && (details.efforts?.includes(suffix) || hasWindow(details, suffix))
    ? details
    : null
}

/** The effort in the brackets of a model name, or undefined. */
export function effortInName(name: string, { capabilities, efforts }: ModelDetails): string | undefined {
  if (name === capabilities.modelId) return undefined
  const [, , suffix] = bracketed.exec(name) ?? []
  return efforts?.find((effort) => effort === suffix)
}

function hasWindow({ capabilities, assumed }: ModelDetails, suffix: string): boolean {
  const [, digits, unit = ''] = /^(\d{1,4})([km])$/i.exec(suffix) ?? []
  if (digits === undefined || assumed.includes('contextWindow')) return false
  const size = Number(digits) * (unit.toLowerCase() === 'm' ? 1_000_000 : 1000)
  return capabilities.contextWindow >= size
}
