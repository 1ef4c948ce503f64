import { ValidationError } from '../../core/validation-error.ts'
import { checkDefinition } from './check-definition.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { unknownFacts } from '../definition/definition-fact.ts'
import { isRecord } from '../../core/shape.ts'

/**
 * Reads one handwritten definition or a list of them. An id and a start command are enough; every missing fact is
 * unknown.
 * @throws ValidationError that names the invalid definition and field.
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
      throw new ValidationError(`Definition ${index + 1}: ${error.message}`, issues)
    }
  })
}

/** Fills in optional fields. Invalid values stay unchanged, for the check to find. */
function completed(written: unknown): unknown {
  if (!isRecord(written)) return written
  // For editors.
  const { $schema: _schema, ...fields } = written
  const { id, facts = {}, acp, package: own, auth = {} } = fields
  const program = isRecord(acp) ? acp['binary'] : isRecord(own) ? own['binary'] : id
  const packageName = isRecord(own) ? own['name'] : undefined
  return {
    name: id,
    binaries: [program],
    install:
      typeof packageName === 'string'
        ? [{ platform: 'all', type: 'npm', command: `npm install -g ${packageName}` }]
        : [],
    ...fields,
    facts: isRecord(facts) ? { ...unknownFacts('not in the definition'), ...facts } : facts,
    auth: isRecord(auth) ? { methods: [], files: [], variables: [], ...auth } : auth,
    ...(isRecord(acp) ? { acp: { arguments: [], ...acp } } : {}),
  }
}
