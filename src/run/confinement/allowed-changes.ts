import { ignore } from '../../core/ignore.ts'
import { changedFiles } from '../../sandbox/changed-files.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { CallGrant } from '../permissions/call-grant.ts'
import { rulePath } from '../permissions/rule-paths.ts'

export interface AllowedChangesOptions {
  /** The folders of the workspace, the working folder first. */
  readonly workspace: readonly [string, ...string[]]
  readonly sandbox: Pick<Sandbox, 'allowWrites' | 'settled'>
  /** Files changed while only calls were allowed that did not name them. */
  readonly onUnnamed: (files: readonly string[]) => void
}

/**
 * Makes the workspace writable for calls that were allowed. The mount cannot tell the files of a call from others, so what
 * changes without being named is reported. A command may change everything.
 */
export class AllowedChanges {
  readonly #options: AllowedChangesOptions
  #open = 0
  #since = 0
  #named: string[] = []
  /** Whether a call may change files that it does not name. */
  #isAny = false
  #checks: Promise<void> = Promise.resolve()

  constructor(options: AllowedChangesOptions) {
    this.#options = options
  }

  /** Returns a function that ends the call. */
  async allow(writes: CallGrant['writes']): Promise<() => void> {
    if (writes === 'none') return ignore
    const { sandbox, workspace } = this.#options
    if (this.#open++ === 0) {
      this.#since = Date.now()
      this.#named = []
      this.#isAny = false
    }
    if (writes === 'any') this.#isAny = true
    else this.#named.push(...writes.map((path) => rulePath(path, workspace[0])))
    const close = await sandbox.allowWrites().catch((error: unknown) => {
      this.#open--
      throw error
    })
    return () => {
      close()
      if (--this.#open === 0 && !this.#isAny) this.#check()
    }
  }

  /** Resolves when every change has been checked. */
  async settled(): Promise<void> {
    await this.#checks
  }

  #check(): void {
    this.#checks = this.#report(this.#checks, { since: this.#since, except: this.#named })
  }

  async #report(before: Promise<void>, about: { since: number; except: readonly string[] }): Promise<void> {
    await before
    const { sandbox, workspace, onUnnamed } = this.#options
    await sandbox.settled()
    const folders = workspace.map((folder) => rulePath(folder, '/'))
    // If the search fails, anything may have changed.
    const files = (await changedFiles(folders, about).catch(() => undefined)) ?? folders
    if (files.length > 0) onUnnamed(files)
  }
}
