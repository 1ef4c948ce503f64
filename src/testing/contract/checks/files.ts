import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent } from '../../../events/event.ts'
import type { Check, CheckContext } from '../context.ts'
import { type CheckOutcome, failed, notAdvertised, type Observation, passed, skipped } from '../outcome.ts'
import { callsTool, ofType, resultOf, mentions, type Turn } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

/** A tool reads a file of the workspace, and its content reaches the model. */
export const toolRead: Check = async (context) => {
  await writeFile(join(context.folder, 'note.txt'), `${context.word}\n`)
  const done = await context.turn()
  return readOutcome(context, done, { id: 'tools.native', support: 'supported' })
}

/** A tool reads a file in an additional directory of the session. */
export const additionalDirectory: Check = async (context) => {
  const { directory, word, handshake } = context
  const id = 'session.additional-directories'
  if (handshake.profile.facts[id]?.support !== 'supported') return notAdvertised(id)
  await writeFile(join(directory, 'note.txt'), `${word}\n`)
  const done = await context.turn({ additionalDirectories: [directory] })
  return readOutcome(context, done, { id, support: 'supported' })
}

/** The agent changes a file, and an event reports the change. */
export const edit: Check = async ({ folder, word, turn, isSure }) => {
  const path = join(folder, 'edited.txt')
  await writeFile(path, 'before\n')
  const done = await turn({ permissions: 'allow' })
  const after = await textAt(path)
  if (after === 'before\n') return noEffect(done, { isSure, what: 'edited.txt was not changed' })
  const shownBy = changeShownBy(done.events, path)
  return shownBy === undefined
    ? failed('edited.txt was changed, but no event reports the change')
    : passed(`reported by ${shownBy}${after?.includes(word) ? '' : ', with another text'}`, {
        id: 'contract.edit',
        support: 'supported',
        value: shownBy,
      })
}

function readOutcome({ word, isSure, reached }: CheckContext, turn: Turn, seen: Observation): CheckOutcome {
  resultOf(turn)
  if (!callsTool(turn.events)) return noEffect(turn, { isSure, what: 'note.txt was not read' })
  if (mentions(turn.events, word)) return passed('an event shows the content of note.txt', seen)
  if (reached(word)) return passed('the content of note.txt reached the model, but no event shows it', seen)
  const statuses = ofType(turn.events, 'tool.updated').map(({ status }) => status)
  if (statuses.includes('failed') || isSure) return failed('a tool was called, but did not read note.txt')
  return skipped('a tool was called, but no event shows the content it read')
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
