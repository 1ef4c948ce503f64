import { ValidationError } from '../../core/validation-error.ts'
import { checkDefinition } from './check-definition.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { unknownFacts } from '../definition/definition-fact.ts'
import { isRecord } from '../../core/shape.ts'

/**
 * Reads definitions that a person wrote: one, or a list of them. An id and how it is started is enough; every fact
 * that is left out is unknown.
 * @throws ValidationError that says which of them is wrong, and where.
 */
export function readDefinitions(data: unknown): AgentDefinition[] {
  return (Array.isArray(data) ? data : [data]).map((written: unknown, index) => {
    const definition = completed(written)
    try {
      checkDefinition(definition)
      return definition
    } catch (error) {
      if (!(error instanceof ValidationError) || !Array.isArray(data)) throw error
      const issues = error.issues.map(({ path, message }) => ({ path: [index, ...path], message }))
      throw new ValidationError(`Number ${index + 1} of the list: ${error.message}`, issues)
    }
  })
}

/** Fills in what can be left out. What is wrong stays as it is, and is found by the check. */
function completed(written: unknown): unknown {
  if (!isRecord(written)) return written
  const { id, facts = {}, acp, package: own, auth = {} } = written
  const program = isRecord(acp) ? acp['binary'] : isRecord(own) ? own['binary'] : id
  const packageName = isRecord(own) ? own['name'] : undefined
  return {
    name: id,
    binaries: [program],
    install:
      typeof packageName === 'string'
        ? [{ platform: 'all', type: 'npm', command: `npm install -g ${packageName}` }]
        : [],
    ...written,
    facts: isRecord(facts) ? { ...unknownFacts('its definition does not say'), ...facts } : facts,
    auth: isRecord(auth) ? { methods: [], files: [], variables: [], ...auth } : auth,
    ...(isRecord(acp) ? { acp: { arguments: [], ...acp } } : {}),
  }
}
