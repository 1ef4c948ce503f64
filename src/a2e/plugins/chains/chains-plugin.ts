import { definePlugin, type Plugin } from '../../plugin.ts'
import { readChain } from './chain-graph.ts'
import { ChainRun } from './chain-run.ts'
import { loadExpressions } from './expression.lazy.ts'

export interface ChainsPluginOptions {
  priority?: number
}

/**
 * A plugin that runs chains: nodes that call tools and skills, branch, and go over lists, in an order without a way back.
 * What a node calls goes over the host, under the rules of the session: what it has not negotiated it cannot call here.
 */
export function chainsPlugin({ priority = 0 }: ChainsPluginOptions = {}): Plugin {
  return definePlugin({
    name: 'chains',
    type: 'chains',
    priority,
    messages: {
      'chain/req': async (
        { chain_id = '', nodes, entry_node, initial_input, streaming, timeout },
        context,
      ) => {
        const graph = readChain({ nodes, entry: entry_node, read: await loadExpressions() })
        const start = context.clock.now()
        const run = new ChainRun({ graph, input: initial_input, context, streaming, timeout })
        const error = await run.go()
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
  })
}
