import { z } from 'zod'
import { ask, Category, jsonIn, NotRated } from '../ask.ts'
import type { RateRisk, Rating, Reach } from '../ask.ts'

const ROOT = 'https://urlhaus-api.abuse.ch'
/** An address that spreads malware, by whether it did when it was last looked at. */
const URL_SCORES = { online: 100, unknown: 90, offline: 80 }
/** Another address of a host that does. Many hold files of everybody, so by default that does not block. */
const HOST_SCORES = { online: 50, unknown: 40, offline: 20 }

const UrlStatus = z.enum(['online', 'unknown', 'offline'])
const Threat = Category.nullish()
const Nothing = z.looseObject({ query_status: z.string().refine((status) => status !== 'ok') })

const UrlAnswer = z.union([
  z.looseObject({ query_status: z.literal('ok'), url_status: UrlStatus, threat: Threat }),
  Nothing,
])
const HostAnswer = z.union([
  z.looseObject({
    query_status: z.literal('ok'),
    urls: z.array(z.looseObject({ url_status: UrlStatus, threat: Threat })).min(1),
  }),
  Nothing,
])

export function createUrlhaus(
  reach: Reach,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  const look = (what: 'url' | 'host', value: string, signal: AbortSignal) =>
    ask(
      reach,
      {
        url: new URL(`${root}/v1/${what}/`),
        headers: { 'auth-key': key, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ [what]: value }).toString(),
      },
      signal,
    )

  async function rateHost(host: string, signal: AbortSignal): Promise<Rating> {
    const answer = jsonIn(await look('host', host, signal), HostAnswer)
    if (!isFound(answer)) return { score: 0, categories: [] }
    return {
      score: Math.max(...answer.urls.map(({ url_status: status }) => HOST_SCORES[status])),
      categories: [...new Set(answer.urls.map(({ threat }) => threat ?? 'malware_download'))],
    }
  }

  return async (url, signal) => {
    const answer = jsonIn(await look('url', url, signal), UrlAnswer)
    if (isFound(answer)) {
      return { score: URL_SCORES[answer.url_status], categories: [answer.threat ?? 'malware_download'] }
    }
    const { hostname } = new URL(url)
    // It knows no addresses of version 6.
    return hostname.startsWith('[') ? { score: 0, categories: [] } : rateHost(hostname, signal)
  }
}

/** Whether there is an entry. Whatever is neither that nor "no results" is no answer. */
function isFound<Answer extends { query_status: string }>(
  answer: Answer,
): answer is Extract<Answer, { query_status: 'ok' }> {
  switch (answer.query_status) {
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
