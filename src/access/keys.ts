import { createHash, randomBytes } from 'node:crypto'

/** A key as it is shown once, and as it is kept: found by its hash, displayed by its end. */
export interface NewKey {
  key: string
  hash: Buffer
  lastFour: string
}

/** Makes a new API key: `fc-` and 32 hexadecimal digits, the form that existing clients insist on. */
export function newApiKey(): NewKey {
  return describeKey(`fc-${randomBytes(16).toString('hex')}`)
}

/** Partner and administration keys do not look like API keys, so that one is never taken for another. */
export function newPartnerKey(): NewKey {
  return describeKey(`wp-${randomBytes(24).toString('hex')}`)
}

export function newAdminKey(): NewKey {
  return describeKey(`wa-${randomBytes(24).toString('hex')}`)
}

export function describeKey(key: string): NewKey {
  return { key, hash: hashKey(key), lastFour: key.slice(-4) }
}

/** A key has 128 random bits, so a plain hash is enough: there is nothing to guess from it. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
