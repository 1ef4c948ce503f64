import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { createCertificate } from './certificate.ts'

const hour = 3_600_000
/** How long certificates are valid: no run is longer. */
const validity = 30 * 24 * hour

/** A certificate authority of one proxy. Its keys exist only in memory. */
export interface Authority {
  /** The certificate that clients must trust, in PEM form. */
  readonly certificate: string
  /** The certificate and key of a host, made once. */
  contextFor(host: string): SecureContext
}

export function createAuthority(now = Date.now()): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const hostKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  // A name of its own: clients look up issuers by name.
  const issuer = { ...keys, name: `Capstan model proxy ${randomBytes(4).toString('hex')}` }
  // Clocks of clients may be slow.
  const dates = { validFrom: new Date(now - hour), validTo: new Date(now + validity) }
  const certificate = createCertificate({ name: issuer.name, publicKey: keys.publicKey, issuer, ...dates })
  const key = hostKeys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const contexts = new Map<string, SecureContext>()
  return {
    certificate,
    contextFor(host) {
      const known = contexts.get(host)
      if (known !== undefined) return known
      const own = createCertificate({ name: host, host, publicKey: hostKeys.publicKey, issuer, ...dates })
      const context = createSecureContext({ key, cert: own })
      contexts.set(host, context)
      return context
    },
  }
}
