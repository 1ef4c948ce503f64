import { definePlugin, type Plugin } from '../../plugin.ts'
import { readChain } from './chain-graph.ts'
import { ChainRun, type Evaluate } from './chain-run.ts'
import { createRunner, loadExpressions } from './expression.lazy.ts'
import type { ExpressionRunner } from './expression-runner.ts'
import { Slices, Turns } from '../turns.ts'

export interface ChainsPluginOptions {
  priority?: number
  /** How many nodes a chain may run, counting each item of a map; 10,000 if omitted. */
  maxNodeRuns?: number
  /** How long one expression may compute, in milliseconds; 2000 if omitted. */
  expressionTimeout?: number
}

/**
 * A plugin that runs chains: nodes without cycles that call tools and skills, branch, and iterate over lists.
 * Nodes call through the host, limited to the capabilities that the session negotiated.
 */
export function chainsPlugin(options: ChainsPluginOptions = {}): Plugin {
  const { priority = 0, maxNodeRuns = 10_000, expressionTimeout = 2000 } = options
  const turns = new Turns()
  let runner: Promise<ExpressionRunner> | undefined
  return definePlugin({
    name: 'chains',
    type: 'chains',
    priority,
    messages: {
      'chain/req': async (
        { chain_id = '', nodes, entry_node, initial_input, streaming, timeout },
        context,
      ) => {
        const { readExpression: read, evaluateExpression, readBy } = await loadExpressions()
        const start = context.clock.now()
        const slices = new Slices(turns)
        const input = initial_input
        const graph = await readChain({ nodes, entry: entry_node, input, read, slices })
        const evaluate: Evaluate = async (expression, seen) => {
          if (expression.isSimple) return evaluateExpression(expression, seen)
          runner ??= createRunner(expressionTimeout)
          const { session, signal } = context
          const part = readBy(expression, seen)
          return await (await runner).evaluate({ expression, context: part, session: session.id, signal })
        }
        const run = new ChainRun({ graph, input, context, streaming, timeout, slices, maxNodeRuns, evaluate })
        const error = await run.run()
        return {
          chain_id,
          success: error === undefined,
          outputs: run.outputs,
          final_output: error === undefined ? run.final : null,
          duration_ms: Math.max(0, Math.round(context.clock.now() - start)),
          nodes_run: run.nodesRun,
          error: error === undefined ? null : { ...error },
        }
      },
    },
    unload: async () => (await runner)?.close(),
  })
}
