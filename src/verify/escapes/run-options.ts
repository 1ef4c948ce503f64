import { join } from 'node:path'
import type { RunOptions } from '../../run/api/options.ts'
import { dummyKey } from '../../testing/provider/provider-setup.ts'
import type { PolicyCase } from './escape.ts'
import type { EscapePlace } from './escape-place.ts'
import type { PolicyTrial } from './policy-trial.ts'

/** The options of a run in a place. The home of this process is that of the place. */
export function runOptions(
  { agent, options, signal }: PolicyTrial,
  { transport, policy }: PolicyCase,
  place: EscapePlace,
): Omit<RunOptions, 'prompt'> {
  process.env['HOME'] = place.home
  const env = JSON.parse(JSON.stringify(options.env ?? {}).replaceAll(dummyKey, place.key)) as Record<
    string,
    string
  >
  return {
    ...options,
    env,
    agent,
    transport,
    permissions: policy === 'ask' ? () => 'deny' : policy,
    cwd: place.cwd,
    timeoutMs: 120_000,
    signal,
  }
}

/** In a folder of its own: the folder of a server is visible in the sandbox, and the workspace is not under deny. */
export function serverFile({ outside }: EscapePlace): string {
  return join(outside, '..', 'server', 'touching-server.mjs')
}

/** A server of the run whose tool writes files. */
export function sessionServer(place: EscapePlace): NonNullable<RunOptions['mcpServers']> {
  return [{ name: 'touching', command: process.execPath, args: [serverFile(place)] }]
}
