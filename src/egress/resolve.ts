import { lookup } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from './connect.ts'
import { orAborted } from '../concurrency/abort.ts'

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

/**
 * The system's resolver keeps hosts files and split DNS. Lookups use half of libuv's threads: see UV_THREADPOOL_SIZE.
 */
export function resolveBySystem(hostname: string): ReturnType<Resolve> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

/**
 * Asks again when the name server failed for the moment. Those who ask at the same time share one answer, kept no
 * longer.
 */
export function patientResolve(system: Resolve): Resolve {
  const underWay = new Map<string, ReturnType<Resolve>>()
  const resolve = fairResolve(system)
  return (hostname) => {
    const shared = underWay.get(hostname)
    if (shared) return shared
    const answer = resolveWithin(hostname, resolve).finally(() => underWay.delete(hostname))
    underWay.set(hostname, answer)
    return answer
  }
}

const MOST_OF_A_DOMAIN = 4

/**
 * A domain whose name servers never answer must not take all threads. A turn ends with the lookup, not with its
 * caller.
 */
function fairResolve(resolve: Resolve): Resolve {
  const domains = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (hostname) => {
    const domain = hostname.split('.').slice(-2).join('.')
    const queue = domains.get(domain) ?? { running: 0, waiting: [] }
    domains.set(domain, queue)
    if (queue.running >= MOST_OF_A_DOMAIN) await new Promise<void>((turn) => queue.waiting.push(turn))
    else queue.running++
    try {
      return await resolve(hostname)
    } finally {
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) domains.delete(domain)
    }
  }
}

const RESOLVE_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [100, 300]
const FOR_THE_MOMENT = /^(EAI_AGAIN|ESERVFAIL|SERVFAIL)$/

async function resolveWithin(hostname: string, resolve: Resolve): ReturnType<Resolve> {
  const signal = AbortSignal.timeout(RESOLVE_TIMEOUT_MS)
  try {
    return await orAborted(resolveAgain(hostname, resolve, signal), signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw Object.assign(new Error(`No answer for ${hostname} in time`), { code: 'EAI_AGAIN' })
  }
}

async function resolveAgain(hostname: string, resolve: Resolve, signal: AbortSignal): ReturnType<Resolve> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await resolve(hostname)
    } catch (error) {
      if (!FOR_THE_MOMENT.test(codeOf(error)) || signal.aborted) throw error
      await delay(delayMs)
    }
  }
  return await resolve(hostname)
}
