import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { type Client, createClient } from '../../run/client.ts'
import { readTurn } from '../../testing/contract/turn.ts'
import type { PolicyCase } from './escape.ts'
import { escapes } from './escapes.ts'
import type { EscapePlace } from './escape-place.ts'
import { runOptions } from './run-options.ts'
import type { PolicyTrial } from './policy-trial.ts'

const variable = 'CAPSTAN_ESCAPES'

/** A client whose agent is a plain program: all else, such as the sandbox and the home, is that of the agent. */
export function plainClient({ client, agent }: PolicyTrial, { word }: EscapePlace): Client {
  const { package: _, acp, ...definition } = client.adapters.get(agent).definition
  const program = programOf(word)
  const { bridge: __, ...direct } = acp ?? { arguments: [] }
  const changed = {
    ...definition,
    binaries: [program],
    ...(acp === undefined ? {} : { acp: { ...direct, binary: program } }),
  } as AgentDefinition
  return createClient({ definitions: [changed] })
}

/** The lines of all escapes for bash, each in a shell of its own. The first says that they run. */
export function escapeLines(place: EscapePlace, names: readonly string[]): string {
  const lines = names.flatMap((name) => {
    const shell = escapes[name]?.shell?.(place)
    return shell === undefined ? [] : [`( ${shell.endsWith('&') ? `${shell} :` : shell} ) 2>/dev/null`]
  })
  return [`echo ra""n-${place.word}`, ...lines, 'true'].join('\n')
}

/** Runs the escapes as a plain program in the sandbox of the agent. Returns what it said, if it ran. */
export async function tryPlainly(
  client: Client,
  {
    trial,
    asked,
    place,
    names,
  }: { trial: PolicyTrial; asked: PolicyCase; place: EscapePlace; names: readonly string[] },
): Promise<string | undefined> {
  const folder = join(place.outside, '..', 'program')
  mkdirSync(folder)
  const path = join(folder, programOf(place.word))
  // Capstan asks programs for their version outside of the sandbox.
  writeFileSync(
    path,
    `#!/bin/bash\n[ "$${variable}" = ${place.word} ] || { echo 99.0.0; exit; }\nexec 1>&2\n${escapeLines(place, names)}\n`,
  )
  chmodSync(path, 0o755)
  const before = process.env['PATH'] ?? ''
  process.env['PATH'] = [folder, before].join(delimiter)
  let said = ''
  try {
    const options = runOptions(trial, asked, place)
    const run = client.run({
      ...options,
      prompt: 'Run',
      env: { ...options.env, PATH: process.env['PATH'], [variable]: place.word },
      onStderr: (text) => (said += text),
    })
    await readTurn(run)
    await run[Symbol.asyncDispose]()
  } catch (error) {
    if (!CapstanError.isInstance(error)) throw error
  } finally {
    process.env['PATH'] = before
  }
  return said.includes(`ran-${place.word}`) ? said : undefined
}

function programOf(word: string): string {
  return `capstan-escapes-${word}`
}
