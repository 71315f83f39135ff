import type { KeylessDay } from '../../access/access.ts'
import { CapabilitiesAnswer, CatalogueAnswer, EligibilityAnswer } from '../../contract/team.ts'
import type { Capabilities } from '../../contract/team.ts'
import { Fault } from '../../fault.ts'
import { route, routesWith } from '../server/route.ts'

interface ServiceNeeds {
  capabilities: () => Promise<Capabilities>
  /** Absent where every caller needs a key. */
  keylessDay?: KeylessDay | undefined
}

const teamRoute = routesWith({ access: 'team', scope: null, bucket: 'status', tag: 'Support' })

/** How somebody asks for an address that is not his own; nobody is believed who does. */
const FOR_OTHERS = ['x-firecrawl-keyless-ip', 'x-firecrawl-keyless-secret']

export function serviceRoutes({ capabilities, keylessDay }: ServiceNeeds) {
  return [
    teamRoute('GET /v2/capabilities', 'What this installation has', {
      description:
        'Browser, languages of OCR, model, search providers, languages of code, and warnings about the setup. `winnow doctor` reads it.',
      answer: CapabilitiesAnswer,
      handle: async () => ({ success: true, ...(await capabilities()) }),
    }),
    teamRoute('GET /exchange/discover', 'A catalogue of third-party tools', {
      description: 'This service sells no tools of others, so that the catalogue is empty.',
      answer: CatalogueAnswer,
      handle: () => ({
        success: true,
        cohorts: [],
        note: 'This service offers no tools of third parties.',
      }),
    }),
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
        // Asking does not count as a request of the day.
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
