import type { Client } from '../../run/client.ts'
import type { ModelProvider } from '../../testing/provider/server.ts'
import type { VerifyJob } from '../worker/job.ts'
import { EscapeListeners } from './escape-listeners.ts'
import type { EscapeReport, PolicyCase } from './escape.ts'
import { hostileSettings } from './hostile/hostile-settings.ts'
import type { HostileSettings } from './hostile/hostile-files.ts'
import { tryPolicy } from './try-policy.ts'

export interface RunEscapesOptions {
  readonly client: Client
  readonly provider: ModelProvider
  readonly signal: AbortSignal
  readonly onEscape: (escape: EscapeReport) => void
}

/** Tries the escapes of all cases of a job, one case after the other. */
export async function runEscapes(
  job: VerifyJob & { readonly cases: readonly PolicyCase[] },
  { client, provider, signal, onEscape }: RunEscapesOptions,
): Promise<void> {
  const { agent, home, folder, files, work, options, cases } = job
  const { home: data = {} } = client.adapters.get(agent).definition
  const listeners = new EscapeListeners()
  await listeners.open()
  const hostile: HostileSettings | undefined = (hostileSettings as Record<string, HostileSettings>)[agent]
  const trial = {
    client,
    provider,
    listeners,
    agent,
    folder,
    temporary: process.env['TMPDIR'] ?? '/tmp',
    files,
    work,
    options,
    hostile: hostile ?? {},
    kept: [...(data.keeps ?? []), ...(data.login ?? [])],
    signal,
  }
  for (const asked of cases) {
    if (signal.aborted) break
    for (const escape of await tryPolicy(trial, asked)) onEscape(escape)
  }
  process.env['HOME'] = home
  await listeners.close()
}
