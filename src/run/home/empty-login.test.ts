import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LoginFile } from './login-file.ts'

test('makes no file of the user from an empty login, and one from a real login', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-login-'))
  try {
    const [from, to] = [join(folder, 'auth.json'), join(folder, 'own', 'auth.json')]
    const same = (text: string): string => text
    const login = new LoginFile({ from, to, hidden: same, restored: same, isMounted: false })
    writeFileSync(to, '{}\n')
    login.exchange()
    expect(existsSync(from)).toBe(false)
    writeFileSync(to, '{"token":"t"}')
    login.exchange()
    expect(readFileSync(from, 'utf8')).toBe('{"token":"t"}')
  } finally {
    await rm(folder, { recursive: true })
  }
})
