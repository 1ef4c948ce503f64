import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import type { AgentHome } from '../../agents/definition/definition-home.ts'
import { filePromises } from '../../core/file-promises.ts'
import { isInside } from '../../core/files/path-inside.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.ts'
import type { SandboxMount } from '../../sandbox/sandbox-plan.ts'
import type { HiddenKey, HiddenKeys } from './hidden-keys.ts'
import { chosenClouds, namedFiles } from './chosen-clouds.ts'
import { HomePlaces } from './home-places.ts'
import { importSettings } from './import-settings.ts'
import { LoginFile } from './login-file.ts'

const { existsSync, mkdirSync } = process.getBuiltinModule('node:fs')

/** How often a changed login is looked for. */
const exchangeMs = 500

export interface RunHomeOptions {
  /** The variables of the agent. */
  readonly environment: Readonly<Record<string, string>>
  /** Folders of the run, which variables may name in place of a folder of the user. */
  readonly runFolders: readonly string[]
  readonly keys: HiddenKeys
  /** Whether sessions are those of the user's home; otherwise they end with the run. */
  readonly keepsSessions: boolean
  /** A login that the agent refreshed could not be written to this file of the user. */
  readonly onLost: (file: string) => void
}

/** The home that an agent sees in the sandbox, in place of the user's. */
export interface RunHome {
  /** The folder of the home. */
  readonly path: string
  /** Where the agent sees it: the path of the user's home. */
  readonly at: string
  /** What of the user's home is mounted into it. */
  readonly mounts: readonly SandboxMount[]
  /** Addresses of providers in the imported settings. */
  readonly urls: readonly string[]
  /** The variables of the agent, without keys. */
  readonly environment: Readonly<Record<string, string>>
  /** The variables with the keys, for Capstan's own connections. */
  readonly outerEnvironment: Readonly<Record<string, string>>
  readonly keys: readonly HiddenKey[]
  /** The names of the entries in the login files: agents of many providers name them by provider. */
  readonly logins: readonly string[]
  /** Carries the login back and removes the folder. */
  close(): Promise<void>
}

/** @throws CapstanError for settings that cannot be read. No folder is left behind then. */
export async function createRunHome(definition: AgentDefinition, options: RunHomeOptions): Promise<RunHome> {
  const path = await makeTemporaryFolder('capstan-home-')
  const remove = (): Promise<void> => removeTemporaryFolder(path)
  try {
    return await filled({ definition, path, remove, ...options })
  } catch (error) {
    await remove()
    throw error
  }
}

interface Filling extends RunHomeOptions {
  readonly definition: AgentDefinition
  readonly path: string
  readonly remove: () => Promise<void>
}

