import type { InstallOptions } from '../../../agents/install/install-plan.ts'
import type { Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { agentsOption } from '../known-agents.ts'

export const dryRunOption: Option = { name: 'dry-run', help: 'print the plan without running it' }

export const installOptions: readonly Option[] = [
  dryRunOption,
  { name: 'method', value: '<method>', help: 'npm, brew, pip, curl … (default: npm if available)' },
  { name: 'global', help: "install into npm's global folder instead of Capstan's own" },
  { name: 'version', value: '<version>', help: 'version to install instead of the supported one (npm only)' },
  { name: 'yes', help: 'run an installer that is piped into a shell' },
  agentsOption,
]

export const installUsage = '<agent> [--dry-run] [--method <method>] [--global] [--version <version>] [--yes]'

/** The install options on the command line. @throws UsageError */
export function readInstallOptions(values: ReadonlyMap<string, readonly string[]>): InstallOptions {
  const [method] = values.get('method') ?? []
  const [version] = values.get('version') ?? []
  // Only a version or a tag: npm would also accept a URL or a folder and install its content.
  if (version !== undefined && !/^\w[\w.+-]*$/.test(version)) {
    throw new UsageError(
      `--version ${version} is not a version`,
      'Use a version such as 1.2.3, or a tag such as latest.',
    )
  }
  return {
    // Not checked here: the plan rejects an unknown method and lists the valid ones.
    ...(method === undefined ? {} : { method: method as NonNullable<InstallOptions['method']> }),
    ...(version === undefined ? {} : { version }),
    ...(values.has('global') ? { global: true } : {}),
  }
}
