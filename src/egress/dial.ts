import { isIP } from 'node:net'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { buildConnector } from 'undici'
import { Fault } from '../fault.ts'
import { judgeAddress, judgeName } from './address.ts'
import type { Verdict } from './address.ts'
import { plainName } from './allowed-targets.ts'
import type { AllowedTargets } from './allowed-targets.ts'

/** Every address of a host name, in the resolver's order. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export interface DialSettings {
  allowedTargets: AllowedTargets
  resolve: Resolve
  verifyTls: boolean
  /** Ends every connection, also one that is still being opened. */
  closing: AbortSignal
}

/**
 * Opens the connections of an undici dispatcher. A name is resolved once, every answer is judged, and exactly a judged
 * address is dialled, so an answer that changes afterwards changes nothing. TLS still speaks to the host name.
 */
export function createDial({
  allowedTargets,
  resolve,
  verifyTls,
  closing,
}: DialSettings): buildConnector.connector {
  // HTTP/2 stays off until the fetch knows how to retry a GOAWAY.
  const settings = { rejectUnauthorized: verifyTls, allowH2: false, signal: closing }
  const patient = buildConnector({ ...settings, timeout: CONNECT_TIMEOUT_MS })
  const brisk = buildConnector({ ...settings, timeout: CONNECT_TIMEOUT_WITH_ALTERNATIVE_MS })

  async function dial(target: buildConnector.Options): Promise<Socket> {
    const name = plainName(target.hostname)
    const addresses = await judgedAddresses(name, allowedTargets, resolve)
    const servername = target.protocol === 'https:' && !isIP(name) ? name : undefined

    for (const [turn, hostname] of addresses.entries()) {
      const isLast = turn === addresses.length - 1
      const outcome = await attempt(isLast ? patient : brisk, { ...target, hostname, servername })
      if (outcome.state === 'connected') return outcome.socket
      if (isLast || !UNREACHABLE.has(codeOf(outcome.error))) throw outcome.error
    }
    throw new Fault('SCRAPE_DNS_RESOLUTION_ERROR', `The host name ${name} has no address.`)
  }

  const dialThen = callbackify(dial)
  return (target, callback) =>
    dialThen(target, (error, socket) => (error ? callback(error, null) : callback(null, socket)))
}

const CONNECT_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_WITH_ALTERNATIVE_MS = 3_000
const MAX_ATTEMPTS = 3

/** Failures that the next address of the same host may not have. */
const UNREACHABLE = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

async function judgedAddresses(name: string, targets: AllowedTargets, resolve: Resolve): Promise<string[]> {
  if (isIP(name)) {
    ensureAllowed(name, judgeAddress(name, targets))
    return [name]
  }
  ensureAllowed(name, judgeName(name, targets))
  const answers = await resolve(name)
  // One private answer among public ones is how rebinding looks, so it refuses the whole name.
  if (!targets.names.has(name)) {
    for (const { address } of answers) ensureAllowed(name, judgeAddress(address, targets))
  }
  return alternatingFamilies(answers).slice(0, MAX_ATTEMPTS)
}

/** The resolved address stays out of the message: a caller must not map an internal network with it. */
function ensureAllowed(host: string, verdict: Verdict): void {
  if (verdict.allowed) return
  throw new Fault(
    'FORBIDDEN',
    `The target ${host} may not be reached: its address is not public (${verdict.reason}). ` +
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

type Attempt = { state: 'connected'; socket: Socket } | { state: 'failed'; error: Error }

function attempt(connect: buildConnector.connector, target: buildConnector.Options): Promise<Attempt> {
  return new Promise((settle) => {
    connect(target, (error, socket) =>
      settle(error ? { state: 'failed', error } : { state: 'connected', socket: socket as Socket }),
    )
  })
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
