import type { Plugin } from '../../a2e/plugin.ts'
import { defineTool, type Tool, type ToolContext } from '../../a2e/plugins/tools/tool.ts'
import { toolsPlugin } from '../../a2e/plugins/tools/tools-plugin.ts'
import type { Support } from '../../capabilities/evidence.ts'
import { standingOf } from '../../capabilities/standing.ts'
import { ValidationError } from '../../core/validation-error.ts'
import type { AgentEvent } from '../../events/event.ts'
import type { Client } from '../../run/client.ts'
import type { RunOptions } from '../../run/api/options.ts'
import type { RunResult } from '../../run/api/run.ts'
import { basicPolicy } from '../../run/api/permission-rules.ts'
import { sessionPermissions } from '../threads/session-permissions.ts'

export interface AgentsPluginOptions {
  client: Client
  /** Options of every run. The working folder is the root of the A2E host. */
  run?: Pick<
    RunOptions,
    | 'permissions'
    | 'sandbox'
    | 'allowUnenforced'
    | 'strict'
    | 'env'
    | 'mcpServers'
    | 'maxCostUsd'
    | 'maxTokens'
    | 'maxTurns'
    | 'timeoutMs'
  >
}

interface Question {
  agent: string
  prompt: string
  model?: string
  effort?: string
}

const agent = { type: 'string', description: 'Agent id from list_agents' }

/**
 * The agents that Capstan can drive, as tools of an A2E host. By default an agent may only read in the root of the host;
 * set `run.permissions` to change that.
 */
export function agentsPlugin({ client, run = {} }: AgentsPluginOptions): Plugin {
  const { permissions } = run
  if (basicPolicy(permissions) === 'ask') throw askError()
  const closed = permissions === undefined ? {} : { permissions: sessionPermissions(permissions) }
  return toolsPlugin({
    name: 'agents',
    tools: [listAgents(client), agentCapabilities(client), askAgent({ client, run: { ...run, ...closed } })],
  })
}

/** A run with such a policy would wait for ever. */
function askError(): ValidationError {
  const message = "cannot be 'ask': a caller of A2E cannot answer"
  return new ValidationError(`permissions ${message}`, [{ path: ['run', 'permissions'], message }], {
    hint: "Set permissions to 'allow-reads', 'allow', 'deny' or a function.",
  })
}

function listAgents(client: Client): Tool {
  return defineTool({
    name: 'list_agents',
    description: 'Lists coding agents and whether each is installed',
    parameters: { type: 'object', properties: {} },
    tags: ['agents'],
    idempotent: true,
    run: () => client.detect(),
  })
}

function agentCapabilities(client: Client): Tool {
  return defineTool<{ agent: string; model?: string }>({
    name: 'agent_capabilities',
    description: 'Lists the supported, unsupported and unknown capabilities of a coding agent',
    parameters: {
      type: 'object',
      properties: { agent, model: { type: 'string' } },
      required: ['agent'],
    },
    tags: ['agents'],
    idempotent: true,
    run: async ({ agent: id, model }) => {
      const profile = await client.profile(id, { model })
      const ids = (standing: Support): string[] =>
        Object.keys(profile.facts).filter((factId) => standingOf(profile, factId) === standing)
      return {
        agent: id,
        supported: ids('supported'),
        unsupported: ids('unsupported'),
        unknown: ids('unknown'),
      }
    },
  })
}

function askAgent({ client, run: settings = {} }: AgentsPluginOptions): Tool {
  return defineTool<Question>({
    name: 'ask_agent',
    description: 'Sends a prompt to a coding agent and returns its answer',
    parameters: {
      type: 'object',
      properties: {
        agent,
        prompt: { type: 'string', minLength: 1 },
        model: { type: 'string' },
        effort: { type: 'string', description: 'Reasoning effort: low, medium, high or max' },
      },
      required: ['agent', 'prompt'],
    },
    tags: ['agents'],
    run: async ({ agent: id, prompt, model, effort }, context) => {
      await using run = client.run({
        ...settings,
        agent: id,
        prompt,
        cwd: context.root,
        signal: context.signal,
        ...(model === undefined ? {} : { model }),
        ...(effort === undefined ? {} : { thinkingEffort: effort }),
      })
      for await (const event of run) emitProgress(event, context)
      return answerOf(await run.result())
    },
  })
}

/** Forwards the agent's progress to the caller. */
function emitProgress(event: AgentEvent, { emit }: ToolContext): void {
  if (event.type === 'text.delta') emit('artifact', { text: event.text })
  else if (event.type === 'message.retracted') emit('artifact', { retracted: event.text })
  else if (event.type === 'tool.called') emit('status', { message: event.title ?? event.tool ?? 'a tool' })
  else if (event.type === 'access.blocked')
    emit('log', { level: 'warning', message: `The sandbox blocked ${event.name}: ${event.hint}` })
  else if (event.type === 'notice') emit('log', { level: event.severity, message: event.title })
}

function answerOf({
  agent: id,
  text,
  stopReason,
  sessionId,
  tokens,
  cost,
}: RunResult): Record<string, unknown> {
  return { agent: id, text, stopReason, sessionId, tokens: tokens ?? null, cost: cost ?? null }
}
