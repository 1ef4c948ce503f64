import { connectByHand } from '../acp/hand-written-client.mjs'
import { tellFirstEvent } from './tell-first-event.mjs'

await tellFirstEvent(async ({ command }, onFirst) => {
  const client = await connectByHand(command, onFirst)
  await client.prompt('text 1')
  await client.close()
})
