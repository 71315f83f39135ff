import { z } from 'zod'
import { sendRequest, Category, parseJson, NotRated } from '../send-request.ts'
import type { RateRisk, Rating, CheckerClient } from '../send-request.ts'

const ROOT = 'https://urlhaus-api.abuse.ch'
/** A URL that spreads malware, by its status at URLhaus's last check. */
const URL_SCORES = { online: 100, unknown: 90, offline: 80 }
/**
 * Another URL on such a host. Many are file-sharing hosts, so these scores stay below the default threshold.
 */
const HOST_SCORES = { online: 50, unknown: 40, offline: 20 }

const UrlStatus = z.enum(['online', 'unknown', 'offline'])
const Threat = Category.nullish()
const Nothing = z.looseObject({ query_status: z.string().refine((status) => status !== 'ok') })

const UrlResponse = z.union([
  z.looseObject({ query_status: z.literal('ok'), url_status: UrlStatus, threat: Threat }),
  Nothing,
])
const HostResponse = z.union([
  z.looseObject({
    query_status: z.literal('ok'),
    urls: z.array(z.looseObject({ url_status: UrlStatus, threat: Threat })).min(1),
  }),
  Nothing,
])

export function createUrlhaus(
  client: CheckerClient,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  const lookUp = (what: 'url' | 'host', value: string, signal: AbortSignal) =>
    sendRequest(
      client,
      {
        url: new URL(`${root}/v1/${what}/`),
        headers: { 'auth-key': key, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ [what]: value }).toString(),
      },
      signal,
    )

  async function rateHost(host: string, signal: AbortSignal): Promise<Rating> {
    const response = parseJson(await lookUp('host', host, signal), HostResponse)
    if (!isFound(response)) return { score: 0, categories: [] }
    return {
      score: Math.max(...response.urls.map(({ url_status: status }) => HOST_SCORES[status])),
      categories: [...new Set(response.urls.map(({ threat }) => threat ?? 'malware_download'))],
    }
  }

  return async (url, signal) => {
    const response = parseJson(await lookUp('url', url, signal), UrlResponse)
    if (isFound(response)) {
      return { score: URL_SCORES[response.url_status], categories: [response.threat ?? 'malware_download'] }
    }
    const { hostname } = new URL(url)
    // URLhaus supports no IPv6 addresses.
    return hostname.startsWith('[') ? { score: 0, categories: [] } : rateHost(hostname, signal)
  }
}

/** True when there is an entry, false for "no results"; throws for any other status. */
function isFound<Answer extends { query_status: string }>(
  response: Answer,
): response is Extract<Answer, { query_status: 'ok' }> {
  switch (response.query_status) {
    case 'ok':
      return true
    case 'no_results':
      return false
    case 'invalid_url':
    case 'invalid_host':
      throw new NotRated('It rejected the URL as invalid.')
    default:
      throw new Error('It rejected the query.')
  }
}
