import { delimiter } from 'node:path'
import { type CommandResult, runCommand } from '../../process/run-command.ts'
import { findBinary } from '../detect/find-binary.ts'
import type { FolderOptions } from '../../core/files/data-folder.ts'

export interface InstallerOptions extends FolderOptions {
  signal?: AbortSignal
  /** Receives the installer's output as it arrives. */
  onOutput?: (chunk: Buffer) => void
  /** Time limit of the installer in milliseconds. */
  installTimeout?: number
}

/** By default npm tries three times and waits 10 and 60 seconds: over a minute of silence without a network. */
const quickRetries = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '3000',
}

/** Runs one command of an installation. */
export function runInstaller(
  [program, ...args]: readonly [string, ...string[]],
  options: InstallerOptions,
  folder?: string,
): Promise<CommandResult> {
  const { environment = process.env, signal, onOutput, installTimeout = 15 * 60_000 } = options
  const path = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter)
  return runCommand({
    command: findBinary([program], path, options.platform) ?? program,
    arguments: args,
    environment: { ...quickRetries, ...installerEnvironment(environment) },
    timeout: installTimeout,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(signal === undefined ? {} : { signal }),
    ...(onOutput === undefined ? {} : { onOutput }),
  })
}

/** The variables of a package manager: paths, its own settings and proxies, but no agent keys. */
function installerEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const names =
    /^(PATH|Path|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SystemRoot|ComSpec|TMPDIR|TEMP|TMP|LANG|LC_ALL|SHELL)$|^(npm_config_|NODE_EXTRA_CA_CERTS|SSL_CERT_|HOMEBREW_)|^(https?|no|all)_proxy$/i
  return Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => names.test(entry[0]) && entry[1] !== undefined,
    ),
  )
}
