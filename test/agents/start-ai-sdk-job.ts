import { join } from 'node:path'
import type { ModelStep } from '../../src/testing/provider/script/script.ts'
import { providerSetup } from '../../src/testing/provider/provider-setup.ts'
import { agentSetups } from '../../src/verify/setup/agent-setups.ts'
import type { AiSdkJob, AiSdkOutcome } from './ai-sdk-job.ts'
import { providerAddress } from '../../src/verify/worker/job.ts'
import { inOwnPlace } from './own-place.ts'
import { startRunner } from './start-runner.ts'

const runner = join(import.meta.dirname, 'run-ai-sdk-job.ts')

/** By which major Claude Code is asked, how it is started, and what its model does. */
export interface AiSdkJobOptions {
  major: string
  transport: 'acp' | 'cli'
  env: Readonly<Record<string, string>>
  /** The steps of the model. */
  work: readonly ModelStep[]
  /** The answer to a request for JSON. */
  json: ModelStep
}

/** Lets one major of the SDK ask Claude Code, in a home and a network of their own, beside a model provider. */
export async function startAiSdkJob({
  major,
  transport,
  env,
  work,
  json,
}: AiSdkJobOptions): Promise<AiSdkOutcome> {
  return await inOwnPlace('ai-sdk', async ({ home, folder, environment }) => {
    const setup = providerSetup('claude', providerAddress)
    const job: AiSdkJob = {
      major,
      agent: 'claude',
      home,
      folder,
      files: setup.home ?? {},
      settings: {
        env: { ...setup.environment, ...agentSetups.claude.retriesOff.environment, ...env },
        model: 'claude-sonnet-5-5',
        transport,
        permissions: 'allow',
        timeoutMs: 60_000,
      },
      scripts: [
        { when: 'Do the work', steps: work },
        { when: 'Who is it', steps: [json] },
      ],
      prompts: {
        work: 'Do the work',
        endless: 'Go on [[text: On it]] [[hang]]',
        json: 'Who is it',
        refused: 'Say hello [[error: 401 The key is not known here]]',
        hello: 'Say hello [[text: Hello]]',
      },
      schema: {
        type: 'object',
        properties: { name: { type: 'string' }, age: { type: 'integer' } },
        required: ['name', 'age'],
        additionalProperties: false,
      },
      reasoning: 'high',
    }
    return (await startRunner(runner, job, { environment, timeout: 140_000 })) as AiSdkOutcome
  })
}
