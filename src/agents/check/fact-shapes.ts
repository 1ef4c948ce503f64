import type { EvidenceScope } from '../../capabilities/evidence.ts'
import { basis, note, support } from './common-shapes.ts'
import { type DefinitionFact, muxFactIds } from '../definition/definition-fact.ts'
import {
  anything,
  described,
  isRecord,
  name,
  objectOf,
  oneOf,
  optional,
  recordOf,
  type Shape,
} from '../../core/shape.ts'
import { valueShapes } from './value-shapes.ts'

const factFields = objectOf<DefinitionFact>({
  support,
  value: optional(anything),
  basis,
  note,
  scope: optional(
    objectOf<NonNullable<DefinitionFact['scope']>>({
      protocolVersion: optional(oneOf([1, 2])),
      agentVersions: optional(
        objectOf<NonNullable<EvidenceScope['agentVersions']>>({
          from: optional(name),
          before: optional(name),
          only: optional(name),
        }),
      ),
    }),
  ),
})

/** One fact, or one per transport. */
const factShape: Shape = (data, path) => {
  if (!isRecord(data) || (data['acp'] ?? data['cli']) === undefined) return oneFactShape(data, path)
  const id = String(path.at(-1))
  return Object.entries(data).flatMap(([transport, facts]) => {
    if (transport !== 'acp' && transport !== 'cli') {
      return [{ path: [...path, transport], message: 'must be acp or cli' }]
    }
    return [facts].flat().flatMap((fact) => valuedFactShape(id, fact, [...path, transport]))
  })
}

const oneFactShape: Shape = (data, path) => valuedFactShape(String(path.at(-1)), data, path)

/** A fact whose value must match the dictionary's type for its id. */
function valuedFactShape(id: string, data: unknown, path: Parameters<Shape>[1]): ReturnType<Shape> {
  const issues = factFields(data, path)
  if (issues.length > 0 || !isRecord(data)) return issues
  if (data['basis'] === 'none' && data['support'] !== 'unknown') {
    return [{ path, message: 'must be unknown because the fact has no basis' }]
  }
  if (data['value'] === undefined || !Object.hasOwn(valueShapes, id)) return []
  return valueShapes[id as keyof typeof valueShapes](data['value'], [...path, 'value'])
}

/** Any id is allowed; the ids of agent-mux's total shape are required. */
export const factsShape: Shape = described(
  (data, path) => [
    ...recordOf(factShape)(data, path),
    ...(isRecord(data)
      ? muxFactIds
          .filter((id) => !Object.hasOwn(data, id))
          .map((id) => ({ path: [...path, id], message: 'is missing' }))
      : []),
  ],
  factsSchema,
)

/** Names the ids, so that editors complete them; `factDefinitions` has what it refers to. */
function factsSchema(): Record<string, unknown> {
  const entry = { $ref: '#/definitions/factOrFacts' }
  const ids = [...new Set<string>([...muxFactIds, ...Object.keys(valueShapes)])]
  return {
    type: 'object',
    properties: Object.fromEntries(ids.map((id) => [id, entry])),
    additionalProperties: entry,
  }
}

/** The definitions of the JSON Schema of facts. The types of values are checked only when a file is read. */
export function factDefinitions(): Record<string, unknown> {
  const fact = { $ref: '#/definitions/fact' }
  const facts = { anyOf: [fact, { type: 'array', items: fact }] }
  const perTransport = { type: 'object', properties: { acp: facts, cli: facts }, additionalProperties: false }
  return { fact: factFields.schema?.(), factOrFacts: { anyOf: [fact, perTransport] } }
}
