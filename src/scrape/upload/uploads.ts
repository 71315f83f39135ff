import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { Fault } from '../../fault.ts'

/** Where files wait between being uploaded and being parsed; all processes see them. Bytes come encrypted. */
export interface UploadStore {
  /** Gives when it expires; undefined when the holder has too many that were never parsed. */
  open(
    place: NewUpload & { holder: UploadOwner },
    limits: { lifetimeMs: number; mostUnparsed: number },
  ): Promise<Date | undefined>
  find(id: string): Promise<UploadRecord | undefined>
  /** Moves a place on; false when it is not in that state, or has expired. */
  advance(id: string, from: UploadState, to: UploadState): Promise<boolean>
  append(id: string, number: number, bytes: Uint8Array): Promise<void>
  piece(id: string, number: number): Promise<Uint8Array | undefined>
  empty(id: string): Promise<void>
}

type UploadState = 'open' | 'filling' | 'filled' | 'parsed'

/** Whose uploads are counted together: those of a team, or of an address without a key. */
interface UploadOwner {
  teamId: string
  keyless?: { address: string } | undefined
}

interface NewUpload {
  id: string
  secretHash: Buffer
  fileName: string
  contentType: string
}

export interface UploadRecord extends NewUpload {
  teamId: string
  state: UploadState
  hasExpired: boolean
}

/** Files by reference: a place is opened for a team, filled by whoever has the reference, and parsed once. */
export interface UploadRefs {
  open(request: {
    holder: UploadOwner
    fileName: string
    contentType: string
  }): Promise<{ id: string; uploadRef: string; expiresAt: Date }>
  fill(id: string, uploadRef: string, chunks: AsyncIterable<Uint8Array>): Promise<void>
  /** The file, which nobody gets a second time; leaving it removes it. */
  take(teamId: string, uploadRef: string): Promise<TakenUpload>
}

interface TakenUpload extends AsyncDisposable {
  fileName: string
  contentType: string
  chunks: AsyncIterable<Uint8Array>
}

const LIFETIME_MS = 10 * 60_000
const MOST_UNPARSED = 10
const PIECE_BYTES = 1024 * 1024
const CIPHER = 'aes-256-ctr'
/** Each key belongs to one file or name, so every file may begin at the same count. */
const START = Buffer.alloc(16)

export function createUploadRefs(uploads: UploadStore): UploadRefs {
  return {
    async open(options) {
      const id = randomUUID()
      const secret = randomBytes(32)
      const limits = { lifetimeMs: LIFETIME_MS, mostUnparsed: MOST_UNPARSED }
      const names = encryptNames(options, secret)
      const expiresAt = await uploads.open(
        { id, holder: options.holder, secretHash: hashOf(secret), ...names },
        limits,
      )
      if (!expiresAt) throw tooManyUploads()
      return { id, uploadRef: `${id}.${secret.toString('base64url')}`, expiresAt }
    },

    async fill(id, uploadRef, chunks) {
      const { place: upload, secret } = await findUpload(uploads, uploadRef)
      if (upload.id !== id) throw unknownRef()
      if (!(await uploads.advance(id, 'open', 'filling'))) {
        throw new Fault('CONFLICT', 'A file was uploaded here already. Ask for a new place.')
      }
      try {
        await append(uploads, id, chunks, createCipheriv(CIPHER, keyOf(secret), START))
      } catch (failure) {
        // Who was cut off may try again.
        await uploads.empty(id)
        await uploads.advance(id, 'filling', 'open')
        throw failure
      }
      if (!(await uploads.advance(id, 'filling', 'filled'))) throw expiredRef()
    },

    async take(teamId, uploadRef) {
      const { place: upload, secret } = await findUpload(uploads, uploadRef)
      if (upload.teamId !== teamId) throw new Fault('FORBIDDEN', 'This uploadRef belongs to another team.')
      if (upload.state === 'open' || upload.state === 'filling') {
        throw new Fault('BAD_REQUEST', 'No file was uploaded for this uploadRef yet.')
      }
      if (!(await uploads.advance(upload.id, 'filled', 'parsed'))) {
        throw new Fault('BAD_REQUEST', 'This uploadRef was used already; each works once.')
      }
      const { fileName, contentType } = decryptNames(upload, secret)
      const chunks = pieces(uploads, upload.id, createDecipheriv(CIPHER, keyOf(secret), START))
      return { fileName, contentType, chunks, [Symbol.asyncDispose]: () => uploads.empty(upload.id) }
    },
  }
}

async function findUpload(uploads: UploadStore, uploadRef: string) {
  const [id = '', text = ''] = uploadRef.split('.')
  const secret = Buffer.from(text, 'base64url')
  const upload = UUID.test(id) ? await uploads.find(id) : undefined
  // Only hashes are compared, so how long that takes tells nothing.
  if (!upload?.secretHash.equals(hashOf(secret))) throw unknownRef()
  if (upload.hasExpired) throw expiredRef()
  return { place: upload, secret }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function append(
  uploads: UploadStore,
  id: string,
  chunks: AsyncIterable<Uint8Array>,
  cipher: ReturnType<typeof createCipheriv>,
): Promise<void> {
  let number = 0
  let held: Buffer[] = []
  let heldBytes = 0
  const flush = async () => {
    if (heldBytes > 0) await uploads.append(id, number++, Buffer.concat(held))
    held = []
    heldBytes = 0
  }
  for await (const chunk of chunks) {
    held.push(cipher.update(chunk))
    heldBytes += chunk.length
    if (heldBytes >= PIECE_BYTES) await flush()
  }
  await flush()
}

async function* pieces(uploads: UploadStore, id: string, decipher: ReturnType<typeof createDecipheriv>) {
  for (let number = 0; ; number++) {
    const piece = await uploads.piece(id, number)
    if (!piece) return
    yield decipher.update(piece)
  }
}

type Names = Pick<NewUpload, 'fileName' | 'contentType'>

/** Names tell as much as contents do, and whether they may be kept is not known before the file is parsed. */
function encryptNames(names: Names, secret: Uint8Array): Names {
  return mapNames(names, (text, purpose) => {
    const cipher = createCipheriv(CIPHER, keyOf(secret, purpose), START)
    return cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
  })
}

function decryptNames(names: Names, secret: Uint8Array): Names {
  return mapNames(names, (text, purpose) => {
    const decipher = createDecipheriv(CIPHER, keyOf(secret, purpose), START)
    return decipher.update(text, 'base64', 'utf8') + decipher.final('utf8')
  })
}

function mapNames({ fileName, contentType }: Names, change: (text: string, purpose: string) => string) {
  return { fileName: change(fileName, 'upload name'), contentType: change(contentType, 'upload type') }
}

function hashOf(secret: Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest()
}

function keyOf(secret: Uint8Array, purpose = 'upload'): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'winnow', purpose, 32))
}

function unknownRef(): Fault {
  return new Fault('BAD_REQUEST', 'This uploadRef is not one of ours.')
}

function expiredRef(): Fault {
  return new Fault(
    'BAD_REQUEST',
    'This uploadRef has expired. Ask for a new place and upload the file again.',
  )
}

function tooManyUploads(): Fault {
  return new Fault(
    'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED',
    `There are ${MOST_UNPARSED} uploads of the last 24 hours that were not parsed. Parse some of them first.`,
    { retryAfterSeconds: 3600 },
  )
}
