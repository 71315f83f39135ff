import { z } from 'zod'
import { ask, Category, jsonIn } from '../ask.ts'
import type { Reach } from '../ask.ts'
import type { RateRisk } from '../rate-risk.ts'
import { scoreOfThreats } from '../threat-types.ts'

const ROOT = 'https://webrisk.googleapis.com'
const THREAT_TYPES = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']

/** An address that is on no list is answered with an object that has nothing in it. */
const Answer = z.union([
  z.strictObject({}),
  z.looseObject({
    threat: z.looseObject({
      threatTypes: z.array(Category).min(1).max(50),
      expireTime: z.iso.datetime({ offset: true }).optional(),
    }),
  }),
])

export function createWebRisk(
  reach: Reach,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  return async (url, signal) => {
    const address = new URL(`${root}/v1/uris:search`)
    for (const type of THREAT_TYPES) address.searchParams.append('threatTypes', type)
    address.searchParams.set('uri', url)
    const reply = await ask(reach, { url: address, headers: { 'x-goog-api-key': key } }, signal)
    const answer = jsonIn(reply, Answer)
    if (!('threat' in answer)) return { score: 0, categories: [] }
    const { threatTypes, expireTime } = answer.threat
    return {
      score: scoreOfThreats(threatTypes),
      categories: threatTypes,
      holdsMs: expireTime === undefined ? undefined : Date.parse(expireTime) - Date.now(),
    }
  }
}
