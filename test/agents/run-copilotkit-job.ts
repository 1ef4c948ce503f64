import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { createGateway } from '../../src/gateway/create-gateway.ts'
import { listen } from '../../src/gateway/server.ts'
import { createClient } from '../../src/run/client.ts'
import { createModelProvider } from '../../src/testing/provider/server.ts'
import { connected, input, question, replies, say } from '../support/page/copilotkit-chat.ts'
import { serveExample } from '../support/page/copilotkit-example.ts'
import { watchFaults } from '../support/page/page-lab.ts'
import type { CopilotKitJob, CopilotKitOutcome } from './copilotkit-job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { runningWith } from './running-with.ts'
import { writeFiles } from '../../src/verify/worker/write-files.ts'

/** Started as a program, so that the provider, the gateway, the browser and the agent are in one network. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 10_000 })
const job = JSON.parse(text.replaceAll(providerAddress, provider.url)) as CopilotKitJob
await writeFiles(job.home, job.files)
await writeFiles(job.folder, job.work)

const token = 'a-token-for-the-page-of-a-real-agent'
const tokenFile = join(job.home, 'token')
await writeFile(tokenFile, token)
const gateway = createGateway({
  client: createClient(),
  token,
  agents: [job.agent],
  session: { ...job.options, cwd: job.folder, allowUnenforced: true },
  permissions: ({ request }) => (/paint/.test(JSON.stringify(request)) ? 'allow' : 'ask'),
})
const server = await listen(gateway, { port: 0 })
const example = await serveExample({ folder: job.example }, { gateway: server.url, tokenFile })
const browser = await chromium.launch({ executablePath: job.browser, args: ['--no-sandbox'] })
const context = await browser.newContext({ viewport: { width: 900, height: 900 } })
context.setDefaultTimeout(60_000)
const page = await context.newPage()
const faults = watchFaults(page, example.url)

try {
  await connected(page, () => page.goto(example.url))
  const outcome: CopilotKitOutcome = {
    streamed: await reply('Say hello [[text: Hello from the model]]', 'Hello from the model'),
    allowed: await allow(),
    denied: await deny(),
    painted: await paint(),
    stopped: await stop(),
    reloaded: await reload(),
    faults,
  }
  await new Promise<void>((written) => process.stdout.write(JSON.stringify(outcome), () => written()))
} finally {
  await browser.close()
  await example.stop()
  await server.close()
  await provider.close()
}
process.exit()

/** Says something and waits for a reply with these words. */
async function reply(prompt: string, words: string): Promise<string> {
  await say(page, prompt)
  return await repliedWith(page, words)
}

async function repliedWith(shown: Page, words: string): Promise<string> {
  const message = replies(shown).getByText(words, { exact: true }).last()
  await message.waitFor()
  return (await message.innerText()).trim()
}

async function allow(): Promise<CopilotKitOutcome['allowed']> {
  const file = join(job.folder, 'allowed.txt')
  await say(page, `[[write: ${file} | hello]] [[text: It is made]]`)
  await question(page).getByRole('button').first().waitFor()
  const isWrittenBefore = existsSync(file)
  await answer(/^(allow|yes|approve|accept)/i)
  return { reply: await repliedWith(page, 'It is made'), isWrittenBefore, isWritten: existsSync(file) }
}

async function deny(): Promise<CopilotKitOutcome['denied']> {
  const file = join(job.folder, 'denied.txt')
  await say(page, `[[write: ${file} | hello]] [[text: It is over]]`)
  await question(page).getByRole('button').first().waitFor()
  await answer(/^(deny|no|reject)/i)
  await question(page).waitFor({ state: 'detached' })
  await idle()
  return { isWritten: existsSync(file) }
}

async function answer(name: RegExp): Promise<void> {
  await question(page).getByRole('button', { name }).first().click()
}

async function paint(): Promise<CopilotKitOutcome['painted']> {
  const words = '[[tool: paint {"color":"lightblue"}]] [[text: It is painted]]'
  const shown = await reply(words, 'It is painted')
  const color = await page.getByRole('banner').evaluate((element) => element.style.background)
  return { reply: shown, color }
}

/** Stops a run while its command works. */
async function stop(): Promise<CopilotKitOutcome['stopped']> {
  const mark = `copilotkit-${process.pid}`
  await say(page, `[[shell: node -e "setTimeout(() => {}, 600000)" ${mark}]] [[text: It is done]]`)
  // Some agents ask before they run a command.
  for (let tries = 0; tries < 600 && runningWith(mark) === 0; tries++) {
    if ((await question(page).getByRole('button').count()) > 0) await answer(/^(allow|yes|approve|accept)/i)
    await sleep(50)
  }
  const stopping = page.waitForResponse(/\/stop\//)
  await page.getByTestId('copilot-send-button').click()
  const status = (await stopping).status()
  for (let tries = 0; tries < 600 && runningWith(mark) > 0; tries++) await sleep(50)
  const leftRunning = runningWith(mark)
  await idle()
  return { status, leftRunning, reply: await reply('Say more [[text: Here I am]]', 'Here I am') }
}

async function reload(): Promise<CopilotKitOutcome['reloaded']> {
  await connected(page, () => page.reload())
  const firstReply = await repliedWith(page, 'Hello from the model')
  const said = await page.getByTestId('copilot-user-message').allInnerTexts()
  return { said: said.map((one) => (/\[\[text: ([^\]]*)\]\]/.exec(one) ?? [])[1] ?? one), firstReply }
}

/** The input accepts a message again. */
async function idle(): Promise<void> {
  await input(page).fill('x')
  await page.locator('[data-testid="copilot-send-button"]:not([disabled])').waitFor()
  await input(page).fill('')
}
