import { isSecretName } from '../../../core/secret-name.ts'
import type { Check } from '../check.ts'
import { breached, notTried, refuted, verified } from '../outcome.ts'
import { readTurn, resultOf } from '../turn.ts'
import { serverProgram } from './mcp.ts'
import { join } from 'node:path'
import { systemClock } from '../../../core/clock.ts'

const unlisted = notTried('our-error', 'processes cannot be listed on this system')
/** How long a process may take to end after its session was closed. */
const endMs = 5000
const pollMs = 100

/** A closed session leaves no process. */
export const orphans: Check = {
  title: 'a session is closed after a turn',
  expected: 'no process of it runs afterwards',
  sim: 'run echo done',
  marks: '{mark} [[shell: echo done]] [[text: It is over]]',
  run: async ({ session: open, prompt, signal, processes }) => {
    const session = await open({ permissions: 'allow' })
    resultOf(await readTurn(session.run(prompt, { signal })))
    await session.close()
    for (let waited = 0; ; waited += pollMs) {
      const left = await processes()
      if (left === undefined) return unlisted
      if (left.length === 0) return verified('no process is left')
      if (waited >= endMs)
        return refuted(`${left.length} processes run ${endMs} ms after the session was closed`)
      await systemClock.sleep(pollMs, signal)
    }
  },
}

/** Keys are not in command lines, which every user of the machine can read. */
export const secretsInArguments: Check = {
  title: 'the agent has a key, and an MCP server with a token',
  expected: 'neither in the command line of a process while a turn runs',
  sim: 'say hello',
  marks: '{mark} [[text: Hello]] [[delay: 500]] [[text: and goodbye]]',
  run: async ({ session: open, handshake, options, prompt, signal, directory, word, processes }) => {
    const program = serverProgram()
    const takesServer = handshake.profile.facts['mcp.stdio']?.support === 'supported' && program !== undefined
    const server = {
      name: 'capstan-contract',
      command: process.execPath,
      args: [program ?? '', join(directory, 'mcp-methods.txt'), 'word'],
      env: { CONTRACT_TOKEN: word },
    }
    // An agent that its definition says takes no servers is refused before it starts.
    const session = await open(takesServer ? { mcpServers: [server] } : {}).catch(() => open())
    const secrets = [
      ...Object.entries(options.env ?? {}).filter(([name, value]) => isSecretName(name) && value.length >= 6),
      ['CONTRACT_TOKEN', word] as const,
    ]
    const shown = new Set<string>()
    let seen = 0
    const look = async (): Promise<void> => {
      const running = (await processes()) ?? []
      seen = Math.max(seen, running.length)
      for (const { command } of running) {
        for (const [name, value] of secrets) if (command.includes(value)) shown.add(name)
      }
    }
    await look()
    const run = session.run(prompt, { signal })
    let looking: Promise<void> | undefined
    const done = await readTurn(run, () => {
      looking ??= look()
    })
    await looking
    resultOf(done)
    if (seen === 0) return unlisted
    return shown.size === 0
      ? verified('no command line shows a secret')
      : breached(`a command line shows ${[...shown].join(' and ')}`)
  },
}
