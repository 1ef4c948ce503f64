import { Readable, Writable } from 'node:stream'
import { ndJsonStream } from '@agentclientprotocol/sdk'
import { agentProtocolRouter } from '@agentclientprotocol/sdk/experimental/v2'
import { agentV1 } from './agent-v1.ts'
import { agentV2 } from './agent-v2.ts'

// The first word says which versions the agent speaks: 1, 2, or both with the SDK's own router.
const agents = {
  1: agentV1,
  2: agentV2,
  both: () => agentProtocolRouter().withV1(agentV1()).withV2(agentV2()),
}
const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin))
agents[process.argv[2] as keyof typeof agents]().connect(stream)
