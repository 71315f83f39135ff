import { serveRequests } from '../../../concurrency/serve-requests.ts'
import { compareTexts } from './compare-texts.ts'
import type { TextComparison, TextPair } from './compare-texts.ts'

export type CompareRequest = Omit<TextPair, 'previous' | 'current'> & {
  previous: Uint8Array
  current: Uint8Array
}

export type CompareResponse =
  | { state: 'done'; comparison: TextComparison }
  | { state: 'failed'; failure: unknown }

serveRequests(({ previous, current, ...rest }: CompareRequest): CompareResponse => {
  const texts = { previous: textOf(previous), current: textOf(current) }
  return { state: 'done', comparison: compareTexts({ ...texts, ...rest }) }
})

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}
