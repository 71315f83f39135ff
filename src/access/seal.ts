import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts the few values that must be readable again, under a key derived from the root secret. */
export interface Seal {
  close(plain: string): Buffer
  open(sealed: Buffer): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM; `purpose` separates keys, so that a value sealed for one use cannot be opened as another. */
export function createSeal(rootSecret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', purpose, 32))
  return {
    close(plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return (
        decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      )
    },
  }
}
