import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchPlan } from '../../src/agents/launch/launch-plan.ts'
import type { ProviderSetup } from '../../src/testing/provider/provider-setup.ts'
import { searchPath } from './cache.ts'
import type { AgentJob, AgentOutcome } from './job.ts'
import { startRunner } from './start-runner.ts'

const agentTimeout = 180_000
const runner = join(import.meta.dirname, 'run-job.ts')

/** Starts exactly the plan, with its own home and working folder, and a model provider. */
export async function runPlanned(
  plan: LaunchPlan,
  program: string,
  setup: ProviderSetup,
): Promise<AgentOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-agents-'))
  try {
    const job = jobOf(plan, program, { folder, setup })
    await mkdir(job.cwd)
    const timeout = job.timeout + 20_000
    return (await startRunner(runner, job, { environment: process.env, timeout })) as AgentOutcome
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function jobOf(
  plan: LaunchPlan,
  program: string,
  { folder, setup }: { folder: string; setup: ProviderSetup },
): AgentJob {
  const [home, run, work] = [join(folder, 'home'), join(folder, 'run'), join(folder, 'work')]
  // Without credentials of the caller: the only key is that of the setup.
  const { LANG, LC_ALL, TERM, SHELL } = process.env
  const own: Record<string, string | undefined> = {
    LANG,
    LC_ALL,
    TERM,
    SHELL,
    PATH: searchPath,
    HOME: home,
    USER: 'capstan',
    TMPDIR: folder,
    ...setup.environment,
  }
  const placed = (text: string): string => text.replaceAll('{runFolder}', run)
  const within = (place: string, files: Readonly<Record<string, string>> = {}): AgentJob['files'] =>
    Object.entries(files).map(([path, content]) => ({ path: join(place, path), content }))
  const passedOn = plan.passedOn
    .filter((name) => own[name] !== undefined)
    .map((name) => [name, own[name] ?? ''] as const)
  const planned = Object.entries(plan.environment).map(([name, value]) => [name, placed(value)] as const)
  return {
    command: program,
    arguments: plan.arguments.map(placed),
    ...(plan.stdin === undefined ? {} : { stdin: plan.stdin }),
    environment: { ...Object.fromEntries(passedOn), ...setup.environment, ...Object.fromEntries(planned) },
    cwd: work,
    files: [
      { path: join(home, '.keep'), content: '' },
      ...within(home, setup.home),
      ...within(work, setup.work),
      ...plan.files.map(({ path, content }) => ({ path: join(run, path), content })),
    ],
    timeout: agentTimeout,
  }
}
