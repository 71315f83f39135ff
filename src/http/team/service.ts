import type { CheckKeyless } from '../../access/access.ts'
import { CapabilitiesResponse, CatalogueResponse, EligibilityResponse } from '../../contract/team.ts'
import type { Capabilities } from '../../contract/team.ts'
import { Fault } from '../../fault.ts'
import { route, routesWith } from '../server/route.ts'

interface ServiceNeeds {
  capabilities: () => Promise<Capabilities>
  /** Absent where every caller needs a key. */
  checkKeyless?: CheckKeyless | undefined
}

const teamRoute = routesWith({ access: 'team', scope: null, bucket: 'status', tag: 'Support' })

/** How somebody asks for an address that is not his own; nobody is believed who does. */
const FOREIGN_IP_HEADERS = ['x-firecrawl-keyless-ip', 'x-firecrawl-keyless-secret']

export function serviceRoutes({ capabilities, checkKeyless }: ServiceNeeds) {
  return [
    teamRoute('GET /v2/capabilities', 'What this installation has', {
      description:
        'Browser, languages of OCR, model, search providers, languages of code, and warnings about the setup. `winnow doctor` reads it.',
      response: CapabilitiesResponse,
      handle: async () => ({ success: true, ...(await capabilities()) }),
    }),
    teamRoute('GET /exchange/discover', 'A catalogue of third-party tools', {
      description: 'This service sells no tools of others, so that the catalogue is empty.',
      response: CatalogueResponse,
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
      response: EligibilityResponse,
      errors: {
        401: 'The request names an address other than its own.',
        503: 'The database is away. Try again.',
      },
      handle: async ({ request }) => {
        if (FOREIGN_IP_HEADERS.some((name) => name in request.headers))
          throw new Fault('UNAUTHORIZED', UNTRUSTED_HEADER)
        // Asking does not count as a request of the day.
        return eligibilityOf(await checkKeyless?.(request.ip))
      },
    }),
  ]
}

const UNTRUSTED_HEADER =
  'Unauthorized: this service does not believe what a header says about the address of a caller. Ask without it for your own; a proxy is named in WINNOW_TRUSTED_PROXIES.'

function eligibilityOf(day: Awaited<ReturnType<CheckKeyless>> | undefined): EligibilityResponse {
  if (day === undefined) return { success: true, eligible: false, reason: 'disabled' }
  if (day.taken) return { success: true, eligible: true }
  return { success: true, eligible: false, reason: day.reason, retryAfterSeconds: day.secondsLeft }
}
