import { randomInt, createHmac, createPrivateKey, hkdfSync } from 'node:crypto'
import { countedAddress, hashKey, isSameSecret } from '../access/access.ts'
import type { CountInWindow } from '../access/access.ts'
import { Fault } from '../fault.ts'
import type { SignInCodes } from './records.ts'

const DIGITS = 8
/** The length of the counting windows, and the limits per window. */
const WINDOW_SECONDS = 600
/**
 * A strict limit per e-mail address would let others lock a user out, so the limits per IP address are
 * strict. The limit per e-mail address is only reached from many IP addresses.
 */
const CODE_LIMITS = { perIp: 30, perIpAndEmail: 5, perEmail: 30 }
const TRY_LIMITS = { perIp: 60, perIpAndEmail: 20, perEmail: 100 }
const TRIES_PER_CODE = 5

export interface SignInNeeds {
  codes: SignInCodes
  codeHash: (email: string, code: string) => Buffer
  countInWindow: CountInWindow
  /** Undefined without a mail server: the operator then creates codes. */
  sendCode?: ((email: string, code: string) => Promise<void>) | undefined
  /** Runs work after the response. */
  inBackground: (work: Promise<void>) => void
  adminKeyHash: () => Promise<Buffer>
}

export interface SignIn {
  sendsMail: boolean
  /**
   * Sends a code for one sign-in to a team member. All differences for unknown e-mail addresses happen after
   * the response.
   */
  requestCode(email: string, interactionId: string, address: string): Promise<void>
  checkCode(
    given: { email: string; code: string },
    interactionId: string,
    address: string,
  ): Promise<string | undefined>
  /** Returns the operator's account id if this is the administration key. */
  checkOperator(key: string, address: string): Promise<string | undefined>
  /** Whether the operator's account id is still valid: not after the key was replaced. */
  isOperator(accountId: string): Promise<boolean>
}

export function createSignIn(needs: SignInNeeds): SignIn {
  const { codes, codeHash, countInWindow, sendCode, inBackground, adminKeyHash } = needs
  const limit = createLimit(countInWindow, WINDOW_SECONDS)
  /** The IP address first: refused attempts do not count for the e-mail address. */
  async function limitByIpAndEmail(
    action: string,
    email: string,
    address: string,
    limits: typeof CODE_LIMITS,
  ): Promise<void> {
    const place = countedAddress(address)
    await limit(`${action} from ${place}`, limits.perIp)
    await limit(`${action} for ${email} from ${place}`, limits.perIpAndEmail)
    await limit(`${action} for ${email}`, limits.perEmail)
  }
  async function issue(email: string, place: string): Promise<void> {
    const code = newCode()
    if (await codes.issue(email, place, codeHash(email, code))) await sendCode!(email, code)
  }
  const operatorOf = async () => `operator:${(await adminKeyHash()).toString('hex').slice(0, 32)}`

  return {
    sendsMail: sendCode !== undefined,
    async requestCode(email, place, address) {
      await limitByIpAndEmail('codes', email, address, CODE_LIMITS)
      if (sendCode) inBackground(issue(email, place))
    },
    async checkCode({ email, code }, place, address) {
      await limitByIpAndEmail('tries', email, address, TRY_LIMITS)
      const given = codeHash(email, code)
      const valid = await codes.find(email, place)
      // Counted even without a code, because otherwise the response would be faster.
      const validHashes = valid.map(({ hash }) => hash.toString('base64url')).sort()
      const tries = await countInWindow(
        `tries of ${validHashes} for ${email} from ${countedAddress(address)}`,
        WINDOW_SECONDS,
      )
      const match = valid.find(({ hash }) => isSameSecret(hash, given))
      if (match === undefined || tries.count > TRIES_PER_CODE) return undefined
      return (await codes.use(match.userId, match.hash)) ? match.userId : undefined
    },
    async checkOperator(key, address) {
      await limit(`operator from ${countedAddress(address)}`, TRY_LIMITS.perIp)
      return isSameSecret(hashKey(key), await adminKeyHash()) ? operatorOf() : undefined
    },
    isOperator: async (accountId) => isSameSecret(accountId, await operatorOf()),
  }
}

/** A new code: short enough to type, long enough for five tries. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** Limits how often an action is allowed within a time window. */
export function createLimit(countInWindow: CountInWindow, windowSeconds: number) {
  return async (action: string, max: number): Promise<void> => {
    const { count, secondsLeft } = await countInWindow(action, windowSeconds)
    if (count <= max) return
    const wait = secondsLeft <= 60 ? 'a minute' : `${Math.ceil(secondsLeft / 60)} minutes`
    const message = `Too many attempts. Try again in ${wait}.`
    throw new Fault('RATE_LIMITED', message, { retryAfterSeconds: secondsLeft })
  }
}

/** The DER prefix of the seed of an Ed25519 key. */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * All secrets of the authorization server, derived from the root secret: every process has the same, and none
 * is stored.
 */
export function deriveKeys(rootSecret: string) {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', rootSecret, 'winnow', purpose, 32))
  const formKey = derive('oauth form')
  const codeKey = derive('sign-in code')
  const refreshKey = derive('refresh token')
  return {
    cookieKey: derive('oauth cookie').toString('base64url'),
    signingKey: signingKeyOf(derive('oauth signature')),
    /** The CSRF token of a sign-in's forms. */
    formToken: (uid: string) => createHmac('sha256', formKey).update(uid).digest('base64url'),
    /** The refresh token that replaces another one. */
    tokenAfter: (token: string) => createHmac('sha256', refreshKey).update(token).digest('base64url'),
    /** A code has few digits: with an unkeyed hash, it could be found by trying all codes. */
    codeHash: (email: string, code: string) =>
      createHmac('sha256', codeKey).update(`${email}\n${code}`).digest(),
  }
}

/** The stored hash of a user's code; also for the operator's command. */
export function createCodeHash(rootSecret: string): (email: string, code: string) => Buffer {
  return deriveKeys(rootSecret).codeHash
}

function signingKeyOf(seed: Buffer) {
  const key = createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig', kid: 'winnow' }
}
