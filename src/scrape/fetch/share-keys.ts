import { createHash } from 'node:crypto'
import type { Run } from '../run.ts'

/** A repeated request is the same when everything in it is, but for its time. */
export function resumeKey({ caller, request }: Run): string {
  const { timeout: _, ...rest } = request
  const asked = createHash('sha256').update(JSON.stringify(rest)).digest('base64')
  return `${caller.teamId} ${caller.resumedBy ?? ''} ${caller.screen?.key ?? ''} ${asked}`
}

/** Requests with the same key wait for one fetch. They share its failure too, so all must go the same way. */
export function shareKey({ caller, request, cache }: Run): string {
  const { proxy, skipTlsVerification, confinement } = request
  const bounds = confinement ? ` ${JSON.stringify(confinement)}` : ''
  const rules = caller.screen ? ` ${caller.screen.key}` : ''
  return `${caller.teamId} ${cache.key} ${proxy} ${skipTlsVerification}${bounds}${rules}`
}
