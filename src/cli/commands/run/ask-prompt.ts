import type { Invocation } from '../../command.ts'
import { createPerson } from '../../output/permission-prompt/person.ts'
import { findAgent } from '../agent-argument.ts'

/** Asks for a prompt on the terminal after checking that the agent exists. Empty if the person cancels. */
export async function askPrompt(
  agent: string,
  { values, signal }: Pick<Invocation, 'values' | 'signal'>,
): Promise<string> {
  const { definition } = await findAgent(agent, { values })
  const person = createPerson({
    input: process.stdin,
    output: process.stderr,
    interrupt: () => process.emit('SIGINT', 'SIGINT'),
  })
  const typed = await person.line(`Prompt for ${definition.name}: `, signal)
  return (typed ?? '').trim()
}
