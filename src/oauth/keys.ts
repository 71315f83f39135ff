import { createHmac, createPrivateKey, hkdfSync, timingSafeEqual } from 'node:crypto'

/** What DER puts in front of the seed of an Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Everything secret that the authorization server needs, from the root secret: all processes have the same, and none is kept. */
export function deriveKeys(rootSecret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', purpose, 32))
  const formKey = derive('oauth form')
  const codeKey = derive('sign-in code')
  const refreshKey = derive('refresh token')
  return {
    cookieKey: derive('oauth cookie').toString('base64url'),
    signingKey: signingKeyOf(derive('oauth signature')),
    /** What a form must bring back that was given to this sign-in. */
    formToken: (uid: string) => createHmac('sha256', formKey).update(uid).digest('base64url'),
    /** The refresh token that replaces another one. */
    tokenAfter: (token: string) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
    /** A code has few digits: without the key, whoever has the hash could try them all. */
    codeHash: (email: string, code: string) => codeHashOf(codeKey, email, code),
  }
}

/** How the code of an address is kept; also for the operator's command. */
export function createCodeHash(rootSecret: string): (email: string, code: string) => Buffer {
  return deriveKeys(rootSecret).codeHash
}

function codeHashOf(key: Buffer, email: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${email}\n${code}`).digest()
}

function signingKeyOf(seed: Buffer) {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', kid: 'winnow' }
}

/** Takes the same time wherever they differ. */
export function isSame(given: string | Buffer, wanted: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
