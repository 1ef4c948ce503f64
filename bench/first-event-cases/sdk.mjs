import { connectBySdk } from '../acp/sdk-client.mjs'
import { tellFirstEvent } from './tell-first-event.mjs'

await tellFirstEvent(async ({ command }, onFirst) => {
  const client = await connectBySdk(command, onFirst)
  await client.prompt('text 1')
  await client.close()
})
