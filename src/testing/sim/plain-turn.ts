import { readTasks, type Verb } from './prompt-commands.ts'
import type { Turn } from './turn.ts'
import type { Block } from './wire/wire.ts'
import { run } from './work/command.ts'
import { find, list, read, write } from './work/files.ts'
import { help, plan, say, think } from './work/talk.ts'

const works: Record<Verb, (turn: Turn, rest: string) => Promise<void>> = {
  read,
  find,
  list,
  write,
  run,
  think,
  say,
  plan,
  help,
}

/** Executes the tasks of a prompt that the sim understands. */
export async function workOn(turn: Turn, prompt: readonly Block[]): Promise<void> {
  const text = prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const tasks = readTasks(text)
  const { model, effort } = turn.context.session.options
  const steps = tasks.length === 0 ? 'say what I am' : tasks.map(({ verb }) => verb).join(', ')
  await think(turn, `this as ${model} with ${effort} effort: ${steps}`)
  for (const block of prompt) if (block.type !== 'text') await turn.say(describe(block))
  if (tasks.length === 0) await help(turn)
  for (const { verb, rest } of tasks) {
    await works[verb](turn, rest)
    await answerHeard(turn)
  }
}

/** Repeats the messages that arrived during the turn. */
export async function answerHeard(turn: Turn): Promise<void> {
  for (const text of turn.context.control.received()) await turn.say(`I received: ${text}\n`)
}

function describe(block: Exclude<Block, { type: 'text' }>): string {
  if (block.type === 'image') return `I got an image: ${block.mimeType}, ${bytesIn(block.data)} bytes. `
  if (block.type === 'resource_link') return `I got a link to ${block.name}: ${block.uri}. `
  const { uri, mimeType, text, blob } = block.resource
  const bytes = blob === undefined ? Buffer.byteLength(text ?? '') : bytesIn(blob)
  return `I got a resource: ${uri}, ${mimeType ?? 'of no named type'}, ${bytes} bytes. `
}

function bytesIn(base64: string): number {
  return Buffer.from(base64, 'base64').length
}
