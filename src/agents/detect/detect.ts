import { join } from 'node:path'
import { askVersionLazily } from './ask-version.lazy.ts'
import type { AgentDefinition } from '../definition/definition.ts'
import { bridgeFolder, findBinary, prefixFolder, type SearchOptions, sharedFolders } from './find-binary.ts'
import { dataFolder } from '../../core/files/data-folder.ts'
import { installedPackage } from './installed-package.ts'
import { isLauncher } from './launchers.ts'
import { ownProgram } from './own-program.ts'
import { fileStamp, StampedCache } from './stamped-cache.ts'

/** The result of looking for an agent on this machine. */
export interface Detection {
  readonly agent: string
  readonly installed: boolean
  readonly path?: string
  readonly version?: string
  /** Whether the package or the program reported the version. */
  readonly versionFrom?: 'package' | 'program'
  /** The ACP bridge, if the agent needs one. */
  readonly bridge?: { readonly installed: boolean; readonly path?: string; readonly version?: string }
}

export interface DetectOptions extends SearchOptions {
  /** Time limit for a program's version in milliseconds. */
  timeout?: number
  /** The version cache (default: in Capstan's data folder). */
  cache?: VersionCache
}

/** Looks for an agent's program and version. Never hangs, and never throws because something is missing. */
export async function detect(definition: AgentDefinition, options: DetectOptions = {}): Promise<Detection> {
  return withVersion(definition, detectKnown(definition, options), options)
}

/** Looks for an agent's program without starting it. The version is known only from the package or the cache. */
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

/** Looks for several agents at once, with one version cache. */
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

/** One cache per data folder, read again when its file changes. */
const caches = new Map<string, VersionCache>()

function versionCache(options: DetectOptions): VersionCache {
  const file = join(dataFolder(options), 'versions.json')
  const cache = caches.get(file) ?? new VersionCache(file)
  caches.set(file, cache)
  return cache
}

/** Capstan's own programs are always found, unless this code was copied out of its package. */
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

/** Asks a program for an unknown version. Skips launchers such as `npx`, whose version is not the agent's. */
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

/** Caches the versions that programs reported, each until the program changes. */
class VersionCache {
  readonly #cache: StampedCache<string>

  constructor(file: string) {
    this.#cache = new StampedCache(file, (value) => typeof value === 'string')
  }

  get(program: string): string | undefined {
    const stamp = fileStamp([program])
    return stamp === undefined ? undefined : this.#cache.get(program, stamp)
  }

  set(program: string, version: string): void {
    const stamp = fileStamp([program])
    if (stamp !== undefined) this.#cache.set(program, stamp, version)
  }
}
