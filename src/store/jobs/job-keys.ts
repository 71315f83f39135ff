import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createCipher } from '../../access/access.ts'
import type { Cipher } from '../../access/access.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface JobKeys {
  createCipher(tx: Queryable, jobId: string): Promise<JobCipher>
  /** Returns undefined when the job has no key, or its key was deleted. */
  findCipher(jobId: string): Promise<JobCipher | undefined>
  /** The hash under which visits of all jobs to a host are counted, without storing its name. */
  hostHash(host: string): string
}

const MAX_CACHED_CIPHERS = 1_000
const MAX_CACHED_HOSTS = 10_000

export function createJobKeys(db: Queryable, rootSecret: string): JobKeys {
  const rootCipher = createCipher(rootSecret, 'job key')
  const hostKey = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', 'host mark', 32))
  const ciphers = new Map<string, JobCipher>()
  const hosts = new Map<string, string>()
  return {
    async createCipher(tx, jobId) {
      const secret = randomBytes(32).toString('base64')
      await tx.rows(
        sql`insert into job_keys (job_id, sealed) values (${jobId}, ${rootCipher.encrypt(secret)})`,
      )
      return createJobCipher(secret)
    },
    async findCipher(jobId) {
      const known = ciphers.get(jobId)
      if (known) return known
      const [row] = await db.prepared<{ sealed: Buffer }>(sql`
        select sealed from job_keys where job_id = ${jobId}`)
      const secret = row && tryDecrypt(rootCipher, row.sealed)
      if (secret === undefined) return undefined
      const cipher = createJobCipher(secret)
      addBounded(ciphers, MAX_CACHED_CIPHERS, jobId, cipher)
      return cipher
    },
    hostHash(host) {
      const known = hosts.get(host)
      if (known !== undefined) return known
      const hash = createHmac('sha256', hostKey).update(host).digest('base64url').slice(0, HOST_CHARS)
      addBounded(hosts, MAX_CACHED_HOSTS, host, hash)
      return hash
    },
  }
}

const HOST_CHARS = 22

/**
 * Returns undefined for a value encrypted with another root secret. It is lost, and must not block other
 * work.
 */
export function tryDecrypt(cipher: Cipher, encrypted: Buffer): string | undefined {
  try {
    return cipher.decrypt(encrypted)
  } catch {
    return undefined
  }
}

function addBounded<Value>(map: Map<string, Value>, max: number, key: string, value: Value): void {
  if (map.size >= max) map.delete(map.keys().next().value!)
  map.set(key, value)
}

/** How a job's texts are stored: encrypted when the job has a key, otherwise as they are. */
export interface JobCipher {
  isEncrypted: boolean
  encrypt(text: string): string
  /** Also works where the database has embedded the encrypted value in a sentence. */
  decrypt(stored: string): string
  /** Works on JSON whose strings are, or contain, encrypted values. */
  decryptJson(stored: string): string
  /** Encrypts the page's key together with its URL. The database identifies the page by a hash of the key. */
  encryptPage(page: StoredPageName): StoredPageName
  decryptPage(stored: StoredPageName): StoredPageName
  /**
   * Encrypts a document as JSON that ends with its metadata. The database can append to the result as to any
   * other document.
   */
  encryptDocument(json: string): string
  decryptDocument(stored: string): string
  hash(key: string): string
}

interface StoredPageName {
  key: string
  url: string
}

export function isEncryptedText(stored: string): boolean {
  return stored.startsWith('<sealed ') || stored.startsWith('<page ')
}

const identity = <Value>(value: Value): Value => value

export const NO_ENCRYPTION: JobCipher = {
  isEncrypted: false,
  encrypt: identity,
  decrypt: identity,
  decryptJson: identity,
  encryptPage: identity,
  decryptPage: identity,
  encryptDocument: identity,
  decryptDocument: identity,
  hash: identity,
}

/** Characters that JSON does not escape. */
const ENCRYPTED_TEXT = /<(sealed|page) ([\w-]+)>/g
const KEY_CHARS = 32

export function createJobCipher(secret: string): JobCipher {
  const cipher = createCipher(secret, 'job')
  const hashKey = Buffer.from(hkdfSync('sha256', secret, 'winnow', 'job page', 32))
  const encryptText = (text: string) => cipher.encrypt(text).toString('base64url')
  const decryptText = (text: string) => cipher.decrypt(Buffer.from(text, 'base64url'))
  const hashKeyed = (hash: string) =>
    createHmac('sha256', hashKey).update(hash).digest('hex').slice(0, KEY_CHARS)
  const decryptMatch = (_: string, kind: string, text: string) =>
    kind === 'page' ? decryptText(text).slice(KEY_CHARS) : decryptText(text)
  const decrypt = (stored: string) => stored.replace(ENCRYPTED_TEXT, decryptMatch)
  return {
    isEncrypted: true,
    encrypt: (text) => `<sealed ${encryptText(text)}>`,
    decrypt,
    decryptJson: (stored) =>
      stored.replace(ENCRYPTED_TEXT, (...found: [string, string, string]) =>
        JSON.stringify(decryptMatch(...found)).slice(1, -1),
      ),
    encryptPage: ({ key, url }) => ({ key: hashKeyed(key), url: `<page ${encryptText(key + url)}>` }),
    decryptPage({ url }) {
      const named = decryptText(url.slice('<page '.length, -1))
      return { key: named.slice(0, KEY_CHARS), url: named.slice(KEY_CHARS) }
    },
    encryptDocument: (json) => `{"sealed":"${encryptText(json)}","metadata":{"sealed":true}}`,
    decryptDocument(stored) {
      const { sealed, metadata } = JSON.parse(stored) as { sealed: string; metadata: Record<string, unknown> }
      const { sealed: _, ...added } = metadata
      const document = decryptText(sealed)
      const fields = Object.entries(added).map(
        ([name, url]) => `,${JSON.stringify(name)}:${JSON.stringify(decrypt(url as string))}`,
      )
      return fields.length === 0 ? document : `${document.slice(0, -2)}${fields.join('')}}}`
    },
    hash: hashKeyed,
  }
}
