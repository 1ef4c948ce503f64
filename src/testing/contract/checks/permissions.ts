import { join } from 'node:path'
import { valueOf } from '../../../capabilities/profile.ts'
import type { Check } from '../check.ts'
import type { CheckContext } from '../context.ts'
import {
  breached,
  type CheckOutcome,
  notApplicable,
  type Observation,
  refuted,
  verified,
} from '../outcome.ts'
import { ofType, resultOf } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

const asks: Observation = { id: 'tools.approval', support: 'supported', value: { required: true } }
const asksNot: Observation = { id: 'tools.approval', support: 'unsupported', value: { required: false } }

/** The agent acts when permission is allowed. */
export const toolAllow: Check = {
  title: 'the model writes a file, and permission is given where the agent asks',
  expected: 'made.txt on the disk',
  capability: 'tools.native',
  sim: 'write made.txt {word}',
  marks: '[[write: {folder}/made.txt | {word}]] [[text: It is made]]',
  run: writeAllowed,
}

async function writeAllowed({ folder, turn, isSure }: CheckContext): Promise<CheckOutcome> {
  const done = await turn({ permissions: () => 'allow' })
  const asked = ofType(done.events, 'permission.requested').length
  if ((await textAt(join(folder, 'made.txt'))) === undefined) {
    return asked === 0
      ? noEffect(done, { isSure, what: 'made.txt does not exist' })
      : refuted('the agent asked and was allowed, but made.txt does not exist', asks)
  }
  resultOf(done)
  return asked === 0
    ? verified('made.txt exists; the agent did not ask', asksNot)
    : verified(`made.txt exists; the agent asked ${asked === 1 ? 'once' : `${asked} times`}`, asks)
}

/** The agent does not act when permission is denied, and the denial is visible. */
export const toolDeny: Check = {
  title: 'the model writes a file, and permission is denied',
  expected: 'no denied.txt on the disk, and a sign of the denial',
  capability: 'tools.approval',
  sim: 'write denied.txt {word}',
  marks: '[[write: {folder}/denied.txt | {word}]] [[text: It is over]]',
  run: writeDenied,
}

async function writeDenied({ client, agent, folder, turn, isSure }: CheckContext): Promise<CheckOutcome> {
  const done = await turn({ permissions: () => 'deny' })
  const asked = ofType(done.events, 'permission.requested').length > 0
  const isDone = (await textAt(join(folder, 'denied.txt'))) !== undefined
  if (!asked) {
    if (!isDone)
      return noEffect(done, { isSure, what: 'denied.txt does not exist, and the agent did not ask' })
    const mustAsk =
      valueOf(await client.profile(agent, { transport: 'acp' }), 'tools.approval')?.required === true
    return mustAsk
      ? breached('the agent acted without asking', asksNot)
      : notApplicable('the agent acts without asking', asksNot)
  }
  if (isDone) return breached('the agent acted although permission was denied', asks)
  const statuses = [...ofType(done.events, 'tool.called'), ...ofType(done.events, 'tool.updated')].map(
    ({ status }) => status,
  )
  const stopped = done.result !== undefined && done.result.stopReason !== 'end-turn'
  const signs = [
    ...(statuses.includes('failed') || statuses.includes('cancelled') ? ['a failed tool call'] : []),
    ...(stopped ? [`a turn that ended with ${done.result?.stopReason}`] : []),
    ...(done.error === undefined ? [] : [`an error ${done.error.code}`]),
    ...(done.result?.text.trim() ? ['text'] : []),
  ]
  return signs.length === 0
    ? refuted('permission was denied, but no event or text shows it', asks)
    : verified(`the agent did nothing; shown by ${signs.join(', ')}`, asks)
}
