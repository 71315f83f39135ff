import { orAborted } from '../work/abort.ts'

/** How long a connection attempt may take: over all addresses of a host, through a proxy, with the TLS handshake. */
export const CONNECT_MS = 10_000

/** The time that a connection attempt has left. It starts with the first call, so that resolving the name does not count. */
export type LeftMs = () => number

export function connectTime(limitMs: number): LeftMs {
  let endsAt: number | undefined
  return () => {
    endsAt ??= performance.now() + limitMs
    // Sockets take 0 for no limit at all.
    return Math.max(1, Math.ceil(endsAt - performance.now()))
  }
}

/** Waits for a step of the attempt while there is time. The caller closes what the step opened if this throws. */
export async function inConnectTime<Result>(leftMs: LeftMs, step: Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(leftMs())
  try {
    return await orAborted(step, signal)
  } catch (error) {
    throw signal.aborted ? connectTimeout() : error
  }
}

/** The error of an attempt that ran out of time. It is final: another attempt would take just as long. */
export function connectTimeout(): Error {
  return Object.assign(new Error('The connection was not made in time'), { code: CONNECT_TIMEOUT })
}

export const CONNECT_TIMEOUT = 'ERR_CONNECT_TIMEOUT'
