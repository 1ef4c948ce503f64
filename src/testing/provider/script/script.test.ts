import { describe, expect, it } from 'vitest'
import { ask, offeredTools, said, startProvider } from '../../../../test/support/provider-lab.ts'
import { eventsOf } from '../../../../test/support/server-events.ts'

describe('scripts', () => {
  it('are chosen by the newest prompt, the newest script first', async () => {
    const provider = await startProvider({ scripts: [{ steps: [{ step: 'text', text: 'always' }] }] })
    provider.script({ when: 'alpha', steps: [{ step: 'text', text: 'one' }] })
    provider.script(
      { when: /^B/g, steps: [{ step: 'text', text: 'two' }] },
      { when: ({ path }) => path.startsWith('/label/'), steps: [{ step: 'text', text: 'three' }] },
    )
    const labelled = { path: '/label/v1/chat/completions' }
    const answers = [
      await ask(provider, 'say alpha'),
      await ask(provider, 'Beta'),
      await ask(provider, 'Beta'),
      await ask(provider, 'gamma', labelled),
      await ask(provider, 'gamma'),
    ]
    expect(await Promise.all(answers.map(said))).toEqual(['one', 'two', 'two', 'three', 'always'])
    provider.reset()
    expect(await said(await ask(provider, 'say alpha'))).toBe('always')
    expect(provider.total).toBe(1)
  })

  it('take precedence over marks in the prompt, and marks over the default text', async () => {
    const provider = await startProvider()
    expect(await said(await ask(provider, 'Say [[text: this]]'))).toBe('this')
    expect(await said(await ask(provider, 'Say nothing of it'))).toBe('All is well.')
    provider.script({ when: 'Say', steps: [{ step: 'text', text: 'that' }] })
    expect(await said(await ask(provider, 'Say [[text: this]]'))).toBe('that')
    expect(provider.requests.map(({ answeredBy }) => answeredBy)).toEqual(['script', 'usual', 'script'])
  })

  it('find their position by the results in the request, for any number of conversations at once', async () => {
    const provider = await startProvider()
    const prompt = '[[shell: one]] [[shell: two]] [[text: end]]'
    const answers = await Promise.all(
      [2, 0, 3, 1, 2, 0].map(async (results) => (await ask(provider, prompt, { results })).json()),
    )
    const words = answers.map((answer) =>
      /"command\\":\\"(\w+)|"content":"(\w+)/.exec(JSON.stringify(answer)),
    )
    expect(words.map((found) => found?.[1] ?? found?.[2])).toEqual(['end', 'one', 'end', 'two', 'end', 'one'])
  })

  it('end a turn with text when they end with a tool', async () => {
    const provider = await startProvider()
    expect(await said(await ask(provider, '[[shell: ls]]', { results: 1 }))).toBe('All is well.')
  })

  it('do not answer side requests of agents', async () => {
    const provider = await startProvider()
    expect(await said(await ask(provider, 'Title for [[error: 500]]', { offered: [] }))).toBe('All is well.')
    const programs = await startProvider({ toolless: 'turn' })
    expect(await said(await ask(programs, '[[text: hello]]', { offered: [] }))).toBe('hello')
    expect([provider.requests[0]?.answeredBy, programs.requests[0]?.answeredBy]).toEqual(['side', 'script'])
  })

  it('call the tool for structured output if there is one', async () => {
    const provider = await startProvider()
    const parameters = { type: 'object', properties: { done: { type: 'boolean' } } }
    const offered = [{ type: 'function', function: { name: 'StructuredOutput', parameters } }]
    const answer = await (await ask(provider, '[[json]]', { offered })).json()
    expect(answer).toMatchObject({
      choices: [
        { message: { tool_calls: [{ function: { name: 'StructuredOutput', arguments: '{"done":true}' } }] } },
      ],
    })
    expect(await said(await ask(provider, '[[json]]', { offered, results: 1 }))).toBe('All is well.')
  })

  it('list the offered tools if their tool is missing', async () => {
    const provider = await startProvider()
    const response = await ask(provider, '[[text: Now]] [[tool: ping]]', { stream: true })
    expect([response.status, await said(response)]).toEqual([
      400,
      {
        message: 'The script calls ping, but the request does not offer it; it offers: bash',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    ])
  })

  it('are rejected if invalid', async () => {
    const provider = await startProvider()
    expect(() => provider.script({ steps: [{ step: 'error', status: 200 }] })).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        issues: [{ path: ['steps', 0, 'status'], message: 'must be a status from 400 to 599' }],
      }),
    )
    const response = await ask(provider, '[[delay: soon]]')
    expect([response.status, await said(response)]).toMatchObject([
      400,
      { message: 'The script cannot be read: steps.0.milliseconds must be a number of at least 0' },
    ])
  })
})

