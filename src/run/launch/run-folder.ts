import { dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path'
import { filePromises } from '../../core/file-promises.ts'
import type { LaunchPlan } from '../../agents/launch/launch-plan.ts'
import { type CopiedFile, runFolder } from '../../agents/launch/launch-request.ts'
import type { PlannedFile } from '../../agents/definition/planned-file.ts'
import { CapstanError } from '../../core/capstan-error.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../process/temporary-folder.ts'
import { type OverlayOptions, overlayHome } from './home-overlay.ts'
import { ValidationError } from '../../core/validation-error.ts'

/** Matches a whole value, or one after `name=`, so that the same text inside a prompt stays. */
const placeholder = new RegExp(`^((?:[\\w.-]+=)?)${runFolder.replaceAll(/[{}]/g, String.raw`\$&`)}(?=/|$)`)

export interface RunFolderOptions extends Pick<OverlayOptions, 'environment' | 'readSettings'> {
  readonly cwd: string
}

/** The private folder of one run. */
export class RunFolder {
  readonly path: string
  readonly #copies: readonly CopiedFile[]

  private constructor(path: string, copies: readonly CopiedFile[]) {
    this.path = path
    this.#copies = copies
  }

  /** Creates the folder and the files of a plan; undefined if the plan needs none. */
  static async create(
    { arguments: words, environment, files, copies = [] }: LaunchPlan,
    { cwd, ...overlays }: RunFolderOptions,
  ): Promise<RunFolder | undefined> {
    const values = [...words, ...Object.values(environment)]
    if (files.length + copies.length === 0 && !values.some((value) => placeholder.test(value)))
      return undefined
    for (const file of [...files, ...copies]) requireInside(file)
    const folder = new RunFolder(await makeTemporaryFolder('capstan-run-').catch(failed), copies)
    try {
      for (const file of files) await folder.#write(file, overlays)
      for (const { path, from } of copies) await folder.#copy(path, resolve(cwd, from))
    } catch (error) {
      await folder.remove()
      return failed(error)
    }
    return folder
  }

  /** Replaces the placeholder of a plan with the folder. */
  fill(value: string): string {
    const filled = value.replace(placeholder, (_, name: string) => name + this.path)
    // Prompts contain the full path of a copied file.
    return this.#copies.reduce(
      (text, { path }) => text.replaceAll(`@${runFolder}/${path}`, `@${this.path}/${path}`),
      filled,
    )
  }

  remove(): Promise<void> {
    return removeTemporaryFolder(this.path)
  }

  async #copy(path: string, from: string): Promise<void> {
    const file = join(this.path, path)
    await filePromises().mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await filePromises().copyFile(from, file)
  }

  async #write(
    { path, content, over, isExecutable }: PlannedFile,
    overlays: Omit<RunFolderOptions, 'cwd'>,
  ): Promise<void> {
    const file = join(this.path, path)
    if (over !== undefined) {
      const into = join(this.path, path.slice(0, -over.file.length))
      const joined = await overlayHome(over, { content, into, ...overlays })
      return filePromises().writeFile(file, joined, { mode: 0o600, flag: 'wx' })
    }
    await filePromises().mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await filePromises().writeFile(file, content, { mode: isExecutable ? 0o700 : 0o600, flag: 'wx' })
  }
}

function requireInside({ path }: Pick<PlannedFile, 'path'>): void {
  const [first] = normalize(path).split(sep)
  if (first !== '..' && !isAbsolute(path)) return
  throw new ValidationError(`${JSON.stringify(path)} is not a file in the folder of the run`)
}

function failed(cause: unknown): never {
  if (CapstanError.isInstance(cause)) throw cause
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new CapstanError('AGENT_NOT_STARTED', `Could not create the folder of the run: ${why}`, {
    hint: 'Check that the temporary folder of the system exists, is writable and is not full.',
    cause,
  })
}
