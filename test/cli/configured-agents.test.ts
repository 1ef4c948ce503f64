import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventsOf } from '../support/gateway-requests.ts'
import { projectRoot } from '../support/package.ts'
import { startServing } from '../support/serving.ts'
import { createSessionMachine, type SessionMachine } from '../support/sessions/session-machine.ts'

let lab: SessionMachine
beforeEach(() => {
  lab = createSessionMachine()
  mkdirSync(lab.machine.capstanHome)
  const program = join(lab.machine.home, 'agent.sh')
  const sim = join(projectRoot, 'dist/testing/sim/main.js')
  writeFileSync(
    program,
    `#!/bin/sh\nprintf %s "$SERVICE_TOKEN" >seen-token\ntee seen-messages | ${process.execPath} ${sim}\n`,
  )
  chmodSync(program, 0o755)
})
afterEach(() => lab.remove())

const secrets = { SERVICE_TOKEN: 'token-of-the-service', DOCS_TOKEN: 'token-of-the-docs' }

/** A configuration with an agent that writes down what it gets. */
const configuration = {
  agents: { mine: { definition: { acp: { binary: './agent.sh' } } } },
  // It writes beside itself.
  sandbox: false,
  mcpServers: { docs: { command: 'true', env: { TOKEN: '${DOCS_TOKEN}' } } },
  env: ['SERVICE_TOKEN'],
}

const configured = {
  token: 'token-of-the-service',
  servers: [
    expect.objectContaining({
      name: 'docs',
      env: [{ name: 'TOKEN', value: 'token-of-the-docs' }],
    }) as unknown,
  ],
}

/** Puts the configuration into the user's file, and the program beside it. */
function userFile(): void {
  const binary = join(lab.machine.home, 'agent.sh')
  const agents = { mine: { definition: { acp: { binary } } } }
  writeFileSync(join(lab.machine.capstanHome, 'config.json'), JSON.stringify({ ...configuration, agents }))
}

/** What the agent got since the last look, without what Capstan adds itself. */
async function seen(): Promise<{ token: string; servers: unknown[] }> {
  const files = ['seen-token', 'seen-messages'].map((name) => join(lab.machine.home, name))
  const openings = (): string[] =>
    readFileSync(files[1] ?? '', 'utf8')
      .split('\n')
      .filter((line) => /"session\/(new|load|resume)"/.test(line))
  await vi.waitFor(() => expect(files.every((file) => existsSync(file)) && openings().length).toBe(1))
  const opening = JSON.parse(openings()[0] ?? '') as { params: { mcpServers: { name: string }[] } }
  const servers = opening.params.mcpServers.filter(({ name }) => name !== 'capstan')
  const token = readFileSync(files[0] ?? '', 'utf8')
  for (const file of files) rmSync(file)
  return { token, servers }
}

describe('MCP servers and variables of the configuration', () => {
  it('reach the agent of a run', async () => {
    userFile()
    expect(await lab.run(['run', 'mine', 'say hi'], { env: secrets })).toMatchObject({ exitCode: 0 })
    expect(await seen()).toEqual(configured)
  })

  it('reach threads and sessions of the gateway', async () => {
    userFile()
    const env = { ...secrets, HOME: lab.machine.home, CAPSTAN_HOME: lab.machine.capstanHome }
    const serving = await startServing(['mine', '--port', '0'], { folder: lab.machine.home, env })
    onTestFinished(async () => {
      serving.child.kill('SIGTERM')
      await serving.ended
    })
    const events = await eventsOf(await serving.run('mine', 'say hi'))
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
    expect(await seen()).toEqual(configured)
    const opened = await fetch(`${serving.announced.url}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${serving.token}` },
      body: JSON.stringify({ agent: 'mine' }),
    })
    expect(opened.status).toBe(201)
    expect(await seen()).toEqual(configured)
    expect(serving.log()).not.toContain('token-of-the')
  })

  it('reach agents of an A2E host', async () => {
    userFile()
    const call = { tool_name: 'ask_agent', arguments: { agent: 'mine', prompt: 'say hi' } }
    const messages = [
      { type: 'handshake/req', id: 'h', agent_caps: ['tools'] },
      { type: 'tool/call/req', id: 'c', ...call },
    ]
    const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('')
    const { stdout } = await lab.run(['a2e', 'serve', '--plugins', 'agents'], { env: secrets, input })
    expect(stdout).toContain('"success":true')
    expect(await seen()).toEqual(configured)
  })

  it('reach a session of the daemon, and again when it is resumed', async () => {
    userFile()
    expect(await lab.run(['session', 'new', 'mine'], { env: secrets })).toMatchObject({ exitCode: 0 })
    expect(await seen()).toEqual(configured)
    await lab.run(['session', 'send', 'mine', 'say hi', '--wait'])
    await lab.run(['session', 'stop'])
    const { exitCode, stderr } = await lab.run(['session', 'resume', 'mine'], { env: secrets })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await seen()).toEqual(configured)
  })
})

describe('a project file that is not trusted', () => {
  it('gives nothing to an agent of the gateway until it is trusted', async () => {
    writeFileSync(join(lab.machine.home, 'capstan.config.json'), JSON.stringify(configuration))
    const env = { ...secrets, HOME: lab.machine.home, CAPSTAN_HOME: lab.machine.capstanHome }
    const own = ['--agents', join(lab.machine.home, 'own.json')]
    writeFileSync(own[1] ?? '', JSON.stringify({ id: 'mine', acp: { binary: './agent.sh' } }))
    const before = await startServing(['mine', '--port', '0', '--sandbox=off', ...own], {
      folder: lab.machine.home,
      env,
    })
    await eventsOf(await before.run('mine', 'say hi'))
    before.child.kill('SIGTERM')
    await before.ended
    expect(await seen()).toEqual({ token: '', servers: [] })
    expect(before.log()).toContain('mcpServers')

    expect(await lab.run(['config', 'trust'])).toMatchObject({ exitCode: 0 })
    const after = await startServing(['mine', '--port', '0'], { folder: lab.machine.home, env })
    await eventsOf(await after.run('mine', 'say hi'))
    after.child.kill('SIGTERM')
    await after.ended
    expect(await seen()).toEqual(configured)
  })
})
