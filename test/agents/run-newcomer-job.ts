import { createModelProvider } from '../../src/testing/provider/server.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import type { CommandOutcome, NewcomerJob, NewcomerOutcome } from './newcomer-job.ts'
import { runAsUser } from './run-as-user.ts'

/** Started as a program, so that the provider and the commands are in one network. The job comes on stdin. */
const text = Buffer.concat((await process.stdin.toArray()) as Buffer[]).toString('utf8')
const provider = await createModelProvider({ keep: 1000 })
const { commands, script, ...account } = JSON.parse(
  text.replaceAll(providerAddress, provider.url),
) as NewcomerJob
provider.script({ when: script.when, steps: [{ step: 'json', value: script.value }] })
const outcomes: CommandOutcome[] = []
// Not spawned synchronously: the provider answers from this process.
for (const command of commands) outcomes.push(await runAsUser(command, account))
const requests = provider.requests.map((request) => JSON.stringify(request))
await provider.close()
const outcome: NewcomerOutcome = { commands: outcomes, requests }
process.stdout.write(JSON.stringify(outcome), () => process.exit())
