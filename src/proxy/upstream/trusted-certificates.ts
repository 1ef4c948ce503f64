import { join } from 'node:path'
import type { SecureContext } from 'node:tls'
import type { Environment } from './company-proxy.ts'

const { readdirSync, readFileSync } = process.getBuiltinModule('node:fs')

/**
 * The context for connections to providers: the authorities that Node trusts and those in the caller's files, because Node
 * reads `NODE_EXTRA_CA_CERTS` only of its own process and the others never. Undefined if there are no such files.
 */
export function trustedContext(environment: Environment): SecureContext | undefined {
  const added = addedCertificates(environment)
  if (added.length === 0) return undefined
  const tls = process.getBuiltinModule('node:tls')
  // Absent before Node 22.15.
  const { getCACertificates } = tls as Partial<typeof tls>
  const trusted = getCACertificates?.('default') ?? tls.rootCertificates
  return tls.createSecureContext({ ca: [...new Set([...trusted, ...added])] })
}

/** The certificates of the caller's files and folders, in PEM form. */
export function addedCertificates(environment: Environment): string[] {
  const { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: file, SSL_CERT_DIR: folders = '' } = environment
  const files = [extra, file, ...folders.split(':').flatMap(filesIn)]
  const found = files.flatMap((path) => (path === undefined || path === '' ? [] : certificatesIn(path)))
  return [...new Set(found)]
}

/** OpenSSL reads every file of these folders, whatever its name is. */
function filesIn(folder: string): string[] {
  try {
    return folder === '' ? [] : readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

/** A missing file is no error: other programs only warn, and the connection says which authority is unknown. */
function certificatesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').match(certificate) ?? []
  } catch {
    return []
  }
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
