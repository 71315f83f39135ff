import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'

/** The fault in the bytes that come back from the server. */
export type LineFault =
  | { kind: 'latency'; ms: number }
  | { kind: 'drip'; bytes: number; everyMs: number }
  | { kind: 'cut'; afterBytes: number }
  | { kind: 'black hole' }

/** A TCP proxy to a loopback port with one fault. */
export async function startFaultProxy(targetPort: number, fault: LineFault): Promise<Listening> {
  return await listen(createServer((client) => void relay(client, targetPort, fault).catch(() => {})))
}

async function relay(client: Socket, targetPort: number, fault: LineFault): Promise<void> {
  if (fault.kind === 'black hole') return void client.resume()
  const target = connect(targetPort, '127.0.0.1')
  const there = pipeline(client, target)
  const back = pipeline(
    target,
    (chunks: AsyncIterable<Buffer>, options?: { signal?: AbortSignal }) =>
      faulty(chunks, fault, options?.signal ?? AbortSignal.abort()),
    client,
  )
  const outcomes = await Promise.allSettled([there, back])
  // A clean end would look like a complete response.
  if (outcomes.some(({ status }) => status === 'rejected')) client.resetAndDestroy()
}

async function* faulty(
  chunks: AsyncIterable<Buffer>,
  fault: Exclude<LineFault, { kind: 'black hole' }>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let passed = 0
  for await (const chunk of chunks) {
    if (fault.kind === 'latency') {
      await delay(fault.ms, undefined, { signal })
      yield chunk
    } else if (fault.kind === 'drip') {
      for (let at = 0; at < chunk.length; at += fault.bytes) {
        await delay(fault.everyMs, undefined, { signal })
        yield chunk.subarray(at, at + fault.bytes)
      }
    } else {
      yield chunk.subarray(0, fault.afterBytes - passed)
      passed += chunk.length
      if (passed >= fault.afterBytes) throw new Error('the line was cut')
    }
  }
}
