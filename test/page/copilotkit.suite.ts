import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type TestContext, test } from 'vitest'
import type { GatewayOptions } from '../../src/gateway/create-gateway.ts'
import type { Scenario } from '../../src/testing/sim/scenario.ts'
import { type NotRun, runOrSkip } from '../agents/installation.ts'
import { callsTools } from '../support/calls-tools.ts'
import { createGatewayLab, type GatewayLab, type OpenGateway, token } from '../support/gateway-lab.ts'
import { connected, question, replies, say, toolCall } from '../support/page/copilotkit-chat.ts'
import {
  buildExample,
  type BuiltExample,
  type ServedExample,
  serveExample,
} from '../support/page/copilotkit-example.ts'
import { launchBrowser, watchFaults } from '../support/page/page-lab.ts'

/** The example of `examples/copilotkit` as a user runs it: built, behind its own proxy, in a real browser. */
let built: BuiltExample | NotRun
let browser: Browser
let lab: GatewayLab
const served: ServedExample[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  built = await buildExample()
  if ('notRun' in built) console.warn(`Skipped: ${built.notRun}`)
}, 600_000)
afterAll(() => browser?.close())

beforeEach(() => {
  lab = createGatewayLab()
})
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  for (const example of served.splice(0)) await example.stop()
  await lab.remove()
})

interface OpenExample {
  readonly gateway: OpenGateway
  readonly page: Page
  readonly url: string
  readonly faults: readonly string[]
}

async function open(
  context: Pick<TestContext, 'skip'>,
  { scenario, ...options }: Partial<GatewayOptions> & { scenario?: Scenario } = {},
): Promise<OpenExample> {
  const example = runOrSkip(built, context)
  const gateway = await lab.open(scenario, options)
  const tokenFile = join(lab.lab.workspace, '..', 'token')
  writeFileSync(tokenFile, `${token}\n`)
  const running = await serveExample(example, { gateway: gateway.url, tokenFile })
  served.push(running)
  const tab = await browser.newContext({ viewport: { width: 900, height: 900 } })
  tab.setDefaultTimeout(60_000)
  const page = await tab.newPage()
  const faults = watchFaults(page, running.url)
  await connected(page, () => page.goto(running.url))
  return { gateway, page, url: running.url, faults }
}

const file = (name: string): string => join(lab.lab.workspace, name)

test('streams a reply of the default agent', async (context) => {
  const { page, faults } = await open(context, {
    scenario: { prompts: [[{ step: 'text', text: 'It begins' }, { step: 'hang' }]] },
  })
  await say(page, 'go')
  await replies(page).getByText('It begins').waitFor()
  expect(faults).toEqual([])
})

test('writes a file after Allow, and shows the tool call', async (context) => {
  const { page, faults } = await open(context)
  await say(page, 'write a.txt hello')
  await question(page).getByRole('button', { name: 'Allow' }).waitFor()
  expect(existsSync(file('a.txt'))).toBe(false)
  await question(page).getByRole('button', { name: 'Allow' }).click()
  await replies(page).getByText('Wrote 6 bytes to a.txt.').waitFor()
  expect(readFileSync(file('a.txt'), 'utf8').trim()).toBe('hello')
  expect(await question(page).count()).toBe(0)
  await expect.poll(() => toolCall(page).getAttribute('data-status')).toBe('complete')
  expect(await toolCall(page).getByTestId('copilot-tool-render-name').textContent()).toBe('write')
  expect(await toolCall(page).getAttribute('data-result')).toBe('{"bytes":6}')
  expect(faults).toEqual([])
})

test('writes nothing after Deny', async (context) => {
  const { page, faults } = await open(context)
  await say(page, 'write a.txt hello')
  await question(page).getByRole('button', { name: 'Deny' }).click()
  await replies(page).getByText('Write a.txt: this was refused, and nothing was done.').waitFor()
  expect(existsSync(file('a.txt'))).toBe(false)
  expect(faults).toEqual([])
})

test('answers a form of the agent', async (context) => {
  const form = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Your name' } },
    required: ['name'],
  }
  const { page, faults } = await open(context, {
    scenario: { prompts: [[{ step: 'elicit', message: 'Who are you?', form }]] },
  })
  await say(page, 'ask me')
  await page.getByRole('form', { name: 'Question' }).getByLabel('Your name').fill('Ada')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await replies(page).getByText('Ada').waitFor()
  expect(faults).toEqual([])
})

