import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { orAborted } from '../concurrency/abort.ts'
import { checkAddress, checkName, plainName } from './address.ts'
import type { AllowedTargets, Verdict } from './address.ts'
import { codeOf } from './connect.ts'
import { Fault } from '../fault.ts'

/** Where a connection is wanted to; an IPv6 address stands without brackets. */
export interface Target {
  hostname: string
  port: number
}

/** Best first and few. A name is resolved once and every answer is judged, so a later change of DNS is harmless. */
export async function resolveAllowed(
  hostname: string,
  targets: AllowedTargets,
  resolve: Resolve,
): Promise<string[]> {
  const name = plainName(hostname)
  if (isIP(name)) {
    ensureAllowed(name, checkAddress(name, targets))
    return [name]
  }
  ensureResolvable(name)
  ensureAllowed(name, checkName(name, targets))
  const answers = await resolve(name)
  if (answers.length === 0) {
    throw new Fault('SCRAPE_DNS_RESOLUTION_ERROR', `The host name ${name} has no address.`)
  }
  // One private answer among public ones is how rebinding looks, so it refuses the whole name.
  if (!targets.names.has(name)) {
    for (const { address } of answers) ensureAllowed(name, checkAddress(address, targets))
  }
  return alternatingFamilies(answers).slice(0, MAX_ADDRESSES)
}

const MAX_ADDRESSES = 3
const MAX_NAME_LENGTH = 253
const MAX_LABEL_LENGTH = 63

/** A name that DNS cannot carry is the caller's slip, and is told apart from one that does not exist. */
function ensureResolvable(name: string): void {
  const labels = name.split('.')
  const problem =
    name.length > MAX_NAME_LENGTH
      ? `it is longer than ${MAX_NAME_LENGTH} characters`
      : labels.some((label) => label.length > MAX_LABEL_LENGTH)
        ? `a part between its dots is longer than ${MAX_LABEL_LENGTH} characters`
        : labels.includes('')
          ? 'a part between its dots is empty'
          : undefined
  if (problem !== undefined) {
    throw new Fault('BAD_REQUEST', `The URL has a host name that cannot exist: ${problem}.`)
  }
}

/** The resolved address stays out of the message: a caller must not map an internal network with it. */
function ensureAllowed(host: string, verdict: Verdict): void {
  if (verdict.allowed) return
  throw new Fault(
    'FORBIDDEN',
    `The target ${host} may not be reached: it is not public (${verdict.reason}). ` +
      'The operator can allow it with WINNOW_ALLOWED_TARGETS.',
  )
}

/** A machine without IPv6 (or IPv4) still reaches an address of the other family within the few attempts. */
function alternatingFamilies(answers: { address: string; family: number }[]): string[] {
  const first = answers.filter(({ family }) => family === answers[0]?.family)
  const second = answers.filter(({ family }) => family !== answers[0]?.family)
  return first
    .flatMap((answer, index) => [answer, ...second.slice(index, index + 1)])
    .concat(second.slice(first.length))
    .map(({ address }) => address)
}

export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

/** The system's resolver keeps hosts files and split DNS. Lookups use half of libuv's threads: see UV_THREADPOOL_SIZE. */
export function systemResolve(hostname: string): ReturnType<Resolve> {
  return lookup(hostname, { all: true, order: 'verbatim' })
}

/** Asks again when the name server failed for the moment. Those who ask at the same time share one answer, kept no longer. */
export function retryingResolve(system: Resolve): Resolve {
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

const MAX_PER_DOMAIN = 4

/** A domain whose name servers never answer must not take all threads. A turn ends with the lookup, not with its caller. */
function fairResolve(resolve: Resolve): Resolve {
  const domains = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (hostname) => {
    const domain = hostname.split('.').slice(-2).join('.')
    const queue = domains.get(domain) ?? { running: 0, waiting: [] }
    domains.set(domain, queue)
    if (queue.running >= MAX_PER_DOMAIN) await new Promise<void>((turn) => queue.waiting.push(turn))
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
const TEMPORARY_ERROR = /^(EAI_AGAIN|ESERVFAIL|SERVFAIL)$/

async function resolveWithin(hostname: string, resolve: Resolve): ReturnType<Resolve> {
  const signal = AbortSignal.timeout(RESOLVE_TIMEOUT_MS)
  try {
    return await orAborted(resolveWithRetries(hostname, resolve, signal), signal)
  } catch (error) {
    if (!signal.aborted) throw error
    throw Object.assign(new Error(`No answer for ${hostname} in time`), { code: 'EAI_AGAIN' })
  }
}

async function resolveWithRetries(
  hostname: string,
  resolve: Resolve,
  signal: AbortSignal,
): ReturnType<Resolve> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await resolve(hostname)
    } catch (error) {
      if (!TEMPORARY_ERROR.test(codeOf(error)) || signal.aborted) throw error
      await delay(delayMs)
    }
  }
  return await resolve(hostname)
}
