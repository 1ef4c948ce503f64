import { join } from 'node:path'
import { valueOf } from '../../../capabilities/profile.ts'
import type { Check } from '../context.ts'
import { failed, type Observation, passed, skipped } from '../outcome.ts'
import { ofType, resultOf } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

const asks: Observation = { id: 'tools.approval', support: 'supported', value: { required: true } }
const asksNot: Observation = { id: 'tools.approval', support: 'unsupported', value: { required: false } }

/** The agent acts when permission is allowed. */
export const toolAllow: Check = async ({ folder, turn, isSure }) => {
  const done = await turn({ permissions: () => 'allow' })
  const asked = ofType(done.events, 'permission.requested').length
  if ((await textAt(join(folder, 'made.txt'))) === undefined) {
    return asked === 0
      ? noEffect(done, { isSure, what: 'made.txt does not exist' })
      : failed('the agent asked and was allowed, but made.txt does not exist', asks)
  }
  resultOf(done)
  return asked === 0
    ? passed('made.txt exists; the agent did not ask', asksNot)
    : passed(`made.txt exists; the agent asked ${asked === 1 ? 'once' : `${asked} times`}`, asks)
}

/** The agent does not act when permission is denied, and the denial is visible. */
export const toolDeny: Check = async ({ client, agent, folder, turn, isSure }) => {
  const done = await turn({ permissions: () => 'deny' })
  const asked = ofType(done.events, 'permission.requested').length > 0
  const isDone = (await textAt(join(folder, 'denied.txt'))) !== undefined
  if (!asked) {
    if (!isDone)
      return noEffect(done, { isSure, what: 'denied.txt does not exist, and the agent did not ask' })
    const mustAsk =
      valueOf(await client.profile(agent, { transport: 'acp' }), 'tools.approval')?.required === true
    return mustAsk
      ? failed('the agent acted without asking', asksNot)
      : skipped('the agent acts without asking', asksNot)
  }
  if (isDone) return failed('the agent acted although permission was denied', asks)
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
    ? failed('permission was denied, but no event or text shows it', asks)
    : passed(`the agent did nothing; shown by ${signs.join(', ')}`, asks)
}