async function filled({
  definition,
  path,
  remove,
  environment,
  runFolders,
  keys,
  keepsSessions,
  onLost,
}: Filling): Promise<RunHome> {
  const { auth } = definition
  // Of an agent without a list, a login file may be its configuration: the agent only reads it.
  const { home = { reads: auth.files } } = definition
  const at = environment['HOME'] || homedir()
  const places = new HomePlaces({ home: at, own: path, auth, environment, runFolders })
  for (const { from } of places.moved) await filePromises().mkdir(from, { recursive: true, mode: 0o700 })
  for (const [file, text] of Object.entries(home.files ?? {})) await write(places.own(join(at, file)), text)
  const { given, urls } = await importAll(home, { places, keys, environment })
  const kept = seenPaths(keepsSessions ? (home.keeps ?? []) : [], places)
  for (const one of kept) makeFolder(one)
  const outerEnvironment = { ...given, ...environment, ...home.environment }
  const clouds = chosenClouds(home, outerEnvironment)
  const readable = [...(home.reads ?? []), ...clouds.flatMap((cloud) => cloud.reads)]
  const [reads, unkept] = [seenPaths(readable, places), seenPaths(home.unkept ?? [], places)]
  // Without its own mount, the agent could create such a folder.
  for (const one of [...reads, ...unkept]) if (isBelow(one, kept)) makeFolder(one)
  const empty = unkept.map((one, index) => ({
    at: one.path,
    from: join(path, '.capstan', `unkept-${index}`),
  }))
  for (const { from } of empty) mkdirSync(from, { recursive: true, mode: 0o700 })
  const logins = seenPaths(home.login ?? [], places).map(({ path: from }) => {
    const keptIn = kept.find((one) => one.isFolder && isInside(from, one.path))?.path
    const to =
      keptIn === undefined
        ? places.own(from)
        : join(path, '.capstan', 'login', String(from.length), from.slice(1))
    const login = new LoginFile({
      from,
      keptIn,
      to,
      home: path,
      hidden: (text) => hiddenText(text, keys),
      restored: (text) => keys.restored(text),
    })
    return { from, to, isMounted: keptIn !== undefined, login }
  })
  const timer = setInterval(() => exchange(logins), exchangeMs).unref()
  return {
    path,
    at,
    mounts: [
      ...places.moved.map((one) => ({ ...one, isWritable: true })),
      // Later mounts cover earlier ones: what the agent only reads can be in a folder that it writes.
      ...mountsOf(kept, { isWritable: true }),
      ...empty.map((one) => ({ ...one, isWritable: true })),
      ...mountsOf(reads, { isWritable: false }),
      ...mountsOf(
        namedFiles(clouds, outerEnvironment).map((file) => ({ path: file })),
        { isWritable: false },
      ),
      ...logins
        .filter(({ from, isMounted }) => isMounted && existsSync(from))
        .map(({ from, to }) => ({ from: to, at: from, isWritable: true })),
    ],
    urls,
    logins: logins.flatMap(({ login }) => login.names),
    environment: keys.inVariables(outerEnvironment),
    outerEnvironment,
    get keys() {
      return keys.all
    },
    async close() {
      clearInterval(timer)
      for (const file of exchange(logins)) onLost(file)
      await remove()
    },
  }
}

/** Writes the imported settings; returns the variables and addresses in them. */
async function importAll(
  { settings: all = [] }: AgentHome,
  { places, keys, environment }: Pick<RunHomeOptions, 'keys' | 'environment'> & { places: HomePlaces },
): Promise<{ given: Record<string, string>; urls: readonly string[] }> {
  const given: Record<string, string> = {}
  const urls: string[] = []
  for (const settings of all) {
    const seen = places.seen(settings.file)
    const imported = await importSettings(settings, { path: seen, keys, environment })
    if (imported.text !== undefined) await write(places.own(seen), imported.text)
    Object.assign(given, imported.variables)
    urls.push(...imported.urls)
  }
  return { given, urls }
}

function makeFolder({ path, isFolder }: { path: string; isFolder: boolean }): void {
  if (isFolder) mkdirSync(path, { recursive: true, mode: 0o700 })
}

function isBelow({ path }: { path: string }, folders: readonly { path: string }[]): boolean {
  return folders.some((folder) => isInside(path, folder.path))
}

function mountsOf(
  paths: readonly { path: string }[],
  { isWritable }: { isWritable: boolean },
): SandboxMount[] {
  return paths
    .filter(({ path }) => existsSync(path))
    .map(({ path }) => ({ from: path, at: path, isWritable }))
}

/** Returns the files of the user that could not be written: the next exchange tries again. */
function exchange(logins: readonly { from: string; login: LoginFile }[]): string[] {
  return logins.flatMap(({ from, login }) => {
    try {
      login.exchange()
      return []
    } catch {
      return [from]
    }
  })
}

/** A login that is no JSON has no field with a key. */
function hiddenText(text: string, keys: HiddenKeys): string {
  try {
    return JSON.stringify(keys.inSettings(JSON.parse(text) as unknown), null, 2)
  } catch {
    return text
  }
}

async function write(file: string, text: string): Promise<void> {
  await filePromises().mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await filePromises().writeFile(file, text, { mode: 0o600 })
}

function seenPaths(files: readonly string[], places: HomePlaces): { path: string; isFolder: boolean }[] {
  return files.map((file) => {
    const isFolder = file.endsWith('/')
    return { path: places.seen(isFolder ? file.slice(0, -1) : file), isFolder }
  })
}
