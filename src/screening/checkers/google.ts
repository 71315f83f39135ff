import { z } from 'zod'
import { sendRequest, Category, parseJson } from '../send-request.ts'
import type { RateRisk, CheckerClient, CheckerResponse } from '../send-request.ts'

const WEB_RISK_ROOT = 'https://webrisk.googleapis.com'
const ASKED_TYPES = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE']

/** An address that is on no list is answered with an object that has nothing in it. */
const WebRiskResponse = z.union([
  z.strictObject({}),
  z.looseObject({
    threat: z.looseObject({
      threatTypes: z.array(Category).min(1).max(50),
      expireTime: z.iso.datetime({ offset: true }).optional(),
    }),
  }),
])

export function createWebRisk(
  client: CheckerClient,
  { key, root = WEB_RISK_ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  return async (url, signal) => {
    const endpoint = new URL(`${root}/v1/uris:search`)
    for (const type of ASKED_TYPES) endpoint.searchParams.append('threatTypes', type)
    endpoint.searchParams.set('uri', url)
    const response = await sendRequest(client, { url: endpoint, headers: { 'x-goog-api-key': key } }, signal)
    const answer = parseJson(response, WebRiskResponse)
    if (!('threat' in answer)) return { score: 0, categories: [] }
    const { threatTypes, expireTime } = answer.threat
    return {
      score: scoreOfThreats(threatTypes),
      categories: threatTypes,
      ttlMs: expireTime === undefined ? undefined : Date.parse(expireTime) - Date.now(),
    }
  }
}

const SAFE_BROWSING_ROOT = 'https://safebrowsing.googleapis.com'

/** Google's numbers of its lists. */
const THREAT_TYPES = [
  'THREAT_TYPE_UNSPECIFIED',
  'MALWARE',
  'SOCIAL_ENGINEERING',
  'UNWANTED_SOFTWARE',
  'POTENTIALLY_HARMFUL_APPLICATION',
]

/** Every answer says how long it holds; that is what tells it from something else. */
const JsonResponse = z.looseObject({
  threats: z.array(z.looseObject({ threatTypes: z.array(Category).min(1).max(50) })).default([]),
  cacheDuration: z.string().regex(/^\d{1,9}(?:\.\d{1,9})?s$/),
})

/** Google refuses `alt=json` here, although its API description offers it; a gateway may answer in JSON. */
export function createSafeBrowsing(
  client: CheckerClient,
  { key, root = SAFE_BROWSING_ROOT }: { key: string; root?: string | undefined },
): RateRisk {
  return async (url, signal) => {
    const endpoint = new URL(`${root}/v5/urls:search`)
    endpoint.searchParams.set('alt', 'proto')
    endpoint.searchParams.set('urls', url)
    const headers = { accept: 'application/x-protobuf', 'x-goog-api-key': key }
    const { threats, cacheSeconds } = parseResponse(
      await sendRequest(client, { url: endpoint, headers }, signal),
    )
    const categories = [...new Set(threats.flatMap(({ threatTypes }) => threatTypes))]
    return { score: scoreOfThreats(categories), categories, ttlMs: cacheSeconds * 1000 }
  }
}

function parseResponse(response: CheckerResponse) {
  if (/^application\/json\b/i.test(response.contentType)) {
    const { threats, cacheDuration } = parseJson(response, JsonResponse)
    return { threats, cacheSeconds: Number.parseFloat(cacheDuration) }
  }
  const fields = fieldsIn(response.bytes)
  const duration = fields.find(({ number }) => number === CACHE_DURATION)
  if (duration === undefined) throw new Error('It answered without saying how long that holds.')
  const [seconds = 0] = subfieldsOf(duration)
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
  const numbers = subfieldsOf(threat)
    .filter(({ number }) => number === THREAT_TYPES_OF_URL)
    .flatMap(numbersIn)
  if (numbers.length === 0) throw new Error('It answered with a threat of no type.')
  return { threatTypes: numbers.map((number) => THREAT_TYPES[number] ?? `THREAT_TYPE_${number}`) }
}

function subfieldsOf({ value }: Field): Field[] {
  if (typeof value === 'number') throw new Error('It answered with a message of another shape.')
  return fieldsIn(value)
}

/** Google's lists, as scores. What is on a list that is not known here is dangerous all the same. */
const SCORES: Record<string, number> = {
  MALWARE: 100,
  SOCIAL_ENGINEERING: 100,
  UNWANTED_SOFTWARE: 80,
  POTENTIALLY_HARMFUL_APPLICATION: 80,
}
const OTHER_SCORE = 80

function scoreOfThreats(threatTypes: readonly string[]): number {
  return Math.max(0, ...threatTypes.map((type) => SCORES[type] ?? OTHER_SCORE))
}

interface Field {
  number: number
  value: number | Uint8Array
}

const MAX_VARINT_BYTES = 10

function fieldsIn(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  const reader = { bytes, at: 0 }
  while (reader.at < bytes.length) {
    const tag = readVarint(reader)
    fields.push({ number: Math.floor(tag / 8), value: valueOf(reader, tag % 8) })
  }
  return fields
}

/** Numbers that stand together, or one that stands alone. */
function numbersIn({ value }: Field): number[] {
  if (typeof value === 'number') return [value]
  const numbers: number[] = []
  const reader = { bytes: value, at: 0 }
  while (reader.at < value.length) numbers.push(readVarint(reader))
  return numbers
}

interface Reader {
  bytes: Uint8Array
  at: number
}

function valueOf(reader: Reader, wireType: number): number | Uint8Array {
  switch (wireType) {
    case 0:
      return readVarint(reader)
    case 1:
      return readBytes(reader, 8)
    case 2:
      return readBytes(reader, readVarint(reader))
    case 5:
      return readBytes(reader, 4)
    default:
      throw new Error('It answered with something that is no protocol buffer.')
  }
}

function readBytes(reader: Reader, length: number): Uint8Array {
  const from = reader.at
  reader.at += length
  if (reader.at > reader.bytes.length) throw new Error('It answered with a protocol buffer that is cut off.')
  return reader.bytes.subarray(from, reader.at)
}

function readVarint(reader: Reader): number {
  let value = 0
  for (let place = 0; place < MAX_VARINT_BYTES; place++) {
    const [byte = 0] = readBytes(reader, 1)
    value += (byte % 128) * 128 ** place
    if (byte < 128) return value
  }
  throw new Error('It answered with something that is no protocol buffer.')
}
