import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CapstanError } from '../../core/capstan-error.ts'
import { makeFolder } from '../../core/files/make-folder.ts'
import { printedSystemError } from '../../core/system-error.ts'
import type { CommandResult } from '../../process/run-command.ts'
import { askVersion } from '../detect/ask-version.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { detect, type Detection, type DetectOptions } from '../detect/detect.ts'
import { findBinary } from '../detect/find-binary.ts'
import { agentPrefix } from '../detect/folders.ts'
import type { InstallPlan } from './install-plan.ts'
import { type InstallerOptions, runInstaller } from './run-installer.ts'

export interface InstallRunOptions extends DetectOptions, InstallerOptions {}

/**
 * Runs the plan and checks the result.
 * @throws CapstanError `PREREQUISITE_MISSING`, `INSTALL_NOT_AUTOMATIC`, `INSTALL_FAILED`, `DISK_FULL`, `DISK_READ_ONLY`,
 * `PERMISSION_DENIED`, `OFFLINE` or `ABORTED`.
 */
export async function install(
  definition: AgentDefinition,
  plan: InstallPlan,
  options: InstallRunOptions = {},
): Promise<Detection> {
  await checkPrerequisite(plan, options)
  const { command } = plan
  if (command === undefined) {
    throw new CapstanError('INSTALL_NOT_AUTOMATIC', `${plan.agent} must be installed manually`, {
      hint: `Run: ${plan.line}`,
    })
  }
  if (plan.prefix !== undefined) makeFolder(plan.prefix)
  const run = async (step: readonly [string, ...string[]], folder?: string): Promise<void> => {
    const result = await runInstaller(step, options, folder)
    if (result.exitCode !== 0) throw failedError(plan, result)
    // npm exits with 0 on a full disk and only warns about the files it could not write.
    const lost = printedSystemError(result.stderr, `Installing ${plan.agent} was incomplete`)
    if (lost?.code === 'DISK_FULL') throw lost
  }
  const { prefix, unpack } = plan
  if (prefix === undefined || unpack === undefined) await run(command)
  else await installUnpacked({ prefix, unpack, others: command }, run)
  return await verify(definition, plan, options)
}

/** Checks that the requested version is installed and starts: a package can lack its program. */
async function verify(
  definition: AgentDefinition,
  plan: InstallPlan,
  options: InstallRunOptions,
): Promise<Detection> {
  const found = await detect(definition, options)
  const requested = plan.packages[0]?.version
  const isExact = requested !== undefined && /^\d/.test(requested)
  if (found.path === undefined) throw unusableError(plan, 'its program was not found')
  const version = plan.bridgeOnly ? (found.bridge?.version ?? 'none') : found.version
  if (isExact && version !== undefined && version !== requested) {
    throw unusableError(plan, `version ${version} was found instead of ${requested}`)
  }
  const answer = await askVersion(found.path, { environment: options.environment, timeout: 60_000 })
  if (answer === undefined) throw unusableError(plan, `${found.path} --version did not answer`)
  return found
}

/** Removes only the packages that Capstan installed into its own prefix. */
export function uninstall(
  definition: AgentDefinition,
  options: DetectOptions = {},
): { removed: boolean; prefix: string } {
  const prefix = agentPrefix(definition.id, options)
  const removed =
    findBinary([...definition.binaries], [`${prefix}/node_modules/.bin`], options.platform) !== undefined
  rmSync(prefix, { recursive: true, force: true })
  return { removed, prefix }
}

async function checkPrerequisite(plan: InstallPlan, options: InstallRunOptions): Promise<void> {
  if (plan.prerequisiteCheck === undefined) return
  const check = plan.prerequisiteCheck.split(' ') as [string, ...string[]]
  const [program] = check
  const outcome = await runInstaller(check, { ...options, installTimeout: 20_000 }).catch(
    (error: unknown) => error,
  )
  const works =
    typeof outcome === 'object' && outcome !== null && 'exitCode' in outcome && outcome.exitCode === 0
  if (works) return
  throw new CapstanError(
    'PREREQUISITE_MISSING',
    `${plan.agent} needs ${program}, but \`${plan.prerequisiteCheck}\` failed`,
    {
      hint: plan.notes ?? `Install ${program} first.`,
    },
  )
}

function unusableError({ agent, line }: InstallPlan, what: string): CapstanError {
  return new CapstanError('INSTALL_FAILED', `${agent} was installed, but ${what}`, {
    hint: `Check PATH for an older version, or run the command yourself: ${line}`,
  })
}

function failedError(plan: InstallPlan, { exitCode, stderr, timedOut }: CommandResult): CapstanError {
  const named = printedSystemError(stderr, `Installing ${plan.agent} failed`)
  if (named !== undefined) return named
  const lines = stderr.trim().split('\n')
  const errors = lines.filter((line) => /\berr(or)?\b/i.test(line)).slice(0, 2)
  const why = timedOut ? 'timeout' : errors.length > 0 ? errors.join('; ') : (lines.at(-1) ?? '')
  return new CapstanError(
    'INSTALL_FAILED',
    `Installing ${plan.agent} failed with ${exitCode === null ? 'a signal' : `exit code ${exitCode}`}: ${why.trim()}`,
    {
      hint: `Run the command yourself: ${plan.line}`,
    },
  )
}

interface UnpackedInstall {
  readonly prefix: string
  readonly unpack: NonNullable<InstallPlan['unpack']>
  /** Installs the other packages after the download and before the unpacking: npm removes packages it did not install. */
  readonly others: readonly [string, ...string[]]
}

/**
 * Installs a package without its dependencies next to packages that npm installs. Downloads and unpacks into a temporary
 * folder first, so a failure there changes nothing.
 */
async function installUnpacked(
  { prefix, unpack, others }: UnpackedInstall,
  run: (command: readonly [string, ...string[]], folder?: string) => Promise<void>,
): Promise<void> {
  const aside = await mkdtemp(join(prefix, '.unpacking-'))
  try {
    await run(['npm', 'pack', `${unpack.name}@${unpack.version}`], aside)
    const tarball = (await readdir(aside)).find((file) => file.endsWith('.tgz')) ?? ''
    // Run tar in the folder: tar reads the drive letter of a Windows path as a network host.
    await run(['tar', '-xzf', tarball], aside)
    await run(others)
    const place = join(prefix, 'node_modules', unpack.name)
    await rm(place, { recursive: true, force: true })
    await mkdir(dirname(place), { recursive: true })
    // npm tarballs hold one folder with this name.
    await rename(join(aside, 'package'), place)
    // Links the program into `.bin`, as an installation would.
    await run(['npm', 'rebuild', '--prefix', prefix, '--ignore-scripts', unpack.name])
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