describe('failures', () => {
  it('say when to retry', async () => {
    const provider = await startProvider()
    provider.script({ steps: [{ step: 'error', status: 429, message: 'Slow down', retryAfter: 2 }] })
    const response = await ask(provider, 'x')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2'])
  })

  it('end after the given number, for each state of a conversation', async () => {
    const provider = await startProvider()
    provider.script({
      steps: [
        { step: 'error', status: 500, times: 2 },
        { step: 'text', text: 'up again' },
      ],
    })
    const statuses = async (path?: string): Promise<number[]> => {
      const found: number[] = []
      for (let count = 0; count < 3; count += 1) {
        found.push((await ask(provider, 'x', path === undefined ? {} : { path })).status)
      }
      return found
    }
    expect(await statuses()).toEqual([500, 500, 200])
    expect(await statuses('/other/v1/chat/completions')).toEqual([500, 500, 200])
    provider.script({ steps: [{ step: 'error', status: 500, times: 2 }] })
    expect(await statuses()).toEqual([200, 200, 200])
  })

  it('follow each other', async () => {
    const provider = await startProvider()
    provider.script({
      steps: [
        { step: 'error', status: 500, times: 1 },
        { step: 'error', status: 429, times: 1 },
      ],
    })
    const statuses = [await ask(provider, 'x'), await ask(provider, 'x'), await ask(provider, 'x')]
    expect(statuses.map(({ status }) => status)).toEqual([500, 429, 200])
  })

  it('break the connection after the earlier text', async () => {
    const provider = await startProvider()
    const response = await ask(provider, '[[text: half a]] [[disconnect]] [[text: never]]', { stream: true })
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8')
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect([text.includes('half a'), text.includes('never')]).toEqual([true, false])
    await expect(ask(provider, '[[disconnect]]')).rejects.toThrow('fetch failed')
  })

  it('break the connection a limited number of times, in the middle of a text', async () => {
    const provider = await startProvider()
    const prompt = '[[text: half]] [[delay: 50]] [[disconnect: 1]] [[text: whole]]'
    const first = await ask(provider, prompt, { stream: true })
    let text = ''
    const reading = (async () => {
      for await (const chunk of first.body ?? []) text += Buffer.from(chunk).toString('utf8')
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect([text.includes('half'), text.includes('content_block_stop')]).toEqual([true, false])
    const second = await (await ask(provider, prompt, { stream: true })).text()
    expect([second.includes('half'), second.includes('whole')]).toEqual([true, true])
  })

  it('hang until the client or the provider gives up', async () => {
    const provider = await startProvider()
    const controller = new AbortController()
    const body = JSON.stringify({
      stream: true,
      tools: offeredTools,
      messages: [{ role: 'user', content: '[[text: Hm]] [[hang]]' }],
    })
    const init = { method: 'POST', body, signal: controller.signal }
    const given = await fetch(`${provider.url}/v1/chat/completions`, init)
    const reader = given.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString('utf8')).toContain(
      'chat.completion.chunk',
    )
    controller.abort()
    await expect(reader?.closed).rejects.toThrow('aborted')

    const other = await ask(provider, '[[text: Hm]] [[hang]]', { stream: true })
    const text = other.text()
    await Promise.all([provider.close(), expect(text).rejects.toThrow('terminated')])
    await expect(ask(provider, 'x')).rejects.toThrow('fetch failed')
    await provider.close()
  })

  it('do not follow from a delay', async () => {
    const provider = await startProvider()
    const events = await eventsOf(
      await ask(provider, '[[delay: 1]] [[text: a]] [[delay: 1]] [[text: b]]', { stream: true }),
    )
    expect(events.length).toBe(5)
    expect(await said(await ask(provider, '[[delay: 1]] [[text: a]]'))).toBe('a')
    expect(await said(await ask(provider, '[[delay: 1]]'))).toBe('All is well.')
  })
})
