// Agents that talk in a channel: node channel.ts claude codex
import { createClient } from 'capstan/run'
import { createSessions, openAgentSession, type OwnedAgentSession } from 'capstan/sessions'
import { simAgent } from 'capstan/testing'

const [
  author = 'sim-author',
  reviewer = 'sim-reviewer',
  task = 'Propose a name for a boat in one sentence.',
] = process.argv.slice(2)
const client = createClient({
  definitions: [
    scripted('sim-author', ['I propose Halcyon.', 'Halcyon it is.']),
    scripted('sim-reviewer', ['Short, and it sounds of calm water.']),
  ],
})
await using sessions = createSessions()
const me = sessions.join({ name: 'Me' })
const open = (agent: string, name: string): Promise<OwnedAgentSession> =>
  openAgentSession({ client, sessions, agent, name, permissions: 'allow-reads' })
const [first, second] = await Promise.all([open(author, 'Author'), open(reviewer, 'Reviewer')])
sessions.channels.create('boats', { members: ['@me', '@author', '@reviewer'] })

const { message } = me.send({ to: '#boats', text: task, mode: 'next-message' })
// The messages of the channel that an agent has not read yet come before its prompt.
await speak(first, 'Do what the message in the channel asks for.')
await speak(second, 'Say in one sentence what you think of the last message.')
await speak(first, 'Answer the last message in one sentence.')

console.log(`@me: ${message.text}`)
for (const item of me.inbox()) console.log(`@${item.message.from.handle}: ${item.message.text}`)
const states = me.receipts(message.id).map(({ delivery }) => delivery.state)
console.log(`The task was ${states.join(', ')}.`)
await Promise.all([first, second].map((agent) => agent.release?.()))

/** Starts a turn of an agent and posts its answer to the channel, where the others receive it. */
async function speak(agent: OwnedAgentSession, prompt: string): Promise<void> {
  const { text } = await agent.prompt(prompt).result()
  agent.send({ to: '#boats', text: text.trim(), mode: 'next-message' })
}

/** A simulated agent: it has no model, so its answers are written here. */
function scripted(id: string, answers: readonly string[]): ReturnType<typeof simAgent> {
  return simAgent({ id, scenario: { prompts: answers.map((text) => [{ step: 'text', text }]) } })
}
