import type { KeylessDay } from '../../access/access.ts'
import { EligibilityAnswer } from '../../contract/keyless.ts'
import { Fault } from '../../fault.ts'
import { route } from '../server/route.ts'

export interface EligibilityNeeds {
  /** Absent where every caller needs a key. */
  keylessDay?: KeylessDay | undefined
}

/** How somebody asks for an address that is not his own; nobody is believed who does. */
const FOR_OTHERS = ['x-firecrawl-keyless-ip', 'x-firecrawl-keyless-secret']

/** Whether the caller may go without a key today. Asking does not count as a request of the day. */
export function keylessEligibilityRoutes({ keylessDay }: EligibilityNeeds) {
  return [
    route('GET /v2/keyless/eligibility', 'Whether this address may go without a key', {
      access: 'open',
      tag: 'Support',
      description:
        'Tells it of the address that the request comes from. A request that names another address in a header is refused.',
      answer: EligibilityAnswer,
      alsoFails: {
        401: 'The request names an address other than its own.',
        503: 'The database is away. Try again.',
      },
      handle: async ({ request }) => {
        if (FOR_OTHERS.some((name) => name in request.headers)) throw new Fault('UNAUTHORIZED', NOT_BELIEVED)
        return eligibilityOf(await keylessDay?.(request.ip))
      },
    }),
  ]
}

const NOT_BELIEVED =
  'Unauthorized: this service does not believe what a header says about the address of a caller. Ask without it for your own; a proxy is named in WINNOW_TRUSTED_PROXIES.'

function eligibilityOf(day: Awaited<ReturnType<KeylessDay>> | undefined): EligibilityAnswer {
  if (day === undefined) return { success: true, eligible: false, reason: 'disabled' }
  if (day.taken) return { success: true, eligible: true }
  return { success: true, eligible: false, reason: day.reason, retryAfterSeconds: day.secondsLeft }
}
