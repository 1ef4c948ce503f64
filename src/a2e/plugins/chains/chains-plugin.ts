import { definePlugin, type Plugin } from '../../plugin.ts'
import { readChain } from './chain-graph.ts'
import { ChainRun } from './chain-run.ts'
import { loadExpressions } from './expression.lazy.ts'

export interface ChainsPluginOptions {
  priority?: number
}

/**
 * A plugin that runs chains: nodes without cycles that call tools and skills, branch, and iterate over lists.
 * Nodes call through the host, limited to the capabilities that the session negotiated.
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
  })
}
