import { X509Certificate } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, connect } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthority } from './authority.ts'

async function certificateFor(host: string): Promise<{ authority: X509Certificate; own: X509Certificate }> {
  const made = createAuthority(Date.parse('2030-01-02T03:04:05Z'))
  const { certificate } = made
  const server = createServer({ SNICallback: (_name, done) => done(null, made.contextFor(host)) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', servername: 'x.test', rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const own = new X509Certificate(socket.getPeerCertificate().raw)
  socket.destroy()
  return { authority: new X509Certificate(certificate), own }
}

it.each([
  ['api.example.com', 'DNS:api.example.com'],
  ['127.0.0.1', 'IP Address:127.0.0.1'],
  ['2001:db8::1:ff', 'IP Address:2001:DB8:0:0:0:0:1:FF'],
])('signs a certificate for %s', async (host, name) => {
  const { authority, own } = await certificateFor(host)
  expect([own.verify(authority.publicKey), own.checkIssued(authority), own.ca]).toEqual([true, true, false])
  expect([own.subjectAltName, own.validFrom, own.validTo]).toEqual([
    name,
    'Jan  2 02:04:05 2030 GMT',
    'Feb  1 03:04:05 2030 GMT',
  ])
  expect([authority.ca, authority.verify(authority.publicKey)]).toEqual([true, true])
})

it.skipIf(!existsSync('/usr/bin/openssl'))('signs certificates that OpenSSL accepts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'capstan-authority-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { authority, own } = await certificateFor('api.example.com')
  const [trusted, leaf] = [join(folder, 'trusted.pem'), join(folder, 'leaf.pem')]
  await writeFile(trusted, authority.toString())
  await writeFile(leaf, own.toString())
  const args = ['verify', '-x509_strict', '-purpose', 'sslserver', '-attime', '1893640000']
  const host = ['-verify_hostname', 'api.example.com', '-CAfile', trusted, leaf]
  expect(execFileSync('openssl', [...args, ...host], { encoding: 'utf8' })).toBe(`${leaf}: OK\n`)
})
