import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, apiClient } from '../support/gateway-api.ts'
import { createGatewayLab, type GatewayLab } from '../support/gateway-lab.ts'

interface Found {
  readonly files: readonly string[]
  readonly isComplete: boolean
}

let lab: GatewayLab
let api: ApiClient
const folder = mkdtempSync(join(tmpdir(), 'capstan-files-'))
const workspace = join(folder, 'workspace')
beforeAll(async () => {
  lab = createGatewayLab()
  const put = (path: string, text = ''): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  put('.gitignore', 'dist/\n*.log\n!keep.log\n')
  for (const path of ['src/app.ts', 'src/api/app-routes.ts', 'dist/app.js', 'error.log', 'keep.log'])
    put(path)
  for (const path of ['.git/config', 'node_modules/app/index.js', 'docs/app.md']) put(path)
  put('docs/.gitignore', 'draft*\n')
  put('docs/draft-app.md')
  const outside = join(folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'app-secret.txt'), 'secret')
  symlinkSync(outside, join(workspace, 'linked'))
  symlinkSync(join(outside, 'app-secret.txt'), join(workspace, 'app-linked.txt'))
  const { url } = await lab.open({}, { session: { ...lab.lab.options, cwd: workspace } })
  api = await apiClient(url)
})
afterAll(async () => {
  await lab.remove()
  rmSync(folder, { recursive: true })
})

const found = async (search: string): Promise<readonly string[]> =>
  (await api.ask<Found>('GET /api/files', { query: { search } })).body.files

test('finds files by name, then by path, then by their letters in order', async () => {
  expect(await found('app')).toEqual(['docs/app.md', 'src/app.ts', 'src/api/app-routes.ts'])
  expect(await found('src/a')).toEqual(['src/app.ts', 'src/api/app-routes.ts'])
  expect(await found('saroutes')).toEqual(['src/api/app-routes.ts'])
  expect(await found('nothing')).toEqual([])
})

test('leaves out ignored files, links and everything outside of the folder', async () => {
  const { body } = await api.ask<Found>('GET /api/files', { query: {} })
  expect(body.isComplete).toBe(true)
  expect(body.files.toSorted()).toEqual([
    '.gitignore',
    'docs/.gitignore',
    'docs/app.md',
    'keep.log',
    'src/api/app-routes.ts',
    'src/app.ts',
  ])
  expect(await found('../')).toEqual([])
  expect(await found('secret')).toEqual([])
})

test('refuses a search of more than 200 characters', async () => {
  const { status } = await api.ask('GET /api/files', { query: { search: 'x'.repeat(201) } })
  expect(status).toBe(400)
})
