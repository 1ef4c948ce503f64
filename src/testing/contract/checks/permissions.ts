import { join } from 'node:path'
import { valueOf } from '../../../capabilities/profile.ts'
import type { Check } from '../context.ts'
import { failed, type Observation, passed, skipped } from '../outcome.ts'
import { ofType, resultOf } from '../turn.ts'
import { noEffect, textAt } from './effect.ts'

const asks: Observation = { id: 'tools.approval', support: 'supported', value: { required: true } }
const asksNot: Observation = { id: 'tools.approval', support: 'unsupported', value: { required: false } }

/** What is allowed is done. */
export const toolAllow: Check = async ({ folder, turn, isSure }) => {
  const done = await turn({ permissions: () => 'allow' })
  const asked = ofType(done.events, 'permission.requested').length
  if ((await textAt(join(folder, 'made.txt'))) === undefined) {
    return asked === 0
      ? noEffect(done, { isSure, what: 'made.txt is not there' })
      : failed('it asked and was allowed, and made.txt is not there', asks)
  }
  resultOf(done)
  return asked === 0
    ? passed('made.txt is there; it did not ask', asksNot)
    : passed(`made.txt is there; it asked ${asked === 1 ? 'once' : `${asked} times`}`, asks)
}

/** What is refused is not done, and the refusal can be seen. */
export const toolDeny: Check = async ({ client, agent, folder, turn, isSure }) => {
  const done = await turn({ permissions: () => 'deny' })
  const asked = ofType(done.events, 'permission.requested').length > 0
  const isDone = (await textAt(join(folder, 'denied.txt'))) !== undefined
  if (!asked) {
    if (!isDone) return noEffect(done, { isSure, what: 'denied.txt is not there, and it did not ask' })
    const mustAsk =
      valueOf(await client.profile(agent, { transport: 'acp' }), 'tools.approval')?.required === true
    return mustAsk ? failed('it acted without asking', asksNot) : skipped('it acts without asking', asksNot)
  }
  if (isDone) return failed('it was refused and did it all the same', asks)
  const statuses = [...ofType(done.events, 'tool.called'), ...ofType(done.events, 'tool.updated')].map(
    ({ status }) => status,
  )
  const stopped = done.result !== undefined && done.result.stopReason !== 'end-turn'
  const signs = [
    ...(statuses.includes('failed') || statuses.includes('cancelled') ? ['a tool that failed'] : []),
    ...(stopped ? [`a turn that ended by ${done.result?.stopReason}`] : []),
    ...(done.error === undefined ? [] : [`an error ${done.error.code}`]),
    ...(done.result?.text.trim() ? ['words'] : []),
  ]
  return signs.length === 0
    ? failed('it was refused and shows nothing of it', asks)
    : passed(`nothing was done; seen by ${signs.join(', ')}`, asks)
}
