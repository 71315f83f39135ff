import { randomInt } from 'node:crypto'
import { countedAddress, hashKey } from '../access/access.ts'
import { Fault } from '../fault.ts'
import { isSame } from './keys.ts'
import type { CountIn, SignInCodes } from './records.ts'

const DIGITS = 8
/** How long the windows are in which is counted, and how often is often enough. */
const WINDOW_SECONDS = 600
const CODES_PER_EMAIL = 5
const CODES_PER_ADDRESS = 30
const TRIES_PER_EMAIL = 20
const TRIES_PER_ADDRESS = 60

export interface SignInNeeds {
  codes: SignInCodes
  codeHash: (email: string, code: string) => Buffer
  countIn: CountIn
  /** Absent where no mail can be sent: codes then come from the operator. */
  sendCode?: ((email: string, code: string) => void) | undefined
  adminKeyHash: () => Promise<Buffer>
}

export interface SignIn {
  /** Whether codes come by mail. */
  mails: boolean
  /** Sends a code for one sign-in to whoever belongs to a team. To others nothing happens, in the same time. */
  requestCode(email: string, place: string, address: string): Promise<void>
  /** The user whose code it is. */
  checkCode(
    given: { email: string; code: string },
    place: string,
    address: string,
  ): Promise<string | undefined>
  /** What stands for the operator, if this is the administration key. */
  checkOperator(key: string, address: string): Promise<string | undefined>
  /** Whether what stands for the operator still does: not after the key was replaced. */
  isOperator(accountId: string): Promise<boolean>
}

export function createSignIn({ codes, codeHash, countIn, sendCode, adminKeyHash }: SignInNeeds): SignIn {
  async function limit(what: string, who: string, most: number): Promise<void> {
    const { place, secondsLeft } = await countIn(`${what} ${who}`, WINDOW_SECONDS)
    if (place > most) throw tooOften(secondsLeft)
  }
  const operatorOf = async () => `operator:${(await adminKeyHash()).toString('hex').slice(0, 32)}`

  return {
    mails: sendCode !== undefined,
    async requestCode(email, place, address) {
      await limit('codes for', email, CODES_PER_EMAIL)
      await limit('codes from', countedAddress(address), CODES_PER_ADDRESS)
      if (sendCode === undefined) return
      const code = newCode()
      if (await codes.issue(email, place, codeHash(email, code))) sendCode(email, code)
    },
    async checkCode({ email, code }, place, address) {
      await limit('tries for', email, TRIES_PER_EMAIL)
      await limit('tries from', countedAddress(address), TRIES_PER_ADDRESS)
      const given = codeHash(email, code)
      const valid = await codes.attempt(email, place)
      const own = valid.find(({ hash }) => isSame(hash, given))
      return own && (await codes.use(own.userId, own.hash)) ? own.userId : undefined
    },
    async checkOperator(key, address) {
      await limit('operator from', countedAddress(address), TRIES_PER_ADDRESS)
      return isSame(hashKey(key), await adminKeyHash()) ? operatorOf() : undefined
    },
    isOperator: async (accountId) => isSame(accountId, await operatorOf()),
  }
}

/** A new code: few enough digits to type, too many for five tries. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

export function tooOften(seconds: number): Fault {
  return new Fault(
    'RATE_LIMITED',
    `That was tried too often. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    {
      retryAfterSeconds: seconds,
    },
  )
}
