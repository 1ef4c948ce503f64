import { afterAll, expect, test } from 'vitest'
import { bearer, createGatewayLab } from '../support/gateway-lab.ts'

const lab = createGatewayLab()
afterAll(() => lab.remove())

async function firstLine(response: Response): Promise<unknown> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const [line, ...rest] = text.split('\n')
    if (rest.length > 0) return JSON.parse(line ?? '')
  }
  return text
}

test('verifies an agent at once after a canceled verification, and one at a time', async () => {
  const { url } = await lab.open()
  const verify = (signal?: AbortSignal): Promise<Response> =>
    fetch(`${url}/api/agents/sim/verify`, {
      method: 'POST',
      headers: bearer,
      ...(signal === undefined ? {} : { signal }),
    })
  const leaving = new AbortController()
  const first = await verify(leaving.signal)
  const refused = await verify()
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    error: { code: 'verify_running', message: 'sim is being verified' },
  })
  const started = firstLine(first).catch((error: unknown) => error)
  leaving.abort()
  await started
  const second = await verify()
  expect([second.status, await firstLine(second)]).toEqual([
    200,
    expect.objectContaining({ type: 'started' }),
  ])
})
