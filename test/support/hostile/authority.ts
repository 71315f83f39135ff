import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { der } from './der.ts'

/** A key with its certificate, as `node:tls` takes them; `cert` may hold the chain. */
export interface Identity {
  key: string
  cert: string
}

interface Leaf {
  name: string
  days?: { from: number; to: number }
  /** Where a list of revoked certificates is said to be. */
  revocationList?: string
}

/** Who signs certificates: a root of its own, or somebody below one. */
export interface Authority {
  cert: string
  issue(leaf: Leaf): Identity
  /** An authority that this one vouches for. */
  below(name: string): Authority
}

export function createAuthority(name: string): Authority {
  const key = newKey()
  const cert = certificate({
    subject: name,
    issuer: name,
    publicKey: key.publicKey,
    signingKey: key.privateKey,
    isAuthority: true,
  })
  return authority(name, key.privateKey, cert)
}

/** A certificate that vouches for itself. */
export function selfSigned(name: string): Identity {
  const key = newKey()
  const cert = certificate({
    subject: name,
    issuer: name,
    publicKey: key.publicKey,
    signingKey: key.privateKey,
    leaf: { name },
  })
  return { key: pemOf(key.privateKey), cert }
}

/** Makes this process trust a root, besides those it trusts anyway, until it is disposed of. */
export function trust(root: Authority): Disposable {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, root.cert])
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) }
}

function authority(name: string, signingKey: KeyObject, cert: string): Authority {
  return {
    cert,
    issue(leaf) {
      const { publicKey, privateKey } = newKey()
      return {
        key: pemOf(privateKey),
        cert: certificate({ subject: leaf.name, issuer: name, publicKey, signingKey, leaf }),
      }
    },
    below(subject) {
      const { publicKey, privateKey } = newKey()
      return authority(
        subject,
        privateKey,
        certificate({ subject, issuer: name, publicKey, signingKey, isAuthority: true }),
      )
    },
  }
}

interface CertificateOptions {
  subject: string
  issuer: string
  publicKey: KeyObject
  signingKey: KeyObject
  isAuthority?: boolean
  leaf?: Leaf
}

const DAY_MS = 24 * 60 * 60 * 1000
const ECDSA_WITH_SHA256 = der.sequence(der.oid('1.2.840.10045.4.3.2'))

function certificate({
  subject,
  issuer,
  publicKey,
  signingKey,
  isAuthority,
  leaf,
}: CertificateOptions): string {
  const { from, to } = leaf?.days ?? { from: -1, to: 30 }
  const dayFromNow = (days: number) => der.time(new Date(Date.now() + days * DAY_MS))
  const statement = der.sequence(
    der.tagged(0, der.integer(Buffer.from([2]))),
    der.integer(Buffer.concat([Buffer.from([1]), randomBytes(7)])),
    ECDSA_WITH_SHA256,
    commonName(issuer),
    der.sequence(dayFromNow(from), dayFromNow(to)),
    commonName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der.tagged(3, der.sequence(...(isAuthority ? [AUTHORITY_EXTENSION] : leafExtensions(leaf!)))),
  )
  const signature = sign('sha256', statement, signingKey)
  const base64 = der.sequence(statement, ECDSA_WITH_SHA256, der.bits(signature)).toString('base64')
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

const AUTHORITY_EXTENSION = der.sequence(der.oid('2.5.29.19'), der.yes(), der.octets(der.sequence(der.yes())))

function leafExtensions({ name, revocationList }: Leaf): Buffer[] {
  const names = der.sequence(der.plainTagged(2, Buffer.from(name)))
  const extensions = [der.sequence(der.oid('2.5.29.17'), der.octets(names))]
  if (revocationList !== undefined) {
    const place = der.tagged(0, der.tagged(0, der.plainTagged(6, Buffer.from(revocationList))))
    extensions.push(der.sequence(der.oid('2.5.29.31'), der.octets(der.sequence(der.sequence(place)))))
  }
  return extensions
}

function commonName(name: string): Buffer {
  return der.sequence(der.set(der.sequence(der.oid('2.5.4.3'), der.text(name))))
}

function newKey() {
  return generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
}

function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
