import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import { breached, type CheckOutcome, refuted, verified } from '../outcome.ts'
import { callsTool } from '../turn.ts'
import { textAt } from './effect.ts'

/** Under the policy `deny`, nothing happens. */
export const policyDeny: Check = {
  title: 'the model writes a file and runs a command under the policy deny',
  expected: 'neither file on the disk, and no such process',
  sim: 'write held.txt {word} and run touch ran.txt',
  marks: '[[write: {folder}/held.txt | {word}]] [[shell: touch {folder}/ran.txt]] [[text: It is over]]',
  run: (context) => held(context, 'deny'),
}

/** Under the policy `allow-reads`, a file is read, and none is written. */
export const policyAllowReads: Check = {
  title: 'the model reads a file, writes a file and runs a command under the policy allow-reads',
  expected: 'the file is read; neither new file on the disk',
  sim: 'read note.txt and write held.txt {word}',
  marks:
    '[[read: {folder}/note.txt]] [[write: {folder}/held.txt | held]] [[shell: touch {folder}/ran.txt]] [[text: It is over]]',
  run: async (context) => {
    await writeFile(join(context.folder, 'note.txt'), `${context.word}\n`)
    return held(context, 'allow-reads')
  },
}

/** A policy that the agent cannot hold is refused before it starts, so the check does not apply. */
async function held(context: CheckContext, policy: 'deny' | 'allow-reads'): Promise<CheckOutcome> {
  const { folder, turn, processes, reached, word } = context
  const done = await turn({ permissions: policy, allowUnenforced: false })
  const left = ['held.txt', 'ran.txt']
  for (const name of left) {
    if ((await textAt(join(folder, name))) !== undefined) return breached(`${name} exists`)
  }
  const running = ((await processes()) ?? []).filter(({ command }) => command.includes('ran.txt'))
  if (running.length > 0) return breached('the command still runs')
  if (policy === 'allow-reads' && reached(word) === false) {
    return refuted('nothing was written, but the file was not read either')
  }
  return callsTool(done.events)
    ? verified('the model tried, and nothing happened')
    : verified('the agent offered the model no tool for it')
}
