import { packageFolder } from '../../../core/files/package-folder.ts'
import { etagOf } from '../etag.ts'

/** A file of the page. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly etag: string
  /** The name contains a content hash, so the file never changes. */
  readonly isNamedByHash: boolean
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The files of the page by URL path; empty if the page was not built. */
export function readPageFiles(folder = pageFolder()): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>()
  if (folder === undefined) return files
  const { existsSync, readdirSync } = process.getBuiltinModule('node:fs')
  const path = process.getBuiltinModule('node:path')
  const index = path.join(folder, 'index.html')
  if (!existsSync(index)) return files
  files.set('/', readPageFile(index, { isNamedByHash: false }))
  // Lists the files once, so that no request path can reach another file.
  for (const name of readdirSync(path.join(folder, 'assets'))) {
    files.set(`/assets/${name}`, readPageFile(path.join(folder, 'assets', name), { isNamedByHash: true }))
  }
  return files
}

function readPageFile(file: string, { isNamedByHash }: Pick<PageFile, 'isNamedByHash'>): PageFile {
  const { readFileSync } = process.getBuiltinModule('node:fs')
  const extension = process.getBuiltinModule('node:path').extname(file)
  const body = new Uint8Array(readFileSync(file))
  const contentType = contentTypes[extension] ?? 'application/octet-stream'
  return { body, contentType, etag: etagOf(body), isNamedByHash }
}

function pageFolder(): string | undefined {
  const folder = packageFolder(import.meta.dirname)
  if (folder === undefined) return undefined
  return process.getBuiltinModule('node:path').join(folder, 'dist/gateway/page')
}
