import type { InstallOptions } from '../../../agents/install/install-plan.ts'
import type { Option } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'
import { agentsOption } from '../known-agents.ts'

export const dryRunOption: Option = { name: 'dry-run', help: 'only say what would be done' }

export const installOptions: readonly Option[] = [
  dryRunOption,
  { name: 'method', value: '<method>', help: 'npm, brew, pip, curl …; npm where there is one' },
  { name: 'global', help: "into npm's global folder instead of Capstan's own" },
  { name: 'version', value: '<version>', help: 'another version than the known-good one; npm only' },
  { name: 'yes', help: 'run an installer that is piped into a shell, which is only printed otherwise' },
  agentsOption,
]

export const installUsage = '<agent> [--dry-run] [--method <method>] [--global] [--version <version>] [--yes]'

/** What the options ask of a plan. */
export function readInstallOptions(values: ReadonlyMap<string, readonly string[]>): InstallOptions {
  const [method] = values.get('method') ?? []
  const [version] = values.get('version') ?? []
  // A version or a tag; npm would take an address or a folder too, and install whatever is there.
  if (version !== undefined && !/^\w[\w.+-]*$/.test(version)) {
    throw new UsageError(
      `--version ${version} is not a version`,
      'Give it as 1.2.3, or as a tag such as latest.',
    )
  }
  return {
    // Any word: what is not a method of the agent is refused with those that are.
    ...(method === undefined ? {} : { method: method as NonNullable<InstallOptions['method']> }),
    ...(version === undefined ? {} : { version }),
    ...(values.has('global') ? { global: true } : {}),
  }
}
