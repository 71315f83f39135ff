import { z } from 'zod'
import { sendRequest, parseJson } from '../send-request.ts'
import type { RateRisk, CheckerClient } from '../send-request.ts'

const ROOT = 'https://www.virustotal.com'
/** One engine alone is often wrong. Three that agree reach the default threshold. */
const MALICIOUS_POINTS = 25
const SUSPICIOUS_POINTS = 10

const Engines = z.int().min(0)
const Report = z.looseObject({
  data: z.looseObject({
    attributes: z.looseObject({
      last_analysis_stats: z.looseObject({ malicious: Engines, suspicious: Engines }),
    }),
  }),
})
const Unknown = z.looseObject({ error: z.looseObject({ code: z.literal('NotFoundError') }) })

/** The report that VirusTotal has of a URL. Nothing is handed in for analysis, which would publish the address. */
export function createVirustotal(
  client: CheckerClient,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  return async (url, signal) => {
    const id = Buffer.from(url).toString('base64url')
    const response = await sendRequest(
      client,
      { url: new URL(`${root}/api/v3/urls/${id}`), headers: { 'x-apikey': key }, acceptedStatus: 404 },
      signal,
    )
    if (response.status === 404) {
      parseJson(response, Unknown)
      return { score: 0, categories: [] }
    }
    const { malicious, suspicious } = parseJson(response, Report).data.attributes.last_analysis_stats
    return {
      score: Math.min(100, malicious * MALICIOUS_POINTS + suspicious * SUSPICIOUS_POINTS),
      categories: [...(malicious > 0 ? ['malicious'] : []), ...(suspicious > 0 ? ['suspicious'] : [])],
    }
  }
}
