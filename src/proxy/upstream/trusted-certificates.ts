import type { SecureContext } from 'node:tls'
import type { Environment } from './company-proxy.ts'

const { readFileSync } = process.getBuiltinModule('node:fs')

/**
 * The context for connections to providers: the authorities that Node trusts and those in the caller's files, because Node
 * reads `NODE_EXTRA_CA_CERTS` only of its own process and `SSL_CERT_FILE` never. Undefined if there are no such files.
 */
export function trustedContext(environment: Environment): SecureContext | undefined {
  const files = new Set([environment['NODE_EXTRA_CA_CERTS'], environment['SSL_CERT_FILE']])
  const added = [...files].flatMap((file) => (file === undefined || file === '' ? [] : certificatesIn(file)))
  if (added.length === 0) return undefined
  const tls = process.getBuiltinModule('node:tls')
  // Absent before Node 22.15.
  const { getCACertificates } = tls as Partial<typeof tls>
  const trusted = getCACertificates?.('default') ?? tls.rootCertificates
  return tls.createSecureContext({ ca: [...new Set([...trusted, ...added])] })
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
