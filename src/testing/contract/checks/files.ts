import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEvent } from '../../../events/event.ts'
import type { Check, CheckContext } from '../context.ts'
import { type CheckOutcome, failed, notAdvertised, type Observation, passed, skipped } from '../outcome.ts'
import { callsTool, ofType, resultOf, tells, type Turn } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

/** A tool reads a file of the workspace: what stands in it is seen. */
export const toolRead: Check = async (context) => {
  await writeFile(join(context.folder, 'note.txt'), `${context.word}\n`)
  const done = await context.turn()
  return readOutcome(context, done, { id: 'tools.native', support: 'supported' })
}

/** A tool reads a file of another folder that the session was given. */
export const additionalDirectory: Check = async (context) => {
  const { directory, word, handshake } = context
  const id = 'session.additional-directories'
  if (handshake.profile.facts[id]?.support !== 'supported') return notAdvertised(id)
  await writeFile(join(directory, 'note.txt'), `${word}\n`)
  const done = await context.turn({ additionalDirectories: [directory] })
  return readOutcome(context, done, { id, support: 'supported' })
}

/** A file is changed, and the events tell of it. */
export const edit: Check = async ({ folder, word, turn, isSure }) => {
  const path = join(folder, 'edited.txt')
  await writeFile(path, 'before\n')
  const done = await turn({ permissions: 'allow' })
  const after = await textAt(path)
  if (after === 'before\n') return noEffect(done, { isSure, what: 'edited.txt was not changed' })
  const told = howToldOf(done.events, path)
  return told === undefined
    ? failed('edited.txt was changed, and no event tells of it')
    : passed(`told by ${told}${after?.includes(word) ? '' : ', with another text'}`, {
        id: 'contract.edit',
        support: 'supported',
        value: told,
      })
}

function readOutcome({ word, isSure, reached }: CheckContext, turn: Turn, seen: Observation): CheckOutcome {
  resultOf(turn)
  if (!callsTool(turn.events)) return noEffect(turn, { isSure, what: 'note.txt was not read' })
  if (tells(turn.events, word)) return passed('what stands in note.txt was seen', seen)
  if (reached(word)) return passed('what stands in note.txt reached the model, and no event shows it', seen)
  const statuses = ofType(turn.events, 'tool.updated').map(({ status }) => status)
  if (statuses.includes('failed') || isSure) return failed('a tool was called, and did not read note.txt')
  return skipped('a tool was called, and no event shows what it read')
}

/** The first of the ways in which a change can be told. */
function howToldOf(events: readonly AgentEvent[], path: string): string | undefined {
  const calls = [...ofType(events, 'tool.called'), ...ofType(events, 'tool.updated')]
  const shown = [
    ...calls.flatMap(({ content }) => content ?? []),
    ...ofType(events, 'tool.output').map(({ content }) => content),
  ]
  if (shown.some((part) => part.type === 'diff' && JSON.stringify(part).includes('edited.txt'))) return 'diff'
  if (ofType(events, 'file.changed').some((event) => event.path === path)) return 'file.changed'
  return calls.some((call) => JSON.stringify(call).includes('edited.txt')) ? 'tool' : undefined
}
