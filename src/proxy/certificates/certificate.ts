import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv6, SocketAddress } from 'node:net'
import {
  bits,
  der,
  identifier,
  integer,
  isTrue,
  numbered,
  octets,
  sequence,
  setOf,
  time,
  utf8,
} from './der.ts'

/*
 * Certificates are written by hand: Node reads X.509 but does not write it, and the libraries that do are larger than the
 * whole proxy (`node-forge` 1.6 MB, `@peculiar/x509` with its ASN.1 packages 2 MB), for the one form that is needed here.
 */

export interface CertificateOptions {
  /** The common name. */
  readonly name: string
  readonly publicKey: KeyObject
  readonly issuer: { readonly name: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  /** The host name or IP address of a server; absent for an authority. */
  readonly host?: string
  readonly validFrom: Date
  readonly validTo: Date
}

const ecdsaWithSha256 = sequence(identifier('1.2.840.10045.4.3.2'))

/** A certificate for a P-256 key, signed by the issuer, in PEM form. */
export function createCertificate(options: CertificateOptions): string {
  const { name, publicKey, issuer, validFrom, validTo } = options
  const serial = randomBytes(16)
  // Positive, without leading zero bytes.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const content = sequence(
    numbered(0, integer(Buffer.of(2))),
    integer(serial),
    ecdsaWithSha256,
    nameOf(issuer.name),
    sequence(time(validFrom), time(validTo)),
    nameOf(name),
    keyBytes(publicKey),
    numbered(3, sequence(...extensionsOf(options))),
  )
  const signature = sign('sha256', content, { key: issuer.privateKey, dsaEncoding: 'der' })
  const text = sequence(content, ecdsaWithSha256, bits(signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}

function nameOf(commonName: string): Buffer {
  // The field holds at most 64 characters; clients read the host from the extension.
  return sequence(setOf(sequence(identifier('2.5.4.3'), utf8(commonName.slice(0, 64)))))
}

function keyBytes(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' })
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1').update(keyBytes(key)).digest()
}

const signsCertificates = Buffer.of(0b0000_0110)
const signsHandshakes = Buffer.of(0b1000_0000)

function extensionsOf({ publicKey, issuer, host }: CertificateOptions): Buffer[] {
  const shared = [
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(der(0x80, keyId(issuer.publicKey)))),
  ]
  if (host === undefined) {
    return [
      // An authority that signs servers, not other authorities.
      criticalExtension('2.5.29.19', sequence(isTrue, integer(Buffer.of(0)))),
      criticalExtension('2.5.29.15', bits(signsCertificates, 1)),
      ...shared,
    ]
  }
  return [
    criticalExtension('2.5.29.19', sequence()),
    criticalExtension('2.5.29.15', bits(signsHandshakes, 7)),
    extension('2.5.29.37', sequence(identifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(alternativeName(host))),
    ...shared,
  ]
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), octets(value))
}

function criticalExtension(id: string, value: Buffer): Buffer {
  return sequence(identifier(id), isTrue, octets(value))
}

function alternativeName(host: string): Buffer {
  return isIP(host) === 0 ? der(0x82, Buffer.from(host, 'ascii')) : der(0x87, addressBytes(host))
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const [head = '', tail] = canonical.split('::')
  const [first, last] = [groupsOf(head), groupsOf(tail ?? '')]
  const all = [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}

function groupsOf(text: string): number[] {
  const groups = text === '' ? [] : text.split(':')
  return groups.flatMap((group) => (group.includes('.') ? pairs(group) : [parseInt(group, 16)]))
}

/** The last groups of an IPv6 address that is written with an IPv4 address at its end. */
function pairs(dotted: string): number[] {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return [a * 256 + b, c * 256 + d]
}
