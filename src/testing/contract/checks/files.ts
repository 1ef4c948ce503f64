import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent } from '../../../events/event.ts'
import { advertisedCheck, type Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { type CheckOutcome, inconclusive, type Observation, refuted, verified } from '../outcome.ts'
import { callsTool, ofType, resultOf, mentions, type Turn } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

/** Writes a file for the model to read. */
export async function writeNote(folder: string, word: string): Promise<void> {
  await writeFile(join(folder, 'note.txt'), `${word}\n`)
}

/** A tool reads a file of the workspace, and its content reaches the model. */
export const toolRead: Check = {
  title: 'the model reads a file of the workspace with a tool of the agent',
  expected: 'the content of note.txt in an event or in a request to the model',
  capability: 'tools.native',
  sim: 'read note.txt',
  marks: '[[read: {folder}/note.txt]] [[text: It is read]]',
  run: async (context) => {
    await writeNote(context.folder, context.word)
    const done = await context.turn()
    return readOutcome(context, done, { id: 'tools.native', support: 'supported' })
  },
}

/** A tool reads a file in an additional directory of the session. */
export const additionalDirectory = advertisedCheck({
  title: 'the model reads a file in an additional folder of the session',
  expected: 'the content of note.txt in an event or in a request to the model',
  capability: 'session.additional-directories',
  sim: 'read {directory}/note.txt',
  marks: '[[read: {directory}/note.txt]] [[text: It is read]]',
  run: async (context) => {
    const { directory, word } = context
    await writeNote(directory, word)
    const done = await context.turn({ additionalDirectories: [directory] })
    return readOutcome(context, done, { id: 'session.additional-directories', support: 'supported' })
  },
})

/** The agent changes a file, and an event reports the change. */
export const edit: Check = {
  title: 'the model edits a file with a tool of the agent',
  expected: 'the new text in edited.txt, and an event that reports the change',
  sim: 'write edited.txt {word}',
  marks:
    '[[read: {folder}/edited.txt]] [[edit: {folder}/edited.txt | before | {word}]] [[text: It is changed]]',
  run: async ({ folder, word, turn, isSure }) => {
    const path = join(folder, 'edited.txt')
    await writeFile(path, 'before\n')
    const done = await turn({ permissions: 'allow' })
    const after = await textAt(path)
    if (after === 'before\n') return noEffect(done, { isSure, what: 'edited.txt was not changed' })
    const shownBy = changeShownBy(done.events, path)
    return shownBy === undefined
      ? refuted('edited.txt was changed, but no event reports the change')
      : verified(`reported by ${shownBy}${after?.includes(word) ? '' : ', with another text'}`, {
          id: 'contract.edit',
          support: 'supported',
          value: shownBy,
        })
  },
}

function readOutcome({ word, isSure, reached }: CheckContext, turn: Turn, seen: Observation): CheckOutcome {
  resultOf(turn)
  if (!callsTool(turn.events)) return noEffect(turn, { isSure, what: 'note.txt was not read' })
  if (mentions(turn.events, word)) return verified('an event shows the content of note.txt', seen)
  if (reached(word)) return verified('the content of note.txt reached the model, but no event shows it', seen)
  const statuses = ofType(turn.events, 'tool.updated').map(({ status }) => status)
  if (statuses.includes('failed') || isSure) return refuted('a tool was called, but did not read note.txt')
  return inconclusive('a tool was called, but no event shows the content it read')
}

/** The kind of event that shows the change: a diff, `file.changed` or a tool call. */
function changeShownBy(events: readonly AgentEvent[], path: string): string | undefined {
  const calls = [...ofType(events, 'tool.called'), ...ofType(events, 'tool.updated')]
  const shown = [
    ...calls.flatMap(({ content }) => content ?? []),
    ...ofType(events, 'tool.output').map(({ content }) => content),
  ]
  if (shown.some((part) => part.type === 'diff' && JSON.stringify(part).includes('edited.txt'))) return 'diff'
  if (ofType(events, 'file.changed').some((event) => event.path === path)) return 'file.changed'
  return calls.some((call) => JSON.stringify(call).includes('edited.txt')) ? 'tool' : undefined
}
