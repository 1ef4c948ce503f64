import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EscapeListeners } from './escape-listeners.ts'
import { OwnEscapePlace } from './escape-place.ts'
import { escapesOf } from './escapes.ts'
import { everything } from './place-steps.ts'
import { escapeLines } from './try-plainly.ts'

async function placeFor(names: readonly string[]): Promise<OwnEscapePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-escapes-'))
  const listeners = new EscapeListeners()
  await listeners.open()
  const place = new OwnEscapePlace(folder, {
    temporary: folder,
    listeners,
    subagent: 'general',
    mcpTool: 'touch',
    logins: ['.agent/login.json'],
  })
  onTestFinished(async () => {
    await place.close()
    await listeners.close()
    rmSync(folder, { recursive: true, force: true })
  })
  await place.make(names, { home: {}, work: {} })
  return place
}

describe.runIf(process.platform === 'linux')('a place of escapes', () => {
  it('sees every escape of a program without a sandbox', async () => {
    const names = (
      'symlink-read parent-read absolute-read home-read inside-read process-environment inside-write absolute-write ' +
      'symlink-write hardlink-write profile-write temporary-write tcp udp dns named-pipe abstract-socket socket-inside ' +
      'socket-outside signal'
    ).split(' ')
    const place = await placeFor(names)
    const said = execFileSync('bash', ['-c', escapeLines(place, names)], { cwd: place.cwd, encoding: 'utf8' })
    await wait(400)
    expect(names.filter((name) => place.effects(name, said).length === 0)).toEqual([])
    expect(place.changedInHome()).toContain('.bashrc')
  })

  it('sees a file of the user in the place of a login', async () => {
    const place = await placeFor(['login-link'])
    execFileSync('bash', ['-c', escapeLines(place, ['login-link'])], { cwd: place.cwd })
    const login = join(place.home, '.agent/login.json')
    expect(place.effects('login-link', '')).toEqual([])
    const text = readFileSync(login, 'utf8')
    rmSync(login)
    writeFileSync(login, text)
    expect(place.effects('login-link', '')).toEqual(['its text reached .agent/login.json of the home'])
  })

  it('sees no effect before something is tried', async () => {
    const names = escapesOf({ policy: 'deny' })
    const place = await placeFor(names)
    const said = escapeLines(place, names) + everything(place, 'subagent')
    expect(names.flatMap((name) => place.effects(name, said))).toEqual([])
    expect(place.changedInHome()).toEqual([])
  })
})
