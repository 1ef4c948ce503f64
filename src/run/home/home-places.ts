import { join, relative } from 'node:path'
import type { AgentDefinition } from '../../agents/definition/definition.ts'
import { agentFile } from '../../agents/launch/agent-file.ts'
import { isInside } from '../../core/files/path-inside.ts'

/** Variables that move folders of any home. */
const movedFolders = [
  { variable: 'XDG_CONFIG_HOME', folder: '.config' },
  { variable: 'XDG_DATA_HOME', folder: '.local/share' },
  { variable: 'XDG_STATE_HOME', folder: '.local/state' },
  { variable: 'XDG_CACHE_HOME', folder: '.cache' },
]

export interface HomePlacesOptions {
  /** The user's home. */
  readonly home: string
  /** The home of the run. */
  readonly own: string
  readonly auth: AgentDefinition['auth']
  readonly environment: Readonly<Record<string, string>>
  /** Folders of the run: a variable that points there moves no file of the user, and its folder links to the home. */
  readonly runFolders: readonly string[]
}

/** Where files of the user's home are, and where the agent's own copies of them are. */
export class HomePlaces {
  readonly #options: HomePlacesOptions
  readonly #moves: readonly { variable: string; folder: string }[]

  constructor(options: HomePlacesOptions) {
    this.#options = options
    const { auth, environment, runFolders } = options
    const isOfRun = (folder: string): boolean => runFolders.some((one) => isInside(folder, one))
    this.#moves = [...(auth.moved === undefined ? [] : [auth.moved]), ...movedFolders].filter(
      ({ variable }) => (environment[variable] ?? '') !== '' && !isOfRun(environment[variable] ?? ''),
    )
  }

  /** The path of a file of the home, as the user and the agent know it. */
  seen(file: string): string {
    const { home, environment } = this.#options
    const moved = this.#moves.find(({ folder }) => folder === '.' || file.startsWith(`${folder}/`))
    return agentFile(file, { home, moved, environment })
  }

  /** Where the agent's own copy of a path is. */
  own(path: string): string {
    const { home, own } = this.#options
    if (isInside(path, home)) return join(own, relative(home, path))
    const index = this.#moves.findIndex((move) => isInside(path, this.#folderOf(move)))
    const move = this.#moves[index]
    return move === undefined
      ? join(own, path)
      : join(this.#ownFolder(index), relative(this.#folderOf(move), path))
  }

  /** Folders outside of the home that variables name, with the agent's own folders. */
  get moved(): { at: string; from: string }[] {
    const { home } = this.#options
    return this.#moves.flatMap((move, index) => {
      const at = this.#folderOf(move)
      return isInside(at, home) ? [] : [{ at, from: this.#ownFolder(index) }]
    })
  }

  #folderOf({ variable }: { variable: string }): string {
    return this.#options.environment[variable] ?? ''
  }

  #ownFolder(index: number): string {
    return join(this.#options.own, '.capstan', `moved-${index}`)
  }
}
