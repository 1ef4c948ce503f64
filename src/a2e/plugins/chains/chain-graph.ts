import { A2EError } from '../../a2e-error.ts'
import { nodeError, readNode, type ChainNode } from './chain-node.ts'
import type { readExpression } from './expression.ts'

/** A chain that can be run: every node it names is there, and no way leads back. */
export interface ChainGraph {
  readonly nodes: ReadonlyMap<string, ChainNode>
  /** Where it begins. */
  readonly entry: ChainNode
}

const mostNodes = 1000
/** What expressions see under these names is something else. */
const reserved = new Set(['input', 'item', '_item', 'index'])

export interface ChainSource {
  readonly nodes: readonly Record<string, unknown>[]
  /** The id of the first node; the first of the list if empty. */
  readonly entry: string
  readonly read: typeof readExpression
}

/** @throws A2EError `schema_violation` for a chain that is not whole, `chain_cycle` for one that leads back. */
export function readChain({ nodes: given, entry: entryName, read }: ChainSource): ChainGraph {
  if (given.length > mostNodes) throw nodeError(['nodes'], `must be at most ${mostNodes}`)
  const ids = new Set(given.map(({ node_id: id }) => String(id)))
  const nodes = new Map<string, ChainNode>()
  for (const [index, one] of given.entries()) {
    const node = readNode({ given: one, index, read: (text) => read(text, { nodes: ids }) })
    const trouble = reserved.has(node.id)
      ? 'is no name for a node'
      : nodes.has(node.id)
        ? 'is there twice'
        : ''
    if (trouble !== '') throw nodeError(['nodes', index, 'node_id'], `${node.id} ${trouble}`)
    nodes.set(node.id, node)
  }
  for (const [index, node] of [...nodes.values()].entries()) requireTargets(node, index, nodes)
  const entry = entryName === '' ? [...nodes.values()][0] : nodes.get(entryName)
  if (entry === undefined) throw nodeError(['entry_node'], `There is no node ${JSON.stringify(entryName)}`)
  requireNoCycle(nodes)
  return { nodes, entry }
}

function requireTargets(node: ChainNode, index: number, nodes: ReadonlyMap<string, ChainNode>): void {
  for (const target of targetsOf(node))
    if (!nodes.has(target)) throw nodeError(['nodes', index], `It leads to ${target}, which is not there`)
  if (node.kind === 'map' && nodes.get(node.node)?.kind === 'branch')
    throw nodeError(['nodes', index, 'map_node'], 'A branch cannot be done for every item')
}

/** Every node that one can lead to. */
function targetsOf(node: ChainNode): string[] {
  const targets = [node.next, typeof node.onError === 'object' ? node.onError.node : undefined]
  if (node.kind === 'branch') targets.push(node.whenTrue, node.whenFalse)
  if (node.kind === 'map') targets.push(node.node)
  return targets.filter((target) => target !== undefined)
}

/** Looks from every node; what was seen to lead to an end is not looked at again. Not recursive: a chain can be long. */
function requireNoCycle(nodes: ReadonlyMap<string, ChainNode>): void {
  const finished = new Set<string>()
  for (const start of nodes.keys()) {
    const way: { id: string; left: string[] }[] = []
    const enter = (id: string): void => {
      const node = nodes.get(id)
      if (node !== undefined) way.push({ id, left: targetsOf(node) })
    }
    if (!finished.has(start)) enter(start)
    for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
      const next = here.left.pop()
      if (next === undefined) {
        finished.add(here.id)
        way.pop()
      } else if (!finished.has(next)) {
        const from = way.findIndex(({ id }) => id === next)
        if (from !== -1) throw cycleError([...way.slice(from).map(({ id }) => id), next])
        enter(next)
      }
    }
  }
}

function cycleError(cycle: string[]): A2EError {
  return new A2EError('chain_cycle', `The chain leads back: ${cycle.join(' → ')}`, {
    detail: { cycle },
    capabilityName: 'chains',
  })
}
