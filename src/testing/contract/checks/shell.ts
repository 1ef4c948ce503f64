import { join } from 'node:path'
import { supportOf, valueOf } from '../../../capabilities/profile.ts'
import type { AgentEvent } from '../../../events/event.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { breached, type CheckOutcome, notApplicable, refuted, verified } from '../outcome.ts'
import { turnRequests } from '../provider-requests.ts'
import { callsTool, mentions, ofType, resultOf } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'
import { writeNote } from './files.ts'

/** An event shows what a command printed. */
export const shellOutput: Check = {
  title: 'the model runs a command that prints a word',
  expected: 'the word in an event',
  sim: 'run cat note.txt',
  marks: '{mark} [[shell: cat {folder}/note.txt]] [[text: It has run]]',
  run: async ({ folder, word, turn, isSure, reached }) => {
    await writeNote(folder, word)
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const seen = { id: 'contract.shell-output', support: 'supported' } as const
    if (mentions(done.events, word)) return verified('an event shows the output', seen)
    return reached(word)
      ? refuted('the command ran, but no event shows its output', { ...seen, support: 'unsupported' })
      : noEffect(done, { isSure, what: 'the output of the command did not appear' })
  },
}

/** The command leaves a file, and runs long enough to be found in the process table. */
const deniedCommand = 'touch {folder}/ran.txt && sleep 20'

/** A denied command leaves no file and no process. */
export const shellDeny: Check = {
  title: 'the model runs a command, and permission is denied',
  expected: 'no ran.txt on the disk, and no such process',
  capability: 'tools.approval',
  sim: 'run touch ran.txt',
  marks: `{mark} [[shell: ${deniedCommand}]] [[text: It is over]]`,
  run: commandDenied,
}

async function commandDenied(context: CheckContext): Promise<CheckOutcome> {
  const { client, agent, folder, turn, isSure, processes, requests } = context
  const done = await turn({ permissions: () => 'deny' })
  const isAsked = ofType(done.events, 'permission.requested').length > 0
  const hasRun = (await textAt(join(folder, 'ran.txt'))) !== undefined
  const isRunning = ((await processes()) ?? []).some(({ command }) => command.includes('ran.txt'))
  if (hasRun || isRunning) {
    const what = hasRun ? 'ran.txt exists' : 'the command still runs'
    if (isAsked) return breached(`permission was denied, but ${what}`)
    const profile = await client.profile(agent, { transport: 'acp' })
    return valueOf(profile, 'tools.approval')?.required === true
      ? breached(`the agent ran the command without asking: ${what}`)
      : notApplicable('the agent runs commands without asking')
  }
  if (isAsked) return verified('the agent asked; no file and no process')
  // Some agents run the command in a sandbox that keeps it from writing. Codex reports the failed command only sometimes,
  // but the model always gets its result.
  const isAnswered = turnRequests(requests() ?? []).length > 1
  if (isAnswered || callsTool(done.events)) return verified('no file and no process, without a question')
  return noEffect(done, { isSure, what: 'the command did not run, and the agent did not ask' })
}

/** Tool calls say what kind of work they do. */
export const toolKinds: Check = {
  title: 'the model reads a file and runs a command',
  expected: 'every tool call has a kind',
  sim: 'read note.txt and run echo done',
  marks: '[[read: {folder}/note.txt]] [[shell: echo done]] [[text: It is over]]',
  run: async ({ folder, word, turn, isSure }) => {
    await writeNote(folder, word)
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const kinds = kindsOf(done.events)
    if (kinds.length === 0) return noEffect(done, { isSure, what: 'no tool call is reported' })
    const value = [...new Set(kinds)].toSorted()
    return kinds.includes('none')
      ? refuted(
          `${kinds.filter((kind) => kind === 'none').length} of ${kinds.length} tool calls have no kind`,
        )
      : verified(value.join(', '), { id: 'contract.tool-kinds', support: 'supported', value })
  },
}

/** The last kind of every tool call. */
function kindsOf(events: readonly AgentEvent[]): string[] {
  const kinds = new Map<string, string>()
  for (const event of events) {
    if (event.type !== 'tool.called' && event.type !== 'tool.updated') continue
    kinds.set(event.toolCallId, event.kind ?? kinds.get(event.toolCallId) ?? 'none')
  }
  return [...kinds.values()]
}

/** The input of a tool call arrives while the model writes it. */
export const toolCallStreaming: Check = {
  title: 'the model writes a long input of a tool call',
  expected: 'pieces of the input before the call, or an input that grows',
  capability: 'output.tool-call-streaming',
  sim: 'write long.txt {word}',
  marks: `[[write: {folder}/long.txt | ${'a long line of text that takes a while to write '.repeat(12)}]] [[text: It is over]]`,
  run: async ({ client, agent, turn }) => {
    const id = 'output.tool-call-streaming'
    const done = await turn({ permissions: 'allow' })
    resultOf(done)
    const seen = inputPieces(done.events)
    if (seen !== undefined) return verified(seen, { id, support: 'supported' })
    const observed = { id, support: 'unsupported' } as const
    return supportOf(await client.profile(agent, { transport: 'acp' }), id) === 'supported'
      ? refuted('the input arrived whole', observed)
      : notApplicable('the input arrived whole, and the agent does not claim otherwise', observed)
  },
}

/** How the input of a call arrived in pieces; undefined if it arrived whole. */
export function inputPieces(events: readonly AgentEvent[]): string | undefined {
  if (ofType(events, 'tool.input').length > 1) return 'pieces of the input arrived'
  const inputs = [...ofType(events, 'tool.called'), ...ofType(events, 'tool.updated')].flatMap(({ input }) =>
    input === undefined || input === null ? [] : [JSON.stringify(input).length],
  )
  return new Set(inputs).size > 2 ? 'the input grew' : undefined
}
