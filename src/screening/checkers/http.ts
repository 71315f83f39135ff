import { z } from 'zod'
import { sendRequest, Category, parseJson } from '../send-request.ts'
import type { RateRisk, CheckerClient } from '../send-request.ts'

const RatingResponse = z.looseObject({
  score: z.number().min(0).max(100),
  categories: z.array(Category).max(50).default([]),
})

export function createHttpChecker(
  client: CheckerClient,
  { url, key }: { url: string; key: string | undefined },
): RateRisk {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  return async (rated, signal) => {
    const request = { url: new URL(url), headers, body: JSON.stringify({ url: rated }) }
    const { score, categories } = parseJson(await sendRequest(client, request, signal), RatingResponse)
    return { score, categories }
  }
}
