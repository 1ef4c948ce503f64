import { A2EError } from '../../a2e-error.ts'
import type { RequestContext } from '../../plugin.ts'
import type { ChainGraph } from './chain-graph.ts'
import type { ActionNode, BranchNode, ChainNode, MapNode } from './chain-node.ts'
import type { Expression } from './expression.ts'
import type { Slices } from '../turns.ts'
import { isRecord } from '../../../core/is-record.ts'

/** The progress of a node. */
export type ChainPhase = 'start' | 'done' | 'skip' | 'error'

export interface ChainRunOptions {
  graph: ChainGraph
  input: Readonly<Record<string, unknown>>
  context: RequestContext<'chain/req'>
  /** Whether to emit an event for each phase. */
  streaming: boolean
  /** The timeout of one call, in seconds. */
  timeout: number
  slices: Slices
  maxNodeRuns: number
  evaluate: Evaluate
}

export type Evaluate = (expression: Expression, context: Context) => Promise<unknown>

/** Why a chain failed. */
export interface ChainFailure {
  code: string
  message: string
  node_id: string
  /** The error code of the node's own call. */
  cause: string
}

interface Failed {
  readonly error: ChainFailure
}

interface PhaseDetail {
  output?: unknown
  error?: string
  /** The index of the item, within a map. */
  data?: Record<string, unknown>
}

type Context = Readonly<Record<string, unknown>>

const mostItems = 1000
const atATime = 4
/** How many characters of JSON the outputs of all calls may have. */
const longestOutput = 4 * 1024 * 1024

/** One run of a chain. Keeps the output of each node by its id, for the nodes after it. */
export class ChainRun {
  final: unknown = null
  nodesRun = 0
  readonly #outputs = new Map<string, unknown>()
  /**
   * The context of expressions, as A2E documents it: the fields of the input, the input as `input`, the output of each node
   * by its id, and the last output as `output`. Without a prototype, so that a node may have any id.
   */
  readonly #seen: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  readonly #options: ChainRunOptions
  /** The limit that the chain has reached: no `on_error` continues after it. */
  #limit: A2EError | undefined
  #outputLength = 0

