import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeCertificates } from './certificates.ts'

const pem = (text: string): string => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`

it("gives the agent the certificates of the company's files and folders, and nothing else of them", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'capstan-certificates-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'file.pem'), pem('file'))
  writeFileSync(join(folder, 'extra.pem'), pem('extra'))
  writeFileSync(
    join(folder, 'more/a1b2.0'),
    `${pem('folder')}\n-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----`,
  )
  const written = await writeCertificates(
    { path: folder, at: '/home/me', environment: { SSL_CERT_FILE: join(folder, 'file.pem') } },
    {
      proxy: { certificate: pem('proxy') },
      environment: { NODE_EXTRA_CA_CERTS: join(folder, 'extra.pem'), SSL_CERT_DIR: join(folder, 'more') },
    },
  )
  expect(written).toEqual({
    file: join(folder, '.capstan/certificates.pem'),
    shown: '/home/me/.capstan/certificates.pem',
  })
  expect(
    readFileSync(written.file, 'utf8')
      .split('\n')
      .filter((line) => !line.startsWith('-----')),
  ).toEqual(['file', 'extra', 'folder', 'proxy'])
})
