import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claude } from '../../src/agents/catalog/claude/definition.ts'
import { sim } from '../../src/agents/catalog/sim/definition.ts'
import { agentModel } from '../../src/ai-sdk/agent-model.ts'
import type { ModelMessage } from '../../src/ai-sdk/call-options.ts'
import { createAgentModelSession } from '../../src/ai-sdk/model-session.ts'
import { createClient } from '../../src/run/client.ts'

/** Speaks Claude Code's command-line protocol: many turns in one process. */
const standIn = `#!/usr/bin/env node
const say = (line) => process.stdout.write(JSON.stringify({ session_id: 's', ...line }) + '\\n')
require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
  const { type, uuid, message } = JSON.parse(text)
  if (type !== 'user') return
  say({ type: 'command_lifecycle', command_uuid: uuid, state: 'started' })
  say({ type: 'system', subtype: 'init', cwd: process.cwd() })
  const received = [message.content].flat().map((part) => part.type ?? 'text').join(' ')
  say({ type: 'assistant', message: { id: 'm', content: [{ type: 'text', text: received }] } })
  say({ type: 'result', subtype: 'success', total_cost_usd: 0, usage: {}, modelUsage: {} })
})
`

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-parts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const text = { type: 'text' as const, text: 'say thanks' }
const image = { type: 'file' as const, data: 'iVBORw0KGgoAAAANSUhEUg==', mediaType: 'image/png' }
const audio = { type: 'file' as const, data: 'AQID', mediaType: 'audio/wav' }
const user = (...content: (typeof text | typeof image)[]): ModelMessage[] => [{ role: 'user', content }]
const leftOut = (agent: string, parts: string): object => ({
  type: 'unsupported',
  feature: 'file parts',
  details: `${agent} does not accept these parts of the prompt, so they were left out: ${parts}.`,
})

describe('a part that the model does not accept', () => {
  const settings = (): object => ({
    client: createClient({ definitions: [{ ...sim, modelList: [{ id: 'sim-small', images: false }] }] }),
    model: 'sim-small',
    cwd: folder,
    env: { CAPSTAN_SIM_HOME: folder },
  })

  it('is left out with a warning, although the agent advertises it', async () => {
    const { content, warnings } = await agentModel('sim', settings()).doGenerate({
      prompt: user(text, image, image),
    })
    expect(warnings).toEqual([leftOut('sim', 'image (image/png)')])
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'thanks\n' })
  })

  it('is refused when strict', async () => {
    const model = agentModel('sim', { ...settings(), strict: true })
    await expect(model.doGenerate({ prompt: user(text, image) })).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
      id: 'prompt.image',
    })
  })
})

describe('a part that a command line does not accept', () => {
  const settings = (): object => {
    const program = join(folder, 'stand-in.cjs')
    writeFileSync(program, standIn, { mode: 0o755 })
    const client = createClient({ definitions: [{ ...claude, id: 'stand-in', binaries: [program] }] })
    return { client, transport: 'cli', cwd: folder, permissions: 'allow' }
  }

  it('is left out of a session with a warning, and images are sent', async () => {
    await using opened = await createAgentModelSession('stand-in', settings())
    const { content, warnings } = await opened.model.doGenerate({ prompt: user(text, image, audio) })
    expect(warnings).toEqual([leftOut('stand-in', 'audio (audio/wav)')])
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'image text' })
  })

  it('is left out of a single call with a warning, and images are sent', async () => {
    const model = agentModel('stand-in', settings())
    const { content, warnings } = await model.doGenerate({ prompt: user(text, image, audio) })
    expect(warnings).toEqual([leftOut('stand-in', 'audio (audio/wav)')])
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'image text' })
  })

  it('is refused when strict', async () => {
    await using opened = await createAgentModelSession('stand-in', { ...settings(), strict: true })
    await expect(opened.model.doGenerate({ prompt: user(text, audio) })).rejects.toMatchObject({
      code: 'CAPABILITY_ERROR',
    })
  })
})
