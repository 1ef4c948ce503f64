import type { compile } from '@jmespath-community/jmespath'

type ExpressionNode = ReturnType<typeof compile>

/** A reference to a node's output. */
export interface OutputName {
  /** The name of the output in the context. */
  readonly key: string
  readonly node: string
  readonly field: string
}

interface Walked {
  /** The expression, with references to outputs replaced by names of the context. */
  readonly tree: ExpressionNode
  readonly functions: string[]
  readonly fields: string[]
  readonly outputs: OutputName[]
  readonly names: string[]
  readonly readsAll: boolean
  readonly isSimple: boolean
}

interface AnyNode {
  readonly type: string
  readonly [field: string]: unknown
}

const outputFields: ReadonlySet<unknown> = new Set(['output', 'data'])
/** Node types that evaluate `right` over the result of `left`. */
const sequences = new Set([
  'Subexpression',
  'IndexExpression',
  'Pipe',
  'Projection',
  'ValueProjection',
  'FilterProjection',
])

/** Node types that only follow a path or compare: the result is no larger than the data. */
const simpleTypes = new Set(
  'Field Subexpression IndexExpression Index Root Current Identity Literal AndExpression OrExpression NotExpression Comparator'.split(
    ' ',
  ),
)

/** Lists the names, functions and fields in an expression, and replaces `<node>.output` where it refers to the whole context. */
export function walkExpression(root: ExpressionNode, nodes: ReadonlySet<string>): Walked {
  const functions: string[] = []
  const fields: string[] = []
  const outputs: OutputName[] = []
  const names: string[] = []
  let readsAll = false
  let isSimple = true

  const walk = (node: AnyNode, isRoot: boolean): AnyNode => {
    isSimple &&= simpleTypes.has(node.type)
    if (node.type === 'Literal') return node
    if (node.type === 'Function') functions.push(String(node['name']))
    if (node.type === 'Field') {
      fields.push(String(node['name']))
      if (isRoot) names.push(String(node['name']))
    }
    // `$.name` and, at the root, `@.name` read one name; by themselves they read all.
    if (node.type === 'Subexpression' && isContext(node['left'], isRoot) && isNode(node['right']))
      return { ...node, right: walk(node['right'], true) }
    readsAll ||= isContext(node, isRoot)
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

  /** The chain node that a field names: a bare field at the root of the context, or any field after `$.`. */
  const nodeNamed = (left: unknown, isRoot: boolean): string | undefined => {
    if (!isNode(left)) return undefined
    const isRooted = left.type === 'Subexpression' && isNode(left['left']) && left['left'].type === 'Root'
    const field = isRooted ? left['right'] : isRoot ? left : undefined
    if (!isNode(field) || field.type !== 'Field') return undefined
    const name = String(field['name'])
    return nodes.has(name) ? name : undefined
  }

  /** The expression after a node's name, with a leading `output` replaced by a name of the context. */
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

  const tree = walk(root as unknown as AnyNode, true) as unknown as ExpressionNode
  const keys = new Set(outputs.map(({ key }) => key))
  return {
    tree,
    functions,
    fields,
    outputs,
    names: names.filter((name) => !keys.has(name)),
    readsAll,
    isSimple,
  }
}

/** Whether a node stands for the whole context. */
function isContext(node: unknown, isRoot: boolean): boolean {
  return isNode(node) && (node.type === 'Root' || (isRoot && ['Current', 'Identity'].includes(node.type)))
}

function changesSubject(type: string, key: string): boolean {
  if (type === 'ExpressionReference') return true
  return sequences.has(type) && (key === 'right' || key === 'condition')
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
