import { z } from 'zod'
import { sendRequest, Category, parseJson, NotRated } from '../send-request.ts'
import type { RateRisk, Rating, CheckerClient } from '../send-request.ts'

const ROOT = 'https://urlhaus-api.abuse.ch'
/** An address that spreads malware, by whether it did when it was last looked at. */
const URL_SCORES = { online: 100, unknown: 90, offline: 80 }
/** Another address of a host that does. Many hold files of everybody, so by default that does not block. */
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
    // It knows no addresses of version 6.
    return hostname.startsWith('[') ? { score: 0, categories: [] } : rateHost(hostname, signal)
  }
}

/** Whether there is an entry. Whatever is neither that nor "no results" is no answer. */
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
      throw new NotRated('It does not take this address for one.')
    default:
      throw new Error('It refused the question.')
  }
}
