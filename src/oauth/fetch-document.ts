import type { EgressRequest } from '../egress/egress.ts'

const TIMEOUT_MS = 5_000
/** What is larger is no description of a client; a little more than is taken, so that the reader says what is wrong. */
const MOST_BYTES = 8 * 1024

/**
 * Fetches the document that a client's id names, by the one way out that reaches no private address. A redirect is an answer
 * like any other, and so refused.
 */
export function createFetchDocument(request: EgressRequest, userAgent: string) {
  return async (address: string | URL): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    await using answer = await request(new URL(address), {
      signal,
      headers: { accept: 'application/json', 'user-agent': userAgent },
    })
    const { status, headers } = answer
    if (status !== 200) return new Response(null, { status: status >= 200 && status <= 599 ? 502 : status })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of answer.body) {
      size += chunk.length
      if (size > MOST_BYTES) throw new Error('The document is too large.')
      chunks.push(chunk)
    }
    const cacheControl = headers['cache-control']
    return new Response(Buffer.concat(chunks), {
      status,
      headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
    })
  }
}