  constructor(options: ChainRunOptions) {
    this.#options = options
    Object.assign(this.#seen, options.input, { input: options.input })
  }

  /** The outputs of the nodes, by id. */
  get outputs(): Record<string, unknown> {
    return Object.fromEntries(this.#outputs)
  }

  /** Runs the nodes in order. Returns the failure that ended the chain, if any. */
  async run(): Promise<ChainFailure | undefined> {
    const { graph, context } = this.#options
    let node: ChainNode | undefined = graph.entry
    while (node !== undefined) {
      context.signal.throwIfAborted()
      const outcome: { next: string | undefined } | Failed = await this.#visit(node)
      if ('error' in outcome) return outcome.error
      node = outcome.next === undefined ? undefined : graph.nodes.get(outcome.next)
    }
    return undefined
  }

  async #visit(node: ChainNode): Promise<{ next: string | undefined } | Failed> {
    try {
      const output = await this.#perform(node, this.#seen)
      this.#outputs.set(node.id, output)
      this.#seen[node.id] = output
      if (node.kind !== 'branch' && !this.#options.graph.nodes.has('output')) this.#seen['output'] = output
      this.final = output
      return { next: node.kind === 'branch' ? this.#branchTarget(node, output === true) : node.next }
    } catch (error) {
      this.#options.context.signal.throwIfAborted()
      if (node.onError === 'abort' || this.#limit !== undefined) return { error: failureOf(node, error) }
      this.#emit(node.id, 'skip')
      return { next: node.onError === 'skip' ? node.next : node.onError.node }
    }
  }

  /** Runs a node and emits its phases. */
  async #perform(node: ChainNode, seen: Context, data: Record<string, unknown> = {}): Promise<unknown> {
    const { slices, context, maxNodeRuns } = this.#options
    await slices.pause()
    context.signal.throwIfAborted()
    if (this.nodesRun >= maxNodeRuns) throw this.#reach(`The chain ran more than ${maxNodeRuns} nodes`)
    this.nodesRun += 1
    this.#emit(node.id, 'start', { data })
    try {
      const output = await this.#work(node, seen)
      this.#emit(node.id, 'done', { data, output })
      return output
    } catch (error) {
      this.#emit(node.id, 'error', { data, error: messageOf(error) })
      throw error
    }
  }

  async #work(node: ChainNode, seen: Context): Promise<unknown> {
    if (node.kind === 'branch') return isTrue(await this.#options.evaluate(node.condition, seen))
    return node.kind === 'map' ? this.#each(node, seen) : this.#call(node, seen)
  }

  async #call({ kind, name, input, inputMap }: ActionNode, seen: Context): Promise<unknown> {
    const { context, timeout, evaluate } = this.#options
    const mapped: [string, unknown][] = []
    for (const [field, expression] of Object.entries(inputMap))
      mapped.push([field, await evaluate(expression, seen)])
    const fields = { arguments: { ...input, ...Object.fromEntries(mapped) }, streaming: false, timeout }
    const { data } =
      kind === 'tool'
        ? await context.request('tool/call/req', { ...fields, tool_name: name })
        : await context.request('skill/call/req', { ...fields, name })
    if (data?.success === true) {
      const output: unknown = data.data ?? null
      this.#outputLength += (JSON.stringify(output) as string | undefined)?.length ?? 0
      if (this.#outputLength <= longestOutput) return output
      throw this.#reach(`The outputs of the chain have more than ${longestOutput} characters`)
    }
    throw new A2EError(data?.error_code ?? 'runtime_error', data?.error ?? `${name} failed`)
  }

  /**
   * Runs a few items at a time; the outputs keep the order of the items. Stops at the first failure, unless the node skips
   * failures: the output of such an item is null.
   */
  async #each({ items, node: id }: MapNode, seen: Context): Promise<unknown[]> {
    const { graph, context, evaluate } = this.#options
    const list = await evaluate(items, seen)
    const node = graph.nodes.get(id)
    if (!Array.isArray(list) || node === undefined)
      throw new A2EError('chain_node_error', 'items_path does not select a list')
    if (list.length > mostItems)
      throw new A2EError('chain_node_error', `The list has more than ${mostItems} items`)
    const outputs: unknown[] = Array.from({ length: list.length })
    const left = (list as unknown[]).entries()
    let hasFailed = false
    const work = async (): Promise<void> => {
      for (const [index, item] of left) {
        if (hasFailed) return
        context.signal.throwIfAborted()
        try {
          outputs[index] = await this.#perform(node, { ...seen, item, _item: item, index }, { index })
        } catch (error) {
          hasFailed = node.onError !== 'skip' || this.#limit !== undefined || context.signal.aborted
          if (hasFailed) throw error
          outputs[index] = null
          this.#emit(node.id, 'skip', { data: { index } })
        }
      }
    }
    await Promise.all(Array.from({ length: atATime }, work))
    return outputs
  }

  #reach(message: string): A2EError {
    this.#limit ??= new A2EError('chain_limit', message, { capabilityName: 'chains' })
    return this.#limit
  }

  /** The next node of a branch; emits `skip` for the other node. */
  #branchTarget({ whenTrue, whenFalse, next }: BranchNode, isChosen: boolean): string | undefined {
    const [taken, other] = isChosen ? [whenTrue, whenFalse] : [whenFalse, whenTrue]
    if (other !== undefined && other !== taken) this.#emit(other, 'skip')
    return taken ?? next
  }

  #emit(node_id: string, phase: ChainPhase, more: PhaseDetail = {}): void {
    const { context, streaming } = this.#options
    if (streaming)
      context.emit({ kind: 'status', node_id, phase, data: {}, output: null, error: '', ...more })
  }
}

function failureOf(node: ChainNode, error: unknown): ChainFailure {
  const cause = error instanceof A2EError ? error.code : 'runtime_error'
  return { code: 'chain_node_error', message: messageOf(error), node_id: node.id, cause }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether JMESPath counts a value as true: every value but null, false and empty values. */
function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isRecord(value)) return Object.keys(value).length > 0
  return value !== null && value !== undefined && value !== false && value !== ''
}
