import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LoginFile, type LoginFileOptions } from './login-file.ts'

let folder: string
let user: string
let home: string
let from: string
let to: string

const same = (text: string): string => text

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-login-')))
  user = join(folder, 'user')
  home = join(folder, 'run')
  from = join(user, 'agent/auth.json')
  to = join(home, 'agent/auth.json')
  mkdirSync(dirname(from), { recursive: true })
  mkdirSync(home)
})

afterEach(() => rmSync(folder, { recursive: true }))

function loginFile(change: Partial<LoginFileOptions> = {}): LoginFile {
  return new LoginFile({ from, to, home, hidden: same, restored: same, ...change })
}

function textOf(path: string): string {
  return readFileSync(path, 'utf8')
}

it('makes no file of the user from an empty login, and one from a real login', () => {
  const login = loginFile()
  writeFileSync(to, '{}\n')
  login.exchange()
  expect(existsSync(from)).toBe(false)
  writeFileSync(to, '{"token":"t"}')
  login.exchange()
  expect(textOf(from)).toBe('{"token":"t"}')
})

it('gives the agent the keys as placeholders, and the user the keys', () => {
  writeFileSync(from, '{"key":"real"}')
  const login = loginFile({
    hidden: (text) => text.replace('real', 'placeholder'),
    restored: (text) => text.replace('placeholder', 'real'),
  })
  expect(textOf(to)).toBe('{"key":"placeholder"}')
  writeFileSync(to, '{"key":"placeholder","more":1}')
  login.exchange()
  expect(textOf(from)).toBe('{"key":"real","more":1}')
})

it('gives the agent a token that another program refreshed, and keeps the later of two', () => {
  writeFileSync(from, '{"token":1}')
  const [one, other] = [loginFile(), loginFile({ to: join(home, 'other/auth.json') })]
  writeFileSync(to, '{"token":2}')
  one.exchange()
  other.exchange()
  expect([textOf(from), textOf(join(home, 'other/auth.json'))]).toEqual(['{"token":2}', '{"token":2}'])
})

it("writes behind the user's own link", () => {
  writeFileSync(join(user, 'dotfile.json'), '{"token":1}')
  symlinkSync(join(user, 'dotfile.json'), from)
  const login = loginFile()
  writeFileSync(to, '{"token":2}')
  login.exchange()
  expect([lstatSync(from).isSymbolicLink(), textOf(join(user, 'dotfile.json'))]).toEqual([
    true,
    '{"token":2}',
  ])
})

it('reads no file behind a link of the agent', () => {
  writeFileSync(from, '{"token":1}')
  writeFileSync(join(user, 'secret.json'), '{"secret":true}')
  const login = loginFile()
  rmSync(to)
  symlinkSync(join(user, 'secret.json'), to)
  login.exchange()
  expect(textOf(from)).toBe('{"token":1}')
})

it('neither reads nor writes in a folder that the agent replaced by a link', () => {
  writeFileSync(from, '{"token":1}')
  const login = loginFile({ hidden: () => '{"hidden":true}' })
  mkdirSync(join(user, 'other'))
  writeFileSync(join(user, 'other/auth.json'), '{"other":true}')
  renameSync(dirname(to), join(home, 'away'))
  symlinkSync(join(user, 'other'), dirname(to))
  login.exchange()
  writeFileSync(from, '{"token":2}')
  login.exchange()
  expect([textOf(from), textOf(join(user, 'other/auth.json'))]).toEqual(['{"token":2}', '{"other":true}'])
})

it('does not wait for a pipe that the agent made', () => {
  writeFileSync(from, '{"token":1}')
  const login = loginFile()
  rmSync(to)
  execFileSync('mkfifo', [to])
  login.exchange()
  expect(textOf(from)).toBe('{"token":1}')
})

it('follows no link in a folder of the user that the agent can change', () => {
  writeFileSync(join(user, 'secret.json'), '{"secret":true}')
  const login = loginFile({ keptIn: dirname(from), to: join(home, '.capstan/login/auth.json') })
  symlinkSync(join(user, 'secret.json'), from)
  login.exchange()
  expect(existsSync(join(home, '.capstan/login/auth.json'))).toBe(false)
})