test('runs a tool of the page', async (context) => {
  const { page, faults } = await open(context, { client: lab.lab.bare(callsTools) })
  await say(page, 'paint {"color":"lightblue"}')
  await replies(page).getByText('The title bar is lightblue now').waitFor()
  const color = await page.getByRole('banner').evaluate((element) => element.style.background)
  expect(color).toBe('lightblue')
  expect(faults).toEqual([])
})

test('stops a run', async (context) => {
  const { page, faults } = await open(context, {
    scenario: { prompts: [[{ step: 'text', text: 'It begins' }, { step: 'hang' }]] },
  })
  const running = page.waitForRequest(/\/run$/)
  await say(page, 'go')
  await replies(page).getByText('It begins').waitFor()
  const stopping = page.waitForResponse(/\/stop\//)
  await page.getByTestId('copilot-send-button').click()
  const stop = await stopping
  const { runId } = (await running).postDataJSON() as { runId: string }
  expect([stop.status(), stop.request().postDataJSON()]).toEqual([200, { runId }])
  await expect.poll(() => lab.lab.sent('session/cancel').length).toBe(1)
  await say(page, 'say again')
  await replies(page).getByText('again').waitFor()
  expect(faults).toEqual([])
})

test('shows the conversation and its open question after a reload', async (context) => {
  const { page, faults } = await open(context)
  await say(page, 'say hello')
  await replies(page).getByText('hello').waitFor()
  await say(page, 'write a.txt hello')
  await question(page).waitFor()
  await connected(page, () => page.reload())
  await page.getByTestId('copilot-user-message').getByText('say hello').waitFor()
  await replies(page).getByText('hello', { exact: true }).waitFor()
  await question(page).getByRole('button', { name: 'Allow' }).click()
  await replies(page).getByText('Wrote 6 bytes to a.txt.').waitFor()
  expect(faults).toEqual([])
})

test('continues a run over a reload', async (context) => {
  const { page, faults } = await open(context, {
    scenario: {
      prompts: [
        [
          { step: 'text', text: 'It begins' },
          { step: 'delay', milliseconds: 4000 },
          { step: 'text', text: ' and ends.' },
        ],
      ],
    },
  })
  await say(page, 'go')
  await replies(page).getByText('It begins').waitFor()
  await page.reload()
  await replies(page).getByText('and ends.').waitFor()
  expect(faults).toEqual([])
})

test('keeps the token on the server, and other routes of the gateway out of reach', async (context) => {
  const { url } = await open(context)
  const call = async (path: string, init?: RequestInit): Promise<[number, string]> => {
    const response = await fetch(`${url}${path}`, init)
    const text = await response.text()
    expect(JSON.stringify([...response.headers]) + text).not.toContain(token)
    return [response.status, text]
  }
  const post = (body: object, headers = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const run = {
    threadId: 'thread',
    runId: 'run',
    messages: [{ id: 'u1', role: 'user', content: 'say hello' }],
  }
  const runs = '/api/capstan/agent/default'
  expect(await call('/api/capstan/info')).toEqual([200, expect.stringContaining('"default":')])
  expect(await call(`${runs}/run`, post(run))).toEqual([200, expect.stringContaining('RUN_FINISHED')])
  expect(await call(`${runs}/connect`, post(run))).toEqual([
    200,
    expect.stringContaining('MESSAGES_SNAPSHOT'),
  ])
  expect(await call(`${runs}/stop/thread`, post({ runId: 'run' }))).toEqual([404, '{"stopped":false}'])
  expect(await call(`${runs}/run`, post({}))).toEqual([400, expect.stringContaining('threadId')])
  const notFound = [404, '{"message":"Not found"}']
  expect(await call('/api/capstan/api/login-links', post({}))).toEqual(notFound)
  expect(await call('/api/capstan/agents/sim', post(run))).toEqual(notFound)
  expect(await call(`${runs}/%2e%2e/%2e%2e/api/login-links`, post({}))).toEqual(notFound)
  for (const origin of ['null', 'http://evil.example']) {
    const refused = [403, '{"message":"Requests of other origins are not allowed"}']
    expect(await call(`${runs}/stop/thread`, post({}, { origin }))).toEqual(refused)
  }
  for (const name of ['/', '/proxy.ts', '/vite.config.ts']) await call(name)
  const assets = readdirSync(join(runOrSkip(built, context).folder, 'dist', 'assets'))
  for (const name of assets) expect(await call(`/assets/${name}`)).toEqual([200, expect.any(String)])
})
