import { lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SettingsImports } from '../home/settings-imports.ts'
import { overlayHome } from './home-overlay.ts'

let home: string
let into: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'capstan-home-'))
  into = mkdtempSync(join(tmpdir(), 'capstan-over-'))
  mkdirSync(join(home, '.agent'))
})
afterEach(() => {
  for (const folder of [home, into]) rmSync(folder, { recursive: true, force: true })
})

const over = {
  folderVariable: 'AGENT_HOME',
  file: '.agent/settings.json',
  shares: { folders: ['.agent/tmp'], files: ['.agent/new.json'] },
}
const make = (content: string): Promise<string> =>
  overlayHome(over, { content, into, environment: { AGENT_HOME: home } })

it('merges the settings and links everything else, so that written files persist', async () => {
  writeFileSync(join(home, over.file), '{ // mine\n"a": {"b": "http://x"}, "list": [1]}')
  writeFileSync(join(home, '.agent/login.json'), 'old')
  expect(JSON.parse(await make('{"a":{"c":2},"list":[2]}'))).toEqual({
    a: { b: 'http://x', c: 2 },
    list: [1, 2],
  })
  for (const name of ['login.json', 'new.json', 'tmp/session'])
    writeFileSync(join(into, '.agent', name), 'new')
  rmSync(into, { recursive: true })
  for (const name of ['login.json', 'new.json', 'tmp/session']) {
    expect(readFileSync(join(home, '.agent', name), 'utf8')).toBe('new')
  }
  expect(lstatSync(join(home, over.file)).isFile()).toBe(true)
})

it('works without user settings, and rejects settings that are not JSON', async () => {
  expect(JSON.parse(await make('{"a":1}'))).toEqual({ a: 1 })
  writeFileSync(join(home, over.file), 'none')
  await expect(make('{}')).rejects.toMatchObject({ code: 'AGENT_NOT_STARTED' })
})

it('gives a confined agent only the fields that its definition imports, with placeholders for keys', async () => {
  const theirs = { model: { name: 'm' }, hooks: { start: 'x' }, provider: { apiKey: 'sk-real' } }
  writeFileSync(join(home, over.file), JSON.stringify(theirs))
  const settings = [
    { file: over.file, format: 'json', fields: ['model', 'provider'], set: { quiet: true } },
  ] as const
  const imports = new SettingsImports({ settings, hidesKeys: true, environment: {} })
  const content = '{"model":{"effort":"high"}}'
  const options = { content, into, environment: { AGENT_HOME: home }, readSettings: imports.read }
  const text = await overlayHome(over, options)
  const [hidden] = imports.keys.all
  expect(JSON.parse(text)).toEqual({
    model: { name: 'm', effort: 'high' },
    provider: { apiKey: hidden?.placeholder },
    quiet: true,
  })
  expect(hidden?.key()).toBe('sk-real')
  expect(JSON.parse(await overlayHome({ ...over, file: '.agent/other.json' }, options))).toEqual({
    model: { effort: 'high' },
  })
})
