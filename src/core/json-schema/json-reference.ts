import type { JsonSchema } from './json-schema.ts'

/** Resolves a reference inside a schema: `#`, or `#` and a JSON pointer. Undefined for external references. */
export function resolveReference(root: JsonSchema, reference: unknown): unknown {
  if (typeof reference !== 'string') return undefined
  const [start, ...steps] = reference.split('/')
  if (start !== '#') return undefined
  let target: unknown = root
  for (const step of steps) {
    const name = decodeStep(step)
    if (typeof target !== 'object' || target === null || !Object.hasOwn(target, name)) return undefined
    target = (target as Record<string, unknown>)[name]
  }
  return target
}

function decodeStep(step: string): string {
  try {
    return unescape(decodeURIComponent(step))
  } catch {
    return unescape(step)
  }
}

function unescape(step: string): string {
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}
