import { createId } from '../../../core/ids.ts'
import { promptCommands } from '../prompt-commands.ts'
import { thoughtsOfEffort } from '../sessions/session-options.ts'
import type { Turn } from '../turn.ts'
import type { PlanEntry } from '../wire/wire.ts'

const thoughts = [
  'There is no model here, only this program.',
  'The words of the prompt say what to do.',
  'The workspace is all that may be touched.',
  'Changes need permission first.',
  'Each step is shown as it is done.',
  'Errors are reported.',
  'Nothing is sent anywhere.',
  'That is enough thinking.',
]

/** Thinks about something, longer with more effort. */
export async function think(turn: Turn, about: string): Promise<void> {
  const { effort } = turn.context.session.options
  await turn.think(about === '' ? 'Thinking. ' : `Thinking about ${about}. `)
  for (const thought of thoughts.slice(0, thoughtsOfEffort[effort])) await turn.think(`${thought} `)
}

export async function say(turn: Turn, text: string): Promise<void> {
  await turn.say(`${text}\n`)
}

/** Makes a plan and completes its entries one by one. */
export async function plan(turn: Turn, list: string): Promise<void> {
  const contents = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const planId = createId('plan')
  for (let step = 0; step <= contents.length; step++) {
    turn.signal.throwIfAborted()
    turn.plan(
      planId,
      contents.map((content, index) => ({ content, priority: 'medium', status: statusAt(index, step) })),
    )
    if (step < contents.length) await turn.say(`${contents[step]}: done. `)
  }
}

function statusAt(index: number, step: number): PlanEntry['status'] {
  if (index === step) return 'in_progress'
  return index < step ? 'completed' : 'pending'
}

export async function help(turn: Turn): Promise<void> {
  const rows = promptCommands.map(({ name, hint, description }) =>
    `- ${name} ${hint}`.trimEnd().concat(`: ${description}`),
  )
  await turn.say(
    'I am the simulated agent of Capstan: there is no model behind me, and nothing is sent anywhere. ' +
      'I can really do these things in your workspace, one after another when joined by "and" or "then":\n' +
      `${rows.join('\n')}\n`,
  )
}
