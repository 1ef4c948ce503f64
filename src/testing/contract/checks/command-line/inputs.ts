import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckContext } from '../../context.ts'
import { inconclusive, verified } from '../../outcome.ts'
import { bodyText, turnRequests } from '../../provider-requests.ts'
import { resultOf } from '../../turn.ts'
import { claimedOnCommandLine, commandLineCheck, missingOnCommandLine } from './command-line-check.ts'
import { writeNote } from '../files.ts'
import { imagePart, writePicture } from '../modalities.ts'

/** An image on the command line reaches the model. */
export const commandLineImage = claimedOnCommandLine('prompt.image', {
  title: 'a prompt has an image, on the command line',
  expected: 'the image in the request to the model',
  marks: 'Look at this {mark} [[text: I see an image]]',
  run: async (context) => {
    const id = 'prompt.image'
    const path = await writePicture(context.folder)
    resultOf(await context.turn({ transport: 'cli', attachments: [{ path, kind: 'image' }] }))
    const sent = context.requests() ?? []
    if (sent.some((request) => imagePart.test(bodyText(request)))) {
      return verified('the image reached the model', { id, support: 'supported' })
    }
    return missingOnCommandLine(context, { id, saw: 'no image reached the model' })
  },
})

/** An additional folder on the command line can be read, and cannot be read without it. */
export const commandLineDirectory = claimedOnCommandLine('session.additional-directories', {
  title: 'the model reads a file in an additional folder, on the command line',
  expected: 'the content of note.txt in the request to the model, and not without the folder',
  marks: '{mark} [[read: {directory}/note.txt]] [[text: It is read]]',
  run: async (context) => {
    const id = 'session.additional-directories'
    const { directory, word } = context
    const additionalDirectories = [directory]
    await writeNote(directory, word)
    const isRead = async (options: Parameters<CheckContext['turn']>[0]): Promise<boolean> => {
      const before = context.requests()?.length ?? 0
      resultOf(await context.turn({ ...options, transport: 'cli' }))
      return (context.requests() ?? []).slice(before).some((request) => bodyText(request).includes(word))
    }
    if (!(await isRead({ additionalDirectories }))) {
      return missingOnCommandLine(context, { id, saw: 'the content of note.txt did not reach the model' })
    }
    return (await isRead({}))
      ? inconclusive('the agent reads the folder without the option too')
      : verified('the agent reads the folder only with the option', { id, support: 'supported' })
  },
})

/** The agent itself stops after a number of turns; Capstan counts prompts, and there is only one. */
export const commandLineMaxTurns = claimedOnCommandLine('execution.max-iterations', {
  title: 'the model needs four turns, and two are allowed, on the command line',
  expected: 'two requests to the model',
  marks:
    '[[read: {folder}/note.txt]] [[read: {folder}/note.txt]] [[read: {folder}/note.txt]] [[text: It is read]]',
  run: async (context) => {
    const id = 'execution.max-iterations'
    await writeNote(context.folder, context.word)
    await context.turn({ transport: 'cli', maxTurns: 2 })
    const count = turnRequests(context.requests() ?? []).length
    if (count === 2) return verified('the agent stopped after two turns', { id, support: 'supported' })
    return missingOnCommandLine(context, { id, saw: `the agent sent ${count} requests` })
  },
})

/** Some agents load what a workspace brings only if everything is allowed. */
const policies = ['allow-reads', 'allow'] as const

/** The instructions of the workspace reach the model. */
export const commandLineAgentsMd = commandLineCheck({
  title: 'the workspace has an AGENTS.md, on the command line',
  expected: 'its text in the request to the model',
  marks: 'Say hello {mark} [[text: Hello, it is good to see you here.]]',
  run: async (context) => {
    const id = 'agents-md'
    await writeFile(join(context.folder, 'AGENTS.md'), `Always mention the word ${context.word}.\n`)
    for (const permissions of policies) {
      resultOf(await context.turn({ transport: 'cli', permissions }))
      if (context.reached(context.word)) {
        return verified('it reached the model', { id, support: 'supported' })
      }
    }
    return missingOnCommandLine(context, { id, saw: 'it did not reach the model' })
  },
})
