import type { KeyObject } from 'node:crypto'

/** Variables that only one node can read. */
export interface SealedVariables {
  /** The public key of the sender, used once. */
  key: string
  iv: string
  tag: string
  data: string
}

const keyFormat = { type: 'spki', format: 'der' } as const

/**
 * Passes the values of variables to another node. Calls are stored in the database for a moment: there the values are
 * encrypted with a key that exists only in the memory of the node that reads them.
 */
export class VariableSeal {
  readonly #crypto = process.getBuiltinModule('node:crypto')
  readonly #own = this.#crypto.generateKeyPairSync('x25519')

  /** The key with which others seal variables for this node. */
  get publicKey(): string {
    return this.#own.publicKey.export(keyFormat).toString('base64')
  }

  seal(publicKey: string, variables: Readonly<Record<string, string>>): SealedVariables {
    const once = this.#crypto.generateKeyPairSync('x25519')
    const iv = this.#crypto.randomBytes(12)
    const cipher = this.#crypto.createCipheriv('aes-256-gcm', this.#secret(once.privateKey, publicKey), iv)
    const data = Buffer.concat([cipher.update(JSON.stringify(variables), 'utf8'), cipher.final()])
    return {
      key: once.publicKey.export(keyFormat).toString('base64'),
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      data: data.toString('base64'),
    }
  }

  /** @throws if the variables were sealed for another node, or changed. */
  open({ key, iv, tag, data }: SealedVariables): Record<string, string> {
    const secret = this.#secret(this.#own.privateKey, key)
    const decipher = this.#crypto.createDecipheriv('aes-256-gcm', secret, Buffer.from(iv, 'base64'))
    decipher.setAuthTag(Buffer.from(tag, 'base64'))
    const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Record<string, string>
  }

  #secret(privateKey: KeyObject, publicKey: string): Buffer {
    const other = this.#crypto.createPublicKey({ key: Buffer.from(publicKey, 'base64'), ...keyFormat })
    const shared = this.#crypto.diffieHellman({ privateKey, publicKey: other })
    return Buffer.from(this.#crypto.hkdfSync('sha256', shared, '', 'capstan variables', 32))
  }
}
