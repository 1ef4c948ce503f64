import { createClient } from 'capstan/run'
import { drive } from './driver.mjs'

// As data, like the definitions of the agents that Capstan knows.
const clientOf = () => createClient({ definitions: [JSON.parse(process.env.BENCH_DEFINITION)] })
let client

await drive({
  run: async (_command, prompt, onUpdate) => {
    const run = clientOf().run({ agent: 'null', prompt, noSession: true, permissions: 'allow' })
    for await (const { type } of run) {
      if (type !== 'text.delta' && type !== 'tool.updated') continue
      const waits = onUpdate()
      if (waits !== undefined) await waits
    }
    await run[Symbol.asyncDispose]()
  },
  open: async () => {
    client ??= clientOf()
    const session = await client.session('null', { permissions: 'allow' })
    return () => session.close()
  },
})
