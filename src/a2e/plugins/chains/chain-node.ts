import { CapstanError } from '../../../core/capstan-error.ts'
import { checkJsonSchema } from '../../../core/json-schema/check-json-schema.ts'
import type { JsonSchema } from '../../../core/json-schema/json-schema.ts'
import { A2EError } from '../../a2e-error.ts'
import type { Expression } from './expression.ts'

/** A node as published. */
interface WireNode {
  node_id: string
  kind: 'tool' | 'skill' | 'branch' | 'map'
  name?: string
  input?: Record<string, unknown>
  input_map?: Record<string, string>
  condition?: string
  true_node?: string
  false_node?: string
  items_path?: string
  map_node?: string
  next_node?: string
  on_error?: string
}

interface NodeBase {
  readonly id: string
  /** The next node; undefined at the end. */
  readonly next: string | undefined
  /** On failure: end the chain, skip the node, or continue with another node. */
  readonly onError: 'abort' | 'skip' | { readonly node: string }
}

/** Calls a tool or a skill. */
export interface ActionNode extends NodeBase {
  readonly kind: 'tool' | 'skill'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly inputMap: Readonly<Record<string, Expression>>
}

/** Continues with one of two nodes. */
export interface BranchNode extends NodeBase {
  readonly kind: 'branch'
  readonly condition: Expression
  readonly whenTrue: string | undefined
  readonly whenFalse: string | undefined
}

/** Runs one node for every item of a list. */
export interface MapNode extends NodeBase {
  readonly kind: 'map'
  readonly items: Expression
  readonly node: string
}

export type ChainNode = ActionNode | BranchNode | MapNode

const string = { type: 'string' }
const named: JsonSchema = { ...string, minLength: 1 }

const schema: JsonSchema = {
  type: 'object',
  properties: {
    node_id: named,
    kind: { enum: ['tool', 'skill', 'branch', 'map'] },
    name: string,
    input: { type: 'object' },
    input_map: { type: 'object', additionalProperties: string },
    condition: string,
    true_node: string,
    false_node: string,
    items_path: string,
    map_node: string,
    next_node: string,
    on_error: string,
  },
  required: ['node_id', 'kind'],
}

const neededBy: Readonly<Record<WireNode['kind'], JsonSchema>> = {
  tool: { properties: { name: named }, required: ['name'] },
  skill: { properties: { name: named }, required: ['name'] },
  branch: { properties: { condition: named }, required: ['condition'] },
  map: { properties: { items_path: named, map_node: named }, required: ['items_path', 'map_node'] },
}

/** Parses an expression, with the node ids of the chain known. */
export type ReadExpression = (text: string) => Expression

export interface NodeSource {
  readonly given: Record<string, unknown>
  /** The index of the node in the request. */
  readonly index: number
  readonly read: ReadExpression
}

/**
 * Parses a node with all its expressions.
 * @throws A2EError `schema_violation`.
 */
export function readNode({ given, index, read }: NodeSource): ChainNode {
  const wire = given as unknown as WireNode
  const { issues } = checkJsonSchema(schema, given)
  const [first] = issues.length > 0 ? issues : checkJsonSchema(neededBy[wire.kind], given).issues
  if (first !== undefined) throw nodeError(['nodes', index, ...first.path], first.message)
  try {
    return nodeOf(wire, read)
  } catch (error) {
    if (CapstanError.isInstance(error)) throw nodeError(['nodes', index], error.message)
    throw error
  }
}

/** All expressions of a node. */
export function expressionsOf(node: ChainNode): Expression[] {
  if (node.kind === 'branch') return [node.condition]
  return node.kind === 'map' ? [node.items] : Object.values(node.inputMap)
}

/** The error for an invalid chain, with the path in the request. */
export function nodeError(path: readonly (string | number)[], message: string): A2EError {
  return new A2EError('schema_violation', `${path.join('.')}: ${message}`, {
    detail: { issues: [{ path, message }] },
    capabilityName: 'chains',
  })
}

function nodeOf(wire: WireNode, read: ReadExpression): ChainNode {
  const { node_id: id, on_error: onError = 'abort' } = wire
  const base = {
    id,
    next: nodeNamed(wire.next_node),
    onError: onError === 'abort' || onError === 'skip' ? onError : { node: onError },
  } as const
  if (wire.kind === 'branch') {
    return {
      ...base,
      kind: 'branch',
      condition: read(wire.condition ?? ''),
      whenTrue: nodeNamed(wire.true_node),
      whenFalse: nodeNamed(wire.false_node),
    }
  }
  if (wire.kind === 'map')
    return { ...base, kind: 'map', items: read(wire.items_path ?? ''), node: wire.map_node ?? '' }
  const inputMap = Object.entries(wire.input_map ?? {}).map(([name, text]) => [name, read(text)] as const)
  return {
    ...base,
    kind: wire.kind,
    name: wire.name ?? '',
    input: wire.input ?? {},
    inputMap: Object.fromEntries(inputMap),
  }
}

function nodeNamed(id: string | undefined): string | undefined {
  return id === '' ? undefined : id
}
