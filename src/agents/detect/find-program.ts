import { basename, dirname, join } from 'node:path'
import type { AgentDefinition, AgentPackage } from '../definition/definition.ts'
import { findBinary } from './find-binary.ts'
import { installedPackage } from './installed-package.ts'
import { ownProgram } from './own-program.ts'

/** A program of an agent on this machine. */
export interface FoundProgram {
  /** The file with the program's name: the program, or an installer's link or batch file. */
  readonly path: string
  /** The file to start: the native program, if the definition names one. */
  readonly program: string
}

export interface FindOptions {
  /** The folders to search, in order. */
  folders: readonly string[]
  /** Folders to search for a bridge only. */
  bridgeFolder?: string
  platform?: NodeJS.Platform
}

/** Finds a plan's program: the agent's own, under any of its names, or another such as a bridge. */
export function findProgram(
  definition: AgentDefinition,
  command: string,
  options: FindOptions,
): FoundProgram | undefined {
  if (definition.binaries.includes(command)) return findAgentProgram(definition, options)
  const { folders, bridgeFolder } = options
  const places = bridgeFolder === undefined ? folders : [...folders, bridgeFolder]
  const path = findBinary([command], places, options.platform)
  return path === undefined ? undefined : { path, program: path }
}

/** Finds the agent's own program under any of its names. Capstan's own programs are found in its package. */
export function findAgentProgram(
  { binaries, package: own, acp }: AgentDefinition,
  { folders, platform }: FindOptions,
): FoundProgram | undefined {
  const path = acp?.own ? ownProgram(binaries[0])?.path : findBinary(binaries, folders, platform)
  if (path === undefined) return undefined
  const native = own?.native === undefined ? undefined : findNative(path, own, platform)
  return { path, program: native ?? path }
}

/** Searches the folders where Node would find the native program's package. */
function findNative(
  path: string,
  { name, native = '' }: AgentPackage,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const wrapper = installedPackage(path, name)
  if (wrapper === undefined) return undefined
  const file = native.replaceAll('{platform}', platform).replaceAll('{arch}', process.arch)
  const folders = upwards(wrapper.folder).map((folder) => join(folder, 'node_modules', dirname(file)))
  return findBinary([basename(file)], folders, platform)
}

function upwards(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...upwards(parent)]
}
