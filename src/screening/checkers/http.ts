import { z } from 'zod'
import { ask, Category, jsonIn } from '../ask.ts'
import type { RateRisk, Reach } from '../ask.ts'

const Answer = z.looseObject({
  score: z.number().min(0).max(100),
  categories: z.array(Category).max(50).default([]),
})

export function createHttp(reach: Reach, { url, key }: { url: string; key: string | undefined }): RateRisk {
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
  }
  return async (address, signal) => {
    const question = { url: new URL(url), headers, body: JSON.stringify({ url: address }) }
    const { score, categories } = jsonIn(await ask(reach, question, signal), Answer)
    return { score, categories }
  }
}
