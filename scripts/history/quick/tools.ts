import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { AgentEvent } from '../../../src/events/event.ts'
import { failureOf, no, openIn, type QuickCheck, sharedSession, yes } from './lab.ts'
import { type LabTurn, newWord } from './lab-session.ts'

const mcpServer = resolve(import.meta.dirname, '../../../src/testing/mcp-server/main.ts')

async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

function asked({ events }: LabTurn): boolean {
  return events.some(({ type }) => type === 'permission.requested')
}

/** Why a file or command is missing, by the last thing that is known. */
function missing(what: string, turn: LabTurn): ReturnType<typeof no> {
  const refused = turn.requests.length === 0 ? '; no request reached the provider' : ''
  return no(`${what}${failureOf(turn) === undefined ? '' : `: ${failureOf(turn)}`}${refused}`)
}

export const toolDeny: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'asking')
  const path = join(session.folder, 'denied.txt')
  const turn = await session.turn(`[[write: ${path} | ${newWord()}]] [[text: It is over]]`, {
    answer: 'deny',
  })
  const isThere = (await textAt(path)) !== undefined
  if (isThere) return no(asked(turn) ? 'wrote although it was denied' : 'wrote without asking')
  return asked(turn) ? yes() : missing('neither asked nor wrote', turn)
}

export const toolWrite: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'asking')
  const [path, word] = [join(session.folder, 'made.txt'), newWord()]
  const turn = await session.turn(`[[write: ${path} | ${word}]] [[text: It is made]]`)
  const isMade = (await textAt(path))?.includes(word)
  return isMade
    ? yes(asked(turn) ? 'asked once before' : 'did not ask')
    : missing('no file was written', turn)
}

export const toolRead: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'acting')
  const [path, word] = [join(session.folder, 'note.txt'), newWord()]
  await writeFile(path, `${word}\n`)
  const turn = await session.turn(`[[read: ${path}]] [[text: It is read]]`)
  const reached = JSON.stringify(turn.requests.map(({ body }) => body)).includes(word)
  return reached ? yes() : missing('the content did not reach the model', turn)
}

export const edit: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'acting')
  const [path, word] = [join(session.folder, 'edited.txt'), newWord()]
  const prompt = `[[read: ${path}]] [[edit: ${path} | before | ${word}]] [[text: It is changed]]`
  const turn = await session.turn(prompt)
  lab.edited = turn
  return (await textAt(path))?.includes(word) ? yes() : missing('the file was not changed', turn)
}

export const reportedDiff: QuickCheck = async (lab) => {
  if (lab.edited === undefined) await edit(lab)
  const { events = [] } = lab.edited ?? {}
  return events.some(hasDiff) ? yes() : no('no event has a diff')
}

function hasDiff(event: AgentEvent): boolean {
  if (event.type !== 'tool.called' && event.type !== 'tool.updated' && event.type !== 'tool.output')
    return false
  const parts = [event.content ?? []].flat()
  return parts.some((part) => part.type === 'diff')
}

export const shell: QuickCheck = async (lab) => {
  const session = await sharedSession(lab, 'acting')
  const [path, word] = [join(session.folder, 'shell.txt'), newWord()]
  const turn = await session.turn(`[[shell: printf ${word} > ${path}]] [[text: It is run]]`)
  return (await textAt(path)) === word ? yes() : missing('the command had no effect', turn)
}

export const mcp: QuickCheck = async (lab) => {
  const log = join(lab.job.home, `mcp-${newWord()}.txt`)
  const session = await openIn(lab, lab.job.settings.acting, {
    mcpServers: [{ name: 'capstan-contract', command: process.execPath, args: [mcpServer, log, newWord()] }],
  })
  // One agent's model calls such a tool by writing to a file; the others offer it by name.
  const call =
    lab.job.agent === 'omp'
      ? '[[write: xd://mcp__capstan_contract_contract_word | {}]]'
      : '[[tool: contract_word {}]]'
  const turn = await session.turn(`${call} [[text: It was called]]`)
  const methods = ((await textAt(log)) ?? '').split('\n')
  if (methods.includes('tools/call')) return yes()
  return missing(
    methods.includes('initialize') ? 'started the server, called no tool' : 'did not start it',
    turn,
  )
}
