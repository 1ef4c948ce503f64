import { basicPolicy } from '../run/api/permission-rules.ts'
import type { AgentCapabilities } from '../capabilities/ecosystems/ag-ui/types.ts'
import type { RunInput } from './ag-ui/input.ts'
import { agentCapabilities } from './agent-capabilities.ts'
import { AgentThreads, type AgentThreadsOptions } from './threads/agent-threads.ts'
import { canEncodeBinary } from './http/encoding.lazy.ts'
import { reportedRun } from './threads/shared/reported-run.ts'
import type { AcceptedRun } from './threads/run-sink.ts'
import type { ServedAgent } from './served-agent.ts'

/** A served agent that Capstan drives. */
export class DrivenAgent implements ServedAgent {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly #options: AgentThreadsOptions
  readonly #threads: AgentThreads

  constructor(options: AgentThreadsOptions) {
    const { agent, client } = options
    this.id = agent
    this.name = client.adapters.get(agent).name
    this.description = `${this.name}, driven by Capstan`
    this.#options = options
    this.#threads = new AgentThreads(options)
  }

  get busy(): number {
    return this.#threads.busy
  }

  /** The threads in memory. */
  get threads(): AgentThreads {
    return this.#threads
  }

  async capabilities(model?: string): Promise<AgentCapabilities> {
    const { agent, client, permissions, bridge, tools, session } = this.#options
    return agentCapabilities({
      agent,
      client,
      model,
      transport: session.transport,
      env: session.env,
      tools: tools.list(),
      offersClientTools: bridge !== undefined,
      asksClients: !['deny', 'allow', 'allow-reads'].includes(String(basicPolicy(permissions))),
      hasBinary: await canEncodeBinary(),
      cwd: session.cwd ?? process.cwd(),
      latest: this.#threads.latest,
    })
  }

  run(input: RunInput): AcceptedRun {
    const thread = this.#threads.threadFor(input)
    const run = thread.accept(input)
    const { shared } = this.#options.store
    return shared === undefined ? run : reportedRun(run, { thread, shared })
  }

  connect(input: RunInput): AcceptedRun {
    return this.#threads.threadToRead(input).connect(input)
  }

  stop(threadId: string, runId?: string): boolean {
    const thread = this.#threads.find(threadId)
    if (thread === undefined || runId !== undefined) return thread?.stopRun(runId ?? '') ?? false
    thread.stop()
    return true
  }

  close(): Promise<void> {
    return this.#threads.close()
  }
}
