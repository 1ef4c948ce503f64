import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { createWorkspaceFiles, type WorkspaceFiles } from './workspace-files.ts'

let folder: string
let root: string
let outside: string
let files: WorkspaceFiles

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-files-')))
  root = join(folder, 'root')
  outside = join(folder, 'outside')
  mkdirSync(root)
  mkdirSync(outside)
  writeFileSync(join(outside, 'secret'), 'secret')
  files = createWorkspaceFiles({ roots: [root] })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The fault that a request is answered with. */
async function faultOf(answer: Promise<unknown>): Promise<unknown> {
  const error = await answer.then(
    (value) => new Error(`There was an answer: ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  const { code, message, data } = error as { code?: number; message: string; data?: unknown }
  return { code, message, data }
}

const outsideFault = (path: string): unknown => ({
  code: -32602,
  message: 'The path is outside the folders of this session',
  data: { path },
})

/** Everything below the root, so that a leftover shows. */
const inRoot = (): string[] => readdirSync(root, { recursive: true }).map(String).toSorted()

describe('reading', () => {
  it('returns the text unchanged', async () => {
    const text = '\u{feff}one\r\ntwo ü\n\nfour'
    writeFileSync(join(root, 'a'), text)
    expect(await files.readTextFile({ path: join(root, 'a') })).toBe(text)
    expect(await files.readTextFile({ path: join(root, 'sub', '..', 'a') })).toBe(text)
  })

  test.each([
    [1, undefined, '1\n2\n\n4'],
    [0, 1, '1\n'],
    [undefined, 2, '1\n2\n'],
    [2, undefined, '2\n\n4'],
    [2, 2, '2\n\n'],
    [4, 9, '4'],
    [5, undefined, ''],
    [99, 1, ''],
    [1, 0, ''],
  ])('from line %s, limit %s', async (line, limit, expected) => {
    writeFileSync(join(root, 'a'), '1\n2\n\n4')
    const request = {
      path: join(root, 'a'),
      ...(line === undefined ? {} : { line }),
      ...(limit === undefined ? {} : { limit }),
    }
    expect(await files.readTextFile(request)).toBe(expected)
  })

  it('rejects an invalid line or limit', async () => {
    writeFileSync(join(root, 'a'), '')
    for (const field of ['line', 'limit']) {
      for (const value of [-1, 1.5, NaN]) {
        expect(await faultOf(files.readTextFile({ path: join(root, 'a'), [field]: value }))).toEqual({
          code: -32602,
          message: `${field} must be a whole number of at least 0`,
          data: undefined,
        })
      }
    }
  })

  it('reports a missing file, also below a file', async () => {
    writeFileSync(join(root, 'a'), '')
    for (const path of [join(root, 'b'), join(root, 'b', 'c'), join(root, 'a', 'b')]) {
      expect(await faultOf(files.readTextFile({ path }))).toEqual({
        code: -32002,
        message: 'File not found',
        data: { path },
      })
    }
  })

  it('reads a missing file as empty if configured, only inside the roots', async () => {
    const lenient = createWorkspaceFiles({ roots: [root], missingIsEmpty: true })
    expect(await lenient.readTextFile({ path: join(root, 'b') })).toBe('')
    const path = join(outside, 'b')
    expect(await faultOf(lenient.readTextFile({ path }))).toEqual(outsideFault(path))
  })

  it('rejects folders, pipes, large and binary files', async () => {
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'latin'), Buffer.from([0x66, 0xfc, 0x72]))
    writeFileSync(join(root, 'large'), '')
    truncateSync(join(root, 'large'), 10 * 1024 * 1024 + 1)
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')])
    const messages = {
      folder: 'The path is a folder',
      latin: 'The file is not UTF-8 text',
      large: 'The file is larger than 10 MiB',
      pipe: 'The path is not a regular file',
    }
    for (const [name, message] of Object.entries(messages)) {
      const path = join(root, name)
      expect(await faultOf(files.readTextFile({ path }))).toEqual({ code: -32602, message, data: { path } })
    }
  })

  it('accepts a file of exactly 10 MiB', async () => {
    writeFileSync(join(root, 'large'), 'x'.repeat(10 * 1024 * 1024))
    expect(await files.readTextFile({ path: join(root, 'large') })).toHaveLength(10 * 1024 * 1024)
  })
})

describe('writing', () => {
  it('creates a file and its parent folders', async () => {
    await files.writeTextFile({ path: join(root, 'a', 'b', 'c.txt'), content: 'ü\n' })
    expect(readFileSync(join(root, 'a', 'b', 'c.txt'), 'utf8')).toBe('ü\n')
    expect(inRoot()).toEqual(['a', 'a/b', 'a/b/c.txt'])
    // As any program makes it, whatever the umask is.
    writeFileSync(join(root, 'other'), '')
    expect(statSync(join(root, 'a', 'b', 'c.txt')).mode).toBe(statSync(join(root, 'other')).mode)
  })

  it('replaces a file and keeps its mode', async () => {
    writeFileSync(join(root, 'run.sh'), 'a longer text than before')
    chmodSync(join(root, 'run.sh'), 0o751)
    await files.writeTextFile({ path: join(root, 'run.sh'), content: 'new' })
    expect(readFileSync(join(root, 'run.sh'), 'utf8')).toBe('new')
    expect(statSync(join(root, 'run.sh')).mode & 0o7777).toBe(0o751)
    expect(inRoot()).toEqual(['run.sh'])
  })

  it.runIf(process.getuid?.() === 0)('keeps the owner if allowed', async () => {
    writeFileSync(join(root, 'a'), 'old')
    chownSync(join(root, 'a'), 1234, 5678)
    await files.writeTextFile({ path: join(root, 'a'), content: 'new' })
    const { uid, gid } = statSync(join(root, 'a'))
    expect({ uid, gid }).toEqual({ uid: 1234, gid: 5678 })
  })

  it.runIf(process.getuid?.() !== 0)('does not replace a read-only file', async () => {
    writeFileSync(join(root, 'a'), 'old', { mode: 0o444 })
    const path = join(root, 'a')
    expect(await faultOf(files.writeTextFile({ path, content: 'new' }))).toEqual({
      code: -32603,
      message: 'The file could not be written: permission denied',
      data: { path },
    })
    expect(readFileSync(path, 'utf8')).toBe('old')
  })

  it('rejects a folder, a pipe and a path below a file', async () => {
    mkdirSync(join(root, 'folder'))
    writeFileSync(join(root, 'file'), 'old')
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(root, 'pipe')])
    const faults = [
      [root, -32602, 'The path is a folder'],
      [join(root, 'folder'), -32602, 'The path is a folder'],
      [join(root, 'pipe'), -32602, 'The path is not a regular file'],
      [join(root, 'file', 'a'), -32603, 'The file could not be written: file already exists'],
      [join(root, 'file', 'a', 'b'), -32603, 'The file could not be written: not a directory'],
    ] as const
    for (const [path, code, message] of faults) {
      expect(await faultOf(files.writeTextFile({ path, content: 'new' }))).toEqual({
        code,
        message,
        data: { path },
      })
    }
    expect(inRoot()).toEqual(['file', 'folder', 'pipe'])
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('old')
  })

  it('leaves the old file and no temporary file after a partial write', () => {
    const path = join(root, 'a')
    writeFileSync(path, 'old')
    const script = `
      import { createWorkspaceFiles } from ${JSON.stringify(new URL('workspace-files.ts', import.meta.url).href)}
      const [root, path] = process.argv.slice(1)
      const files = createWorkspaceFiles({ roots: [root] })
      await files.writeTextFile({ path, content: 'x'.repeat(1_000_000) }).catch(({ message }) => console.log(message))`
    // No file of this process may grow beyond a few blocks.
    const limited = 'ulimit -f 8 && exec "$0" --input-type=module --eval "$1" "$2" "$3"'
    const { stdout } = spawnSync('sh', ['-c', limited, process.execPath, script, root, path], {
      encoding: 'utf8',
    })
    expect(stdout).toBe('The file could not be written: file too large\n')
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(inRoot()).toEqual(['a'])
  })

  it('does not disturb concurrent readers', async () => {
    const path = join(root, 'a')
    writeFileSync(path, 'old')
    const reading = openSync(path, 'r')
    try {
      await files.writeTextFile({ path, content: 'new' })
      expect([readFileSync(reading, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['old', 'new'])
    } finally {
      closeSync(reading)
    }
  })
})

describe('outside of the roots', () => {
  /** The one fault that both requests are answered with, when nothing outside has changed. */
  const faultOfBoth = async (path: string): Promise<unknown> => {
    const read = await faultOf(files.readTextFile({ path }))
    const written = await faultOf(files.writeTextFile({ path, content: 'taken' }))
    const after = [readdirSync(outside), readFileSync(join(outside, 'secret'), 'utf8')]
    const same = isDeepStrictEqual(read, written) && isDeepStrictEqual(after, [['secret'], 'secret'])
    return same ? read : { read, written, after }
  }

  it('rejects an outside path, existing or not', async () => {
    for (const path of [join(outside, 'secret'), join(outside, 'new'), join(outside, 'a', 'b')]) {
      expect(await faultOfBoth(path)).toEqual(outsideFault(path))
    }
  })

  it('rejects .. out of the roots', async () => {
    for (const path of [`${root}/../outside/secret`, `${root}/a/../../outside/new`, `${root}/..`, '/']) {
      expect(await faultOfBoth(path)).toEqual(outsideFault(path))
    }
  })

  it('rejects a sibling folder with the same prefix', async () => {
    mkdirSync(`${root}2`)
    expect(await faultOfBoth(`${root}2/a`)).toEqual(outsideFault(`${root}2/a`))
  })

  it('rejects a relative path', async () => {
    for (const path of ['a', './a', '../a', '~/a', '', `${root}/a\0b`]) {
      expect(await faultOfBoth(path)).toEqual({
        code: -32602,
        message: 'The path must be absolute',
        data: { path },
      })
    }
  })

  it('rejects links to outside files, folders and link chains', async () => {
    symlinkSync(join(outside, 'secret'), join(root, 'file'))
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync(join(root, 'folder'), join(root, 'chain'))
    symlinkSync('../outside', join(root, 'relative'))
    const names = ['file', 'folder/secret', 'folder/new', 'folder/a/b', 'chain/secret', 'relative/secret']
    for (const path of names.map((name) => join(root, name))) {
      expect(await faultOfBoth(path)).toEqual(outsideFault(path))
    }
  })

  it('resolves .. lexically, not through a link', async () => {
    mkdirSync(join(outside, 'deep'))
    symlinkSync(join(outside, 'deep'), join(root, 'link'))
    writeFileSync(join(root, 'secret'), 'ours')
    // For the system this would be `outside/secret`.
    const path = `${root}/link/../secret`
    expect(await files.readTextFile({ path })).toBe('ours')
    await files.writeTextFile({ path, content: 'changed' })
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
    expect(readFileSync(join(root, 'secret'), 'utf8')).toBe('changed')
  })

  it('does not write through a broken link', async () => {
    symlinkSync(join(outside, 'new'), join(root, 'out'))
    symlinkSync(join(root, 'new'), join(root, 'in'))
    for (const name of ['out', 'in', 'out/a']) {
      const path = join(root, name)
      expect(await faultOfBoth(path)).toEqual({
        code: -32602,
        message: 'A link on the path is broken',
        data: { path },
      })
    }
    expect(inRoot()).toEqual(['in', 'out'])
  })

  it('rejects a loop of links', async () => {
    symlinkSync(join(root, 'b'), join(root, 'a'))
    symlinkSync(join(root, 'a'), join(root, 'b'))
    expect(await faultOfBoth(join(root, 'a'))).toEqual({
      code: -32603,
      message: 'The file could not be reached: too many symbolic links encountered',
      data: { path: join(root, 'a') },
    })
  })
})

describe('inside of the roots', () => {
  it('writes the target of a link and keeps the link', async () => {
    mkdirSync(join(root, 'real'))
    writeFileSync(join(root, 'real', 'a'), 'old')
    symlinkSync(join('real', 'a'), join(root, 'link'))
    symlinkSync('real', join(root, 'folder'))
    await files.writeTextFile({ path: join(root, 'link'), content: 'new' })
    await files.writeTextFile({ path: join(root, 'folder', 'b'), content: 'b' })
    expect(await files.readTextFile({ path: join(root, 'link') })).toBe('new')
    expect(readlinkSync(join(root, 'link'))).toBe('real/a')
    expect(lstatSync(join(root, 'real', 'a')).isFile()).toBe(true)
    expect(readFileSync(join(root, 'real', 'b'), 'utf8')).toBe('b')
  })

  it('serves every root, and links from one to another', async () => {
    const more = createWorkspaceFiles({ roots: [root, outside] })
    symlinkSync(outside, join(root, 'link'))
    expect(await more.readTextFile({ path: join(outside, 'secret') })).toBe('secret')
    expect(await more.readTextFile({ path: join(root, 'link', 'secret') })).toBe('secret')
  })

  it('serves a root that is itself a link, by both names', async () => {
    symlinkSync(root, join(folder, 'alias'))
    const linked = createWorkspaceFiles({ roots: [join(folder, 'alias')] })
    await linked.writeTextFile({ path: join(folder, 'alias', 'a'), content: 'a' })
    expect(await linked.readTextFile({ path: join(root, 'a') })).toBe('a')
  })

  it('rejects every path if the root does not exist', async () => {
    const gone = createWorkspaceFiles({ roots: [join(folder, 'gone')] })
    const path = join(folder, 'gone', 'a')
    expect(await faultOf(gone.writeTextFile({ path, content: 'a' }))).toEqual(outsideFault(path))
    expect(existsSync(join(folder, 'gone'))).toBe(false)
  })
})
