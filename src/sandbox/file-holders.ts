import { isInside } from '../core/files/path-inside.ts'
import { mountsOf } from './mounts.ts'

const { readdirSync, readFileSync, readlinkSync } = process.getBuiltinModule('node:fs')

/** A process that can change a file that it has opened or mapped. */
export interface FileHolder {
  readonly pid: number
  readonly file: string
}

/** The processes in the sandbox of `first` that have a file of these mounts open for writing. */
export function fileHolders(first: number, paths: readonly string[]): FileHolder[] {
  const namespace = linkOf(`/proc/${first}/ns/mnt`)
  if (namespace === undefined) return []
  const mounts = mountsOf(first).filter(({ path }) => paths.includes(path))
  const ids = new Set(mounts.map(({ id }) => id))
  return namesOf('/proc')
    .filter((name) => /^\d+$/.test(name) && linkOf(`/proc/${name}/ns/mnt`) === namespace)
    .flatMap((name) => {
      const file = openFile(name, ids) ?? mappedFile(name, paths)
      return file === undefined ? [] : [{ pid: Number(name), file }]
    })
}

function openFile(pid: string, mounts: ReadonlySet<string>): string | undefined {
  const found = namesOf(`/proc/${pid}/fdinfo`).find((name) => {
    const text = textOf(`/proc/${pid}/fdinfo/${name}`)
    const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(text)?.[1] ?? '0', 8)
    return (flags & 3) !== 0 && mounts.has(/^mnt_id:\s*(\d+)/m.exec(text)?.[1] ?? '')
  })
  return found === undefined ? undefined : (linkOf(`/proc/${pid}/fd/${found}`) ?? 'a file')
}

/** A shared mapping lets its process write after it has closed the file. */
function mappedFile(pid: string, paths: readonly string[]): string | undefined {
  const files = textOf(`/proc/${pid}/maps`).matchAll(/^\S+ .w.s \S+ \S+ \d+\s+(\/.*)$/gm)
  return Array.from(files, ([, file = '']) => file).find((file) => paths.some((path) => isInside(file, path)))
}

function namesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
