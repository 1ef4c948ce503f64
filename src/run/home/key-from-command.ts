import { CapstanError } from '../../core/capstan-error.ts'
import { runCommand } from '../../process/run-command.ts'

/** How long a printed key is used, as Claude Code does by default. */
const keptMs = 300_000
const commandTimeoutMs = 30_000

/** The key that a user's shell command prints. The command runs outside of the sandbox, with the user's home. */
export function keyFromCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
): () => Promise<string> {
  let known: { readonly key: Promise<string>; readonly at: number } | undefined
  return () => {
    if (known === undefined || Date.now() - known.at > keptMs) {
      const key = printed(command, environment)
      key.catch(() => (known = undefined))
      known = { key, at: Date.now() }
    }
    return known.key
  }
}

async function printed(command: string, environment: Readonly<Record<string, string>>): Promise<string> {
  const { exitCode, stdout } = await runCommand({
    command: '/bin/sh',
    arguments: ['-c', command],
    environment,
    timeout: commandTimeoutMs,
  })
  const key = stdout.trim()
  if (exitCode === 0 && key !== '') return key
  throw new CapstanError('AUTH_ERROR', 'The command that prints the API key failed', {
    hint: 'Run the command of your settings in a shell and fix it.',
  })
}
