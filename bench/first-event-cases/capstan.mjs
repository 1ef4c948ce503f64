import { createClient } from 'capstan/run'
import { tellFirstEvent } from './tell-first-event.mjs'

await tellFirstEvent(async ({ definition }, onFirst) => {
  const client = createClient({ definitions: [definition] })
  const run = client.run({ agent: 'null', prompt: 'text 1', permissions: 'allow' })
  for await (const { type } of run) if (type === 'text.delta') onFirst()
})
