import { A2EError } from '../../a2e-error.ts'
import { expressionsOf, nodeError, readNode, type ChainNode } from './chain-node.ts'
import type { readExpression } from './expression.ts'
import type { Slices } from '../turns.ts'

/** A valid chain: every named node exists, and there is no cycle. */
export interface ChainGraph {
  readonly nodes: ReadonlyMap<string, ChainNode>
  /** The first node to run. */
  readonly entry: ChainNode
}

const mostNodes = 1000
const mostExpressions = 5000
/** Names within a map. */
const itemNames = ['item', '_item', 'index']
/** Names that expressions already use. */
const reserved = new Set(['input', ...itemNames])

export interface ChainSource {
  readonly nodes: readonly Record<string, unknown>[]
  /** The id of the first node to run; the first in the list if empty. */
  readonly entry: string
  readonly input: Readonly<Record<string, unknown>>
  readonly read: typeof readExpression
  readonly slices: Slices
}

/** @throws A2EError `schema_violation` for an invalid chain, `chain_cycle` for a chain with a cycle. */
export async function readChain(source: ChainSource): Promise<ChainGraph> {
  const { nodes: given, entry: entryName, read, slices } = source
  if (given.length > mostNodes) throw nodeError(['nodes'], `must have at most ${mostNodes} entries`)
  const ids = new Set(given.map(({ node_id: id }) => String(id)))
  const nodes = new Map<string, ChainNode>()
  let expressions = 0
  for (const [index, one] of given.entries()) {
    await slices.pause()
    const node = readNode({ given: one, index, read: (text) => read(text, { nodes: ids }) })
    const problem = reserved.has(node.id)
      ? 'is a reserved name'
      : nodes.has(node.id)
        ? 'is a duplicate id'
        : ''
    if (problem !== '') throw nodeError(['nodes', index, 'node_id'], `${node.id} ${problem}`)
    nodes.set(node.id, node)
    expressions += expressionsOf(node).length
    if (expressions > mostExpressions)
      throw nodeError(['nodes'], `must have at most ${mostExpressions} expressions`)
  }
  for (const [index, node] of [...nodes.values()].entries()) requireTargets(node, index, nodes)
  const entry = entryName === '' ? [...nodes.values()][0] : nodes.get(entryName)
  if (entry === undefined) throw nodeError(['entry_node'], `There is no node ${JSON.stringify(entryName)}`)
  requireNoCycle(nodes)
  requireNames(nodes, source.input)
  return { nodes, entry }
}

/** @throws A2EError for an expression with a name that is neither an input nor a node. */
function requireNames(nodes: ReadonlyMap<string, ChainNode>, input: Readonly<Record<string, unknown>>): void {
  const known = new Set([...Object.keys(input), ...nodes.keys(), 'input', 'output'])
  const mapped = new Set(Array.from(nodes.values(), (node) => (node.kind === 'map' ? node.node : undefined)))
  for (const [index, node] of [...nodes.values()].entries()) {
    const items = mapped.has(node.id) ? itemNames : []
    for (const { text, names } of expressionsOf(node)) {
      const unknown = names.find((name) => !known.has(name) && !items.includes(name))
      if (unknown === undefined) continue
      const expression = JSON.stringify(text)
      throw nodeError(
        ['nodes', index],
        `The expression ${expression} names ${unknown}, which is neither an input nor a node`,
      )
    }
  }
}

function requireTargets(node: ChainNode, index: number, nodes: ReadonlyMap<string, ChainNode>): void {
  for (const target of targetsOf(node))
    if (!nodes.has(target)) throw nodeError(['nodes', index], `leads to the unknown node ${target}`)
  if (node.kind === 'map' && nodes.get(node.node)?.kind === 'branch')
    throw nodeError(['nodes', index, 'map_node'], 'cannot be a branch')
}

/** The ids of all nodes that a node can lead to. */
function targetsOf(node: ChainNode): string[] {
  const targets = [node.next, typeof node.onError === 'object' ? node.onError.node : undefined]
  if (node.kind === 'branch') targets.push(node.whenTrue, node.whenFalse)
  if (node.kind === 'map') targets.push(node.node)
  return targets.filter((target) => target !== undefined)
}

/** Depth-first search from every node; finished nodes are skipped. Iterative, because a chain can be long. */
function requireNoCycle(nodes: ReadonlyMap<string, ChainNode>): void {
  const finished = new Set<string>()
  for (const start of nodes.keys()) {
    const path: { id: string; left: string[] }[] = []
    const enter = (id: string): void => {
      const node = nodes.get(id)
      if (node !== undefined) path.push({ id, left: targetsOf(node) })
    }
    if (!finished.has(start)) enter(start)
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const next = here.left.pop()
      if (next === undefined) {
        finished.add(here.id)
        path.pop()
      } else if (!finished.has(next)) {
        const from = path.findIndex(({ id }) => id === next)
        if (from !== -1) throw cycleError([...path.slice(from).map(({ id }) => id), next])
        enter(next)
      }
    }
  }
}

function cycleError(cycle: string[]): A2EError {
  return new A2EError('chain_cycle', `The chain has a cycle: ${cycle.join(' → ')}`, {
    detail: { cycle },
    capabilityName: 'chains',
  })
}
