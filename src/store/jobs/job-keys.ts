import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createSeal } from '../../access/access.ts'
import type { Seal } from '../../access/access.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface JobKeys {
  begin(tx: Queryable, jobId: string): Promise<JobCipher>
  /** Undefined when the job has none, or none any more. */
  of(jobId: string): Promise<JobCipher | undefined>
  /** What a host is known by: visits of all jobs are counted for it, and its name is not kept. */
  hostMark(host: string): string
}

const MOST_AT_HAND = 1_000
const MOST_HOSTS = 10_000

export function createJobKeys(db: Queryable, rootSecret: string): JobKeys {
  const seal = createSeal(rootSecret, 'job key')
  const hostKey = Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', 'host mark', 32))
  const ciphers = new Map<string, JobCipher>()
  const hosts = new Map<string, string>()
  return {
    async begin(tx, jobId) {
      const secret = randomBytes(32).toString('base64')
      await tx.rows(sql`insert into job_keys (job_id, sealed) values (${jobId}, ${seal.close(secret)})`)
      return createJobCipher(secret)
    },
    async of(jobId) {
      const known = ciphers.get(jobId)
      if (known) return known
      const [row] = await db.prepared<{ sealed: Buffer }>(sql`
        select sealed from job_keys where job_id = ${jobId}`)
      const secret = row && openOrLost(seal, row.sealed)
      if (secret === undefined) return undefined
      const cipher = createJobCipher(secret)
      remember(ciphers, MOST_AT_HAND, jobId, cipher)
      return cipher
    },
    hostMark(host) {
      const known = hosts.get(host)
      if (known !== undefined) return known
      const mark = createHmac('sha256', hostKey).update(host).digest('base64url').slice(0, HOST_CHARS)
      remember(hosts, MOST_HOSTS, host, mark)
      return mark
    },
  }
}

const HOST_CHARS = 22

/** Undefined for what was sealed under another root secret: it is lost, and no reason for others to wait. */
export function openOrLost(seal: Seal, sealed: Buffer): string | undefined {
  try {
    return seal.open(sealed)
  } catch {
    return undefined
  }
}

function remember<Value>(map: Map<string, Value>, most: number, key: string, value: Value): void {
  if (map.size >= most) map.delete(map.keys().next().value!)
  map.set(key, value)
}

/** How a job's texts are stored: encrypted when the job has a key, otherwise as they are. */
export interface JobCipher {
  isSealed: boolean
  close(text: string): string
  /** Also where the database has put what was closed into a sentence of its own. */
  open(kept: string): string
  /** Within JSON, where what was closed stands as a string, or in one. */
  openJson(kept: string): string
  /** The page's own key is encrypted together with its address; the rest of the database knows it by a hash of it. */
  closePage(page: PageName): PageName
  openPage(kept: PageName): PageName
  /** A document as JSON that ends with its metadata; to what comes out of this, the database may add as to any other. */
  closeDocument(json: string): string
  openDocument(kept: string): string
  mark(hash: string): string
}

interface PageName {
  key: string
  url: string
}

export function isClosed(kept: string): boolean {
  return kept.startsWith('<sealed ') || kept.startsWith('<page ')
}

const itself = <Value>(value: Value): Value => value

export const PLAIN: JobCipher = {
  isSealed: false,
  close: itself,
  open: itself,
  openJson: itself,
  closePage: itself,
  openPage: itself,
  closeDocument: itself,
  openDocument: itself,
  mark: itself,
}

/** Letters that neither JSON nor a sentence changes. */
const CLOSED = /<(sealed|page) ([\w-]+)>/g
const KEY_CHARS = 32

export function createJobCipher(secret: string): JobCipher {
  const seal = createSeal(secret, 'job')
  const hashKey = Buffer.from(hkdfSync('sha256', secret, 'winnow', 'job page', 32))
  const encrypt = (text: string) => seal.close(text).toString('base64url')
  const decrypt = (text: string) => seal.open(Buffer.from(text, 'base64url'))
  const mark = (hash: string) => createHmac('sha256', hashKey).update(hash).digest('hex').slice(0, KEY_CHARS)
  const opened = (_: string, kind: string, text: string) =>
    kind === 'page' ? decrypt(text).slice(KEY_CHARS) : decrypt(text)
  const open = (kept: string) => kept.replace(CLOSED, opened)
  return {
    isSealed: true,
    close: (text) => `<sealed ${encrypt(text)}>`,
    open,
    openJson: (kept) =>
      kept.replace(CLOSED, (...found: [string, string, string]) =>
        JSON.stringify(opened(...found)).slice(1, -1),
      ),
    closePage: ({ key, url }) => ({ key: mark(key), url: `<page ${encrypt(key + url)}>` }),
    openPage({ url }) {
      const named = decrypt(url.slice('<page '.length, -1))
      return { key: named.slice(0, KEY_CHARS), url: named.slice(KEY_CHARS) }
    },
    closeDocument: (json) => `{"sealed":"${encrypt(json)}","metadata":{"sealed":true}}`,
    openDocument(kept) {
      const { sealed, metadata } = JSON.parse(kept) as { sealed: string; metadata: Record<string, unknown> }
      const { sealed: _, ...added } = metadata
      const document = decrypt(sealed)
      const fields = Object.entries(added).map(
        ([name, url]) => `,${JSON.stringify(name)}:${JSON.stringify(open(url as string))}`,
      )
      return fields.length === 0 ? document : `${document.slice(0, -2)}${fields.join('')}}}`
    },
    mark,
  }
}
