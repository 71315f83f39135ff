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

/** Headers that ask about another IP address. They are never trusted. */
const FOREIGN_IP_HEADERS = ['x-firecrawl-keyless-ip', 'x-firecrawl-keyless-secret']

export function serviceRoutes({ capabilities, checkKeyless }: ServiceNeeds) {
  return [
    teamRoute('GET /v2/capabilities', 'Features of this installation', {
      description:
        'Browser, OCR languages, model, search providers, programming languages, and warnings about the configuration. `winnow doctor` reads it.',
      response: CapabilitiesResponse,
      handle: async () => ({ success: true, ...(await capabilities()) }),
    }),
    teamRoute('GET /exchange/discover', 'A catalogue of third-party tools', {
      description: 'This service offers no third-party tools, so the catalogue is empty.',
      response: CatalogueResponse,
      handle: () => ({
        success: true,
        cohorts: [],
        note: 'This service offers no third-party tools.',
      }),
    }),
    route('GET /v2/keyless/eligibility', 'Whether this IP address may call without a key', {
      access: 'open',
      tag: 'Support',
      description:
        'Answers for the IP address of the request. A request that names another address in a header is refused.',
      response: EligibilityResponse,
      errors: {
        401: 'The request names an IP address other than its own.',
        503: 'The database is unavailable. Try again.',
      },
      handle: async ({ request }) => {
        if (FOREIGN_IP_HEADERS.some((name) => name in request.headers))
          throw new Fault('UNAUTHORIZED', UNTRUSTED_HEADER)
        // This check does not count towards the daily limit.
        return eligibilityOf(await checkKeyless?.(request.ip))
      },
    }),
  ]
}

const UNTRUSTED_HEADER =
  "Unauthorized: this service does not trust headers about a caller's IP address. Send the request without them; configure a proxy with WINNOW_TRUSTED_PROXIES."

function eligibilityOf(day: Awaited<ReturnType<CheckKeyless>> | undefined): EligibilityResponse {
  if (day === undefined) return { success: true, eligible: false, reason: 'disabled' }
  if (day.taken) return { success: true, eligible: true }
  return { success: true, eligible: false, reason: day.reason, retryAfterSeconds: day.secondsLeft }
}
