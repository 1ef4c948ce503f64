import { listOf, oneOf, optional, shapeOf, text } from '../../core/shape.ts'

export const texts = listOf(text)
export const pattern = shapeOf(isPattern, 'must be a regular expression', { type: 'string', format: 'regex' })
export const note = optional(text)
export const basis = oneOf(['run', 'help', 'docs', 'none'])
export const support = oneOf(['supported', 'unsupported', 'unknown'])
export const reader = shapeOf((data) => typeof data === 'function', 'must be a function')

function isPattern(data: unknown): boolean {
  if (typeof data !== 'string') return false
  try {
    return new RegExp(data, 'u').source !== ''
  } catch {
    return false
  }
}
