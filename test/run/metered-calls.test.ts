import { afterEach, beforeEach, expect, it } from 'vitest'
import { startProvider } from '../support/provider-lab.ts'
import { createLab, type Lab } from '../support/sim-lab.ts'

let lab: Lab
beforeEach(() => {
  lab = createLab()
})
afterEach(() => lab.remove())

/** An agent that calls its model for a prompt, and once more when it has to exit. */
const lateCaller = `
const callModel = (done) => {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: '[[text: A]]' }] })
  fetch(process.env.MODEL_URL + '/v1/messages', { method: 'POST', body })
    .then((response) => response.text())
    .then(done, done)
}
on['session/prompt'] = ({ id }) =>
  callModel(() => send(say('A'), { id, result: { stopReason: 'end_turn' } }))
process.stdin.on('end', () => callModel(() => process.exit()))
`

it('refuses model calls after the end of a run, which nobody would count', async () => {
  const provider = await startProvider()
  const { tokens } = await lab.bare(lateCaller, { home: {} }).ask('bare', 'go', {
    ...lab.options,
    env: { ...lab.options.env, MODEL_URL: provider.url },
    permissions: 'allow',
  })
  expect(tokens).toEqual({ total: 15, input: 10, output: 5, cacheRead: 0, cacheWrite: 0 })
  await lab.remove()
  expect(provider.requests.map(({ usage }) => usage)).toEqual([{ input: 10, output: 5 }])
})
