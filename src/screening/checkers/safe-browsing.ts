import { z } from 'zod'
import { ask, Category, jsonIn } from '../ask.ts'
import type { Reach, Reply } from '../ask.ts'
import { fieldsIn, numbersIn } from '../protobuf.ts'
import type { Field } from '../protobuf.ts'
import type { RateRisk } from '../rate-risk.ts'
import { scoreOfThreats } from '../threat-types.ts'

const ROOT = 'https://safebrowsing.googleapis.com'

/** Google's numbers of its lists. */
const THREAT_TYPES = [
  'THREAT_TYPE_UNSPECIFIED',
  'MALWARE',
  'SOCIAL_ENGINEERING',
  'UNWANTED_SOFTWARE',
  'POTENTIALLY_HARMFUL_APPLICATION',
]

interface Answer {
  threats: { threatTypes: string[] }[]
  cacheSeconds: number
}

/** Every answer says how long it holds; that is what tells it from something else. */
const JsonAnswer = z.looseObject({
  threats: z.array(z.looseObject({ threatTypes: z.array(Category).min(1).max(50) })).default([]),
  cacheDuration: z.string().regex(/^\d{1,9}(?:\.\d{1,9})?s$/),
})

/** Google refuses `alt=json` here, although its API description offers it; a gateway may answer in JSON. */
export function createSafeBrowsing(
  reach: Reach,
  { key, root = ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  return async (url, signal) => {
    const address = new URL(`${root}/v5/urls:search`)
    address.searchParams.set('alt', 'proto')
    address.searchParams.set('urls', url)
    const headers = { accept: 'application/x-protobuf', 'x-goog-api-key': key }
    const { threats, cacheSeconds } = answerIn(await ask(reach, { url: address, headers }, signal))
    const categories = [...new Set(threats.flatMap(({ threatTypes }) => threatTypes))]
    return { score: scoreOfThreats(categories), categories, holdsMs: cacheSeconds * 1000 }
  }
}

function answerIn(reply: Reply): Answer {
  if (/^application\/json\b/i.test(reply.contentType)) {
    const { threats, cacheDuration } = jsonIn(reply, JsonAnswer)
    return { threats, cacheSeconds: Number.parseFloat(cacheDuration) }
  }
  const fields = fieldsIn(reply.bytes)
  const duration = fields.find(({ number }) => number === CACHE_DURATION)
  if (duration === undefined) throw new Error('It answered without saying how long that holds.')
  const [seconds = 0] = inside(duration)
    .filter(({ number }) => number === SECONDS)
    .flatMap(numbersIn)
  return {
    threats: fields.filter(({ number }) => number === THREATS).map(threatIn),
    cacheSeconds: seconds,
  }
}

const THREATS = 1
const CACHE_DURATION = 2
const THREAT_TYPES_OF_URL = 2
const SECONDS = 1

function threatIn(threat: Field): { threatTypes: string[] } {
  const numbers = inside(threat)
    .filter(({ number }) => number === THREAT_TYPES_OF_URL)
    .flatMap(numbersIn)
  if (numbers.length === 0) throw new Error('It answered with a threat of no type.')
  return { threatTypes: numbers.map((number) => THREAT_TYPES[number] ?? `THREAT_TYPE_${number}`) }
}

function inside({ value }: Field): Field[] {
  if (typeof value === 'number') throw new Error('It answered with a message of another shape.')
  return fieldsIn(value)
}
