import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Fault } from '../fault.ts'

/** Addresses that need no key: whoever has one may use it until it expires. */
export interface SignedLinks {
  /** The path with its signature; it holds for at least `lifetimeMs`. */
  sign(path: string, lifetimeMs: number): string
  /** What is wrong with a link that came back, if anything. */
  check(path: string, given: { expires: number; signature: string }): 'valid' | 'expired' | 'forged'
}

/** Refuses a link that is not one of ours, or has expired. */
export function assertSigned(
  links: SignedLinks,
  path: string,
  given: { expires: number; signature: string },
): void {
  const verdict = links.check(path, given)
  if (verdict === 'valid') return
  throw new Fault('FORBIDDEN', verdict === 'expired' ? 'This link has expired.' : 'This link is not valid.')
}

/** HMAC-SHA-256; `purpose` separates keys, so that a link made for one use opens nothing else. */
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
      const given = Buffer.from(signature, 'base64url')
      const wanted = signatureOf(path, expires)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return 'forged'
      return expires * 1000 < Date.now() ? 'expired' : 'valid'
    },
  }
}
