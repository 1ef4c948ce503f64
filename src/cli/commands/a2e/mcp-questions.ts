import type { McpElicitationAnswer, McpQuestions } from '../../../a2e/plugins/mcp/mcp-questions.ts'
import type { Invocation, Option } from '../../command.ts'
import { canAsk } from '../../output/permission-prompt/can-ask.ts'
import { findAgent } from '../agent-argument.ts'
import { openClient } from '../known-agents.ts'

export const samplingOption: Option = {
  name: 'sampling',
  value: '<agent>',
  help: 'let this agent answer sampling requests of MCP servers, without tools (default: refuse them)',
}

/**
 * Who answers the questions of MCP servers: the person at the terminal, unless the host uses stdin, and the agent of
 * `--sampling`. @throws UsageError for an unknown agent.
 */
export async function mcpQuestions(invocation: Invocation): Promise<McpQuestions> {
  const { values } = invocation
  const [agent] = values.get('sampling') ?? []
  return {
    ...(values.has('http') && canAsk() ? { elicit: oneAtATime(invocation) } : {}),
    ...(agent === undefined ? {} : { sample: await sampler(agent, invocation) }),
  }
}

async function sampler(named: string, { values }: Invocation): Promise<NonNullable<McpQuestions['sample']>> {
  const { definition } = await findAgent(named, { values })
  const client = await openClient(values)
  const { mkdtemp, rm } = await import('node:fs/promises')
  const { tmpdir } = await import('node:os')
  const path = await import('node:path')
  return async ({ systemPrompt, messages }, signal) => {
    const turns = messages.map(({ role, text }) => (messages.length === 1 ? text : `${role}: ${text}`))
    const prompt = [...(systemPrompt === undefined ? [] : [systemPrompt]), ...turns].join('\n\n')
    // An empty folder: a server's question must not reveal the files of the current folder.
    const cwd = await mkdtemp(path.join(tmpdir(), 'capstan-sampling-'))
    try {
      const { text } = await client.ask(definition.id, prompt, { permissions: 'deny', cwd, signal })
      return { text, model: definition.id }
    } finally {
      await rm(cwd, { recursive: true, force: true })
    }
  }
}

const interrupt = (): void => void process.emit('SIGINT', 'SIGINT')

/** Asks on the terminal, after the previous question is answered. */
function oneAtATime({ output }: Invocation): NonNullable<McpQuestions['elicit']> {
  let previous: Promise<unknown> = Promise.resolve()
  return (question, signal) => {
    const ask = async (): Promise<McpElicitationAnswer> => {
      const { createPerson } = await import('../../output/permission-prompt/person.ts')
      const { askElicitation } = await import('../../output/permission-prompt/elicitation-prompt.ts')
      const { AgentText } = await import('../../output/run-view/agent-text.ts')
      const codes = await import('../../../core/text/strip-terminal-codes.ts')
      const { serverId, message, ...rest } = question
      return await askElicitation(
        { type: 'elicitation.requested', requestId: serverId, message: `${serverId}: ${message}`, ...rest },
        {
          person: createPerson({ input: process.stdin, output: process.stderr, interrupt }),
          style: output.errorStyle,
          text: new AgentText(codes, process.cwd()),
          signal,
        },
      )
    }
    const answer = previous.then(ask)
    previous = answer.catch(() => {})
    return answer
  }
}
