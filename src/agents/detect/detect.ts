import { join } from 'node:path'
import { askVersionLazily } from './ask-version.lazy.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { bridgeFolder, findBinary, prefixFolder, type SearchOptions, sharedFolders } from './find-binary.ts'
import { dataFolder } from '../../core/files/data-folder.ts'
import { installedPackage } from './installed-package.ts'
import { isLauncher } from './launchers.ts'
import { ownProgram } from './own-program.ts'
import { VersionCache } from './version-cache.ts'

/** What was found of an agent on this machine. */
export interface Detection {
  readonly agent: string
  readonly installed: boolean
  readonly path?: string
  readonly version?: string
  /** Whether the version was read from the package or asked of the program. */
  readonly versionFrom?: 'package' | 'program'
  /** The bridge that makes it speak ACP, where it needs one. */
  readonly bridge?: { readonly installed: boolean; readonly path?: string; readonly version?: string }
}

export interface DetectOptions extends SearchOptions {
  /** How long a program may take to tell its version, in milliseconds. */
  timeout?: number
  /** What programs said before; in Capstan's data folder if not given. */
  cache?: VersionCache
}

/** Looks for an agent's program and its version. Never hangs and never throws for what a machine has or has not. */
export async function detect(definition: AgentDefinition, options: DetectOptions = {}): Promise<Detection> {
  return withVersion(definition, detectKnown(definition, options), options)
}

/**
 * Looks for an agent's program without starting it: its version is there where its package or an earlier answer of the
 * program says it.
 */
export function detectKnown(
  definition: AgentDefinition,
  options: DetectOptions = {},
  shared: readonly string[] = sharedFolders(options),
): Detection {
  if (definition.acp?.own) return detectOwn(definition)
  const folders = [prefixFolder(definition.id, options), ...shared]
  const path = findBinary(definition.binaries, folders, options.platform)
  const bridge = detectBridge(definition, folders, options)
  if (path === undefined) return { agent: definition.id, installed: false, ...bridge }
  return {
    agent: definition.id,
    installed: true,
    path,
    ...knownVersion(definition, path, options),
    ...bridge,
  }
}

/** Looks for several at a time, with one memory of what programs said. */
export function detectAll(
  definitions: readonly AgentDefinition[],
  options: DetectOptions = {},
): Promise<Detection[]> {
  const { cache = versionCache(options) } = options
  const shared = sharedFolders(options)
  const withCache = { ...options, cache }
  return Promise.all(
    definitions.map((definition) =>
      withVersion(definition, detectKnown(definition, withCache, shared), withCache),
    ),
  )
}

/** One memory for a data folder: it is read again when its file changes. */
const caches = new Map<string, VersionCache>()

function versionCache(options: DetectOptions): VersionCache {
  const file = join(dataFolder(options), 'versions.json')
  const cache = caches.get(file) ?? new VersionCache(file)
  caches.set(file, cache)
  return cache
}

/** What comes with Capstan is there, unless this code was copied out of its package. */
function detectOwn({ id, binaries: [binary] }: AgentDefinition): Detection {
  const own = ownProgram(binary)
  return own === undefined
    ? { agent: id, installed: false }
    : { agent: id, installed: true, ...own, versionFrom: 'package' }
}

function detectBridge(
  { id, acp }: AgentDefinition,
  folders: readonly string[],
  options: DetectOptions,
): Pick<Detection, 'bridge'> {
  if (acp?.bridge === undefined) return {}
  const places = [...folders, bridgeFolder(id, options)]
  const path = findBinary([acp.bridge.binary], places, options.platform)
  if (path === undefined) return { bridge: { installed: false } }
  const version = installedPackage(path, acp.bridge.name)?.version
  return { bridge: { installed: true, path, ...(version === undefined ? {} : { version }) } }
}

function knownVersion(
  definition: AgentDefinition,
  path: string,
  options: DetectOptions,
): Pick<Detection, 'version' | 'versionFrom'> {
  const fromPackage = definition.package && installedPackage(path, definition.package.name)?.version
  if (fromPackage !== undefined) return { version: fromPackage, versionFrom: 'package' }
  if (isLauncher(path)) return {}
  const { cache = versionCache(options) } = options
  const version = cache.get(path)
  return version === undefined ? {} : { version, versionFrom: 'program' }
}

/** Asks a program whose version is not known yet. The version of a launcher such as `npx` is not that of the agent. */
async function withVersion(
  definition: AgentDefinition,
  found: Detection,
  options: DetectOptions,
): Promise<Detection> {
  const { path, version } = found
  if (path === undefined || version !== undefined || definition.acp?.own || isLauncher(path)) return found
  const asked = await askVersionLazily(path, options)
  if (asked === undefined) return found
  const { cache = versionCache(options) } = options
  cache.set(path, asked)
  return { ...found, version: asked, versionFrom: 'program' }
}
