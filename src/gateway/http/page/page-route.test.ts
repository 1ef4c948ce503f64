import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPageFiles } from './page-files.ts'
import { answerPageFile } from './page-route.ts'

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
  "media-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'capstan-page-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<p>hello</p>')
  writeFileSync(join(folder, 'assets/index-abc.js'), 'start()')
})

afterEach(() => rmSync(folder, { recursive: true }))

function ask(path: string, headers: Record<string, string> = {}): Response {
  const file = readPageFiles(folder).get(path)
  if (file === undefined) throw new Error(`nothing at ${path}`)
  return answerPageFile(new Request(`http://localhost${path}`, { headers }), file)
}

describe('the page', () => {
  it('serves only its own files', () => {
    expect([...readPageFiles(folder).keys()]).toEqual(['/', '/assets/index-abc.js'])
  })

  it('has no files if it was not built', () => {
    expect([...readPageFiles(join(folder, 'assets')).keys()]).toEqual([])
  })

  it('may load only files of the gateway, and is revalidated', async () => {
    const response = ask('/')
    const etag = response.headers.get('etag')
    expect(await response.text()).toBe('<p>hello</p>')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-cache',
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      etag,
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })

  it('caches files with a content hash forever', () => {
    const { headers } = ask('/assets/index-abc.js')
    expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it('answers 304 if the browser has the file', () => {
    const etag = ask('/').headers.get('etag') ?? ''
    expect(ask('/', { 'if-none-match': `"other", W/${etag}` }).status).toBe(304)
    expect(ask('/', { 'if-none-match': '"other"' }).status).toBe(200)
  })
})
