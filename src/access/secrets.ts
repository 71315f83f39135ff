import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { Fault } from '../fault.ts'

/** A new key, shown once, with its stored form: the hash to find it, and its last characters for display. */
export interface NewKey {
  key: string
  hash: Buffer
  lastFour: string
}

/** Creates an API key: `fc-` and 32 hexadecimal digits, the form that existing clients require. */
export function newApiKey(): NewKey {
  return hashedKey(`fc-${randomBytes(16).toString('hex')}`)
}

/** Partner and administration keys differ in form from API keys, so they cannot be confused. */
export function newPartnerKey(): NewKey {
  return hashedKey(`wp-${randomBytes(24).toString('hex')}`)
}

export function newAdminKey(): NewKey {
  return hashedKey(`wa-${randomBytes(24).toString('hex')}`)
}

export function hashedKey(key: string): NewKey {
  return { key, hash: hashKey(key), lastFour: key.slice(-4) }
}

/** A key has 128 random bits, so a plain hash cannot be guessed. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Compares in constant time. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Encrypts the few values that must be readable again, with a key derived from the root secret. */
export interface Cipher {
  encrypt(text: string): Buffer
  decrypt(encrypted: Buffer): string
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * AES-256-GCM. `purpose` separates keys, so that a value encrypted for one use cannot be decrypted for
 * another.
 */
export function createCipher(rootSecret: string, purpose: string): Cipher {
  const key = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', purpose, 32))
  return {
    encrypt(text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted) {
      const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, NONCE_BYTES))
      decipher.setAuthTag(encrypted.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return (
        decipher.update(encrypted.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      )
    },
  }
}

/** URLs that need no key: they are valid for anyone until they expire. */
export interface SignedLinks {
  sign(path: string, lifetimeMs: number): string
  check(path: string, signature: { expires: number; signature: string }): 'valid' | 'expired' | 'forged'
}

export function assertSigned(
  links: SignedLinks,
  path: string,
  given: { expires: number; signature: string },
): void {
  const verdict = links.check(path, given)
  if (verdict === 'valid') return
  throw new Fault(
    'FORBIDDEN',
    verdict === 'expired'
      ? 'This link has expired. Request the result again to get a new one.'
      : 'This link is not valid. Use the URL exactly as the service returned it.',
  )
}

/** HMAC-SHA-256. `purpose` separates keys, so that a link for one use is invalid for another. */
export function createSignedLinks(rootSecret: string, purpose: string): SignedLinks {
  const key = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', `link: ${purpose}`, 32))
  const signatureOf = (path: string, expires: number) =>
    createHmac('sha256', key).update(`${expires} ${path}`).digest()
  return {
    sign(path, lifetimeMs) {
      const expires = Math.ceil((Date.now() + lifetimeMs) / 1000)
      return `${path}?expires=${expires}&signature=${signatureOf(path, expires).toString('base64url')}`
    },
    check(path, { expires, signature }) {
      if (!isSameSecret(Buffer.from(signature, 'base64url'), signatureOf(path, expires))) return 'forged'
      return expires * 1000 < Date.now() ? 'expired' : 'valid'
    },
  }
}
