import type { Client } from '../../run/client.ts'
import type { ModelProvider } from '../../testing/provider/server.ts'
import type { AboutProgram } from '../report.ts'
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
  /** Called with the escapes of each case. */
  readonly onEscapes: (escapes: readonly EscapeReport[]) => void
}

/** Tries the escapes of all cases of a job, one case after the other. */
export async function runEscapes(
  job: VerifyJob & { readonly cases: readonly PolicyCase[] },
  { client, provider, signal, onEscapes }: RunEscapesOptions,
): Promise<AboutProgram> {
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
    onEscapes(await tryPolicy(trial, asked))
  }
  process.env['HOME'] = home
  await listeners.close()
  // Its handshake is a check of its own.
  return {}
}
