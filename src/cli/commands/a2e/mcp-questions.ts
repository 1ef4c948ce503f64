import type { McpElicitationAnswer, McpQuestions } from '../../../a2e/plugins/mcp/mcp-questions.ts'
import type { Invocation, Option } from '../../command.ts'
import { canAsk } from '../../output/permission-prompt/can-ask.ts'
import { openClient } from '../known-agents.ts'

export const samplingOption: Option = {
  name: 'sampling',
  value: '<agent>',
  help: 'let this agent answer sampling requests of MCP servers, without tools (default: refuse them)',
}

/** Who answers the questions of MCP servers: the person at the terminal, if stdin is not in use, and the agent of `--sampling`. */
export function mcpQuestions(invocation: Invocation): McpQuestions {
  const { values } = invocation
  const [agent] = values.get('sampling') ?? []
  return {
    ...(values.has('http') && canAsk() ? { elicit: oneAtATime(invocation) } : {}),
    ...(agent === undefined ? {} : { sample: sampler(agent, invocation) }),
  }
}

function sampler(agent: string, { values }: Invocation): NonNullable<McpQuestions['sample']> {
  return async ({ systemPrompt, messages }, signal) => {
    const client = await openClient(values)
    const turns = messages.map(({ role, text }) => (messages.length === 1 ? text : `${role}: ${text}`))
    const prompt = [...(systemPrompt === undefined ? [] : [systemPrompt]), ...turns].join('\n\n')
    const { text } = await client.ask(agent, prompt, { permissions: 'deny', signal })
    return { text, model: agent }
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
      const codes = await import('../../../process/strip-terminal-codes.ts')
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
