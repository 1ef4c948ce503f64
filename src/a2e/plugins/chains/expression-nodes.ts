import type { compile } from '@jmespath-community/jmespath'

type ExpressionNode = ReturnType<typeof compile>

/** A node's output under one of its published names. */
export interface OutputName {
  /** The name that stands for it in the context. */
  readonly key: string
  readonly node: string
  readonly field: string
}

interface Walked {
  /** The expression, with the names of outputs put in place. */
  readonly expression: ExpressionNode
  readonly functions: string[]
  readonly fields: string[]
  readonly outputs: OutputName[]
}

interface AnyNode {
  readonly type: string
  readonly [field: string]: unknown
}

const outputFields: ReadonlySet<unknown> = new Set(['output', 'data'])
/** Their `right` is evaluated over what their `left` returned. */
const sequences = new Set([
  'Subexpression',
  'IndexExpression',
  'Pipe',
  'Projection',
  'ValueProjection',
  'FilterProjection',
])

/** Lists what an expression names, and finds `<node>.output` wherever it is read from the whole context. */
export function walkExpression(root: ExpressionNode, nodes: ReadonlySet<string>): Walked {
  const functions: string[] = []
  const fields: string[] = []
  const outputs: OutputName[] = []

  const walk = (node: AnyNode, isRoot: boolean): AnyNode => {
    if (node.type === 'Literal') return node
    if (node.type === 'Function') functions.push(String(node['name']))
    if (node.type === 'Field') fields.push(String(node['name']))
    const named = node.type === 'Subexpression' ? nodeNamed(node['left'], isRoot) : undefined
    const replaced = named === undefined ? undefined : replaceFirst(node['right'], named)
    if (replaced !== undefined) return walk(replaced, false)
    const children = Object.entries(node).map(([key, child]) => {
      const sees = isRoot && !changesSubject(node.type, key)
      if (Array.isArray(child)) return [key, child.map((one) => (isNode(one) ? walk(one, sees) : one))]
      return [key, isNode(child) ? walk(child, sees) : child]
    })
    return { ...(Object.fromEntries(children) as object), type: node.type }
  }

  /** The chain's node that a field names: bare where the context is the subject, anywhere after `$.`. */
  const nodeNamed = (left: unknown, isRoot: boolean): string | undefined => {
    if (!isNode(left)) return undefined
    const isRooted = left.type === 'Subexpression' && isNode(left['left']) && left['left'].type === 'Root'
    const field = isRooted ? left['right'] : isRoot ? left : undefined
    if (!isNode(field) || field.type !== 'Field') return undefined
    const name = String(field['name'])
    return nodes.has(name) ? name : undefined
  }

  /** What follows a node's name, with `output` at its beginning replaced by a name of the context. */
  const replaceFirst = (rest: unknown, node: string): AnyNode | undefined => {
    if (!isNode(rest)) return undefined
    if (rest.type === 'Field' && outputFields.has(rest['name'])) {
      const field = String(rest['name'])
      const key = `${node}.${field}`
      outputs.push({ key, node, field })
      return { type: 'Subexpression', left: { type: 'Root' }, right: { type: 'Field', name: key } }
    }
    const first = rest.type === 'Flatten' ? 'child' : sequences.has(rest.type) ? 'left' : undefined
    const replaced = first === undefined ? undefined : replaceFirst(rest[first], node)
    return first === undefined || replaced === undefined ? undefined : { ...rest, [first]: replaced }
  }

  return {
    expression: walk(root as unknown as AnyNode, true) as unknown as ExpressionNode,
    functions,
    fields,
    outputs,
  }
}

function changesSubject(type: string, key: string): boolean {
  if (type === 'ExpressionReference') return true
  return sequences.has(type) && (key === 'right' || key === 'condition')
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
