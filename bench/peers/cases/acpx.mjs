import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAcpRuntime, createAgentRegistry, createRuntimeStore } from 'acpx/runtime'
import { drive } from './driver.mjs'

const stateDir = mkdtempSync(join(tmpdir(), 'capstan-bench-acpx-'))
process.once('exit', () => rmSync(stateDir, { recursive: true, force: true }))
const runtimeOf = (command) =>
  createAcpRuntime({
    cwd: process.cwd(),
    sessionStore: createRuntimeStore({ stateDir }),
    agentRegistry: createAgentRegistry({ overrides: { null: command } }),
    permissionMode: 'approve-reads',
  })
let runtime

await drive({
  run: async (command, text, onUpdate) => {
    const own = runtimeOf(command)
    const handle = await own.ensureSession({ sessionKey: 'run', agent: 'null', mode: 'oneshot' })
    const turn = own.startTurn({ handle, text, mode: 'prompt', requestId: 'turn' })
    for await (const { type } of turn.events) {
      if (type !== 'text_delta' && type !== 'tool_call') continue
      const waits = onUpdate()
      if (waits !== undefined) await waits
    }
    const result = await turn.result
    if (result.status !== 'completed') throw new Error(JSON.stringify(result))
    await own.close({ handle, reason: 'done' })
  },
  open: async (command, index) => {
    runtime ??= runtimeOf(command)
    const handle = await runtime.ensureSession({
      sessionKey: `s${index}-${performance.now()}`,
      agent: 'null',
      mode: 'persistent',
    })
    return () => runtime.close({ handle, reason: 'done' })
  },
})
