import { setTimeout as delay } from 'node:timers/promises'
import type { EgressRequest } from '../egress/egress.ts'
import type { Log } from '../log.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import type { Attempt } from './attempt-delivery.ts'
import type { Delivery, Outbox, Outcome } from './outbox.ts'

interface SenderNeeds {
  outbox: Outbox
  request: EgressRequest
  lease: () => { processId: string; signal: AbortSignal }
  userAgent: string
  log: Log
  times?: Partial<SenderTimes>
}

interface SenderTimes {
  /** Delays before the retries. After the last one the delivery is given up. */
  retryDelaysMs: readonly number[]
  timeoutMs: number
  pollMs: number
  drainMs: number
}

const MINUTE_MS = 60_000
const TIMES: SenderTimes = {
  retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  timeoutMs: 10_000,
  pollMs: 1_000,
  drainMs: 2_500,
}
const MAX_CONCURRENT = 16

/**
 * Several senders share an outbox, which assigns the deliveries. At least once: a delivery without an outcome
 * is sent again.
 */
export async function startWebhookSender(needs: SenderNeeds): Promise<AsyncDisposable> {
  const { outbox, request, lease, userAgent, log } = needs
  const times = { ...TIMES, ...needs.times }
  /** By claim, because a delivery may be due again before its last attempt is removed from this map. */
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const stopped = new AbortController()
  let polling = Promise.resolve()
  let isPolling = false
  let hasNews = false

  /** Runs one claim at a time; a wake-up in between causes another. */
  function wake(): void {
    hasNews = true
    if (isPolling) return
    isPolling = true
    polling = poll()
  }

  async function poll(): Promise<void> {
    while (hasNews && !stopping.signal.aborted && underWay.size < MAX_CONCURRENT) {
      hasNews = false
      const { processId, signal } = lease()
      const heldClaimIds = [...underWay.keys()]
      try {
        const due = await outbox.claim({
          processId,
          heldClaimIds,
          limit: MAX_CONCURRENT - heldClaimIds.length,
        })
        for (const delivery of due) underWay.set(delivery.claimId, deliver(delivery, signal))
      } catch (cause) {
        log.warn({ err: cause }, 'could not claim webhook deliveries, will retry')
      }
    }
    isPolling = false
  }

  async function deliver(delivery: Delivery, leaseSignal: AbortSignal): Promise<void> {
    const running = AbortSignal.any([leaseSignal, stopped.signal])
    const signal = AbortSignal.any([running, AbortSignal.timeout(times.timeoutMs)])
    const result = await attemptDelivery(delivery, { request, userAgent, signal })
    // An attempt that our stop interrupted does not count. The next process to claim the delivery retries it.
    if (!running.aborted) await settle(delivery, outcomeOf(result, delivery.attempts, times), running)
    underWay.delete(delivery.claimId)
    wake()
  }

  /** An outcome that cannot be stored now is stored later, because the receiver already has the delivery. */
  async function settle(delivery: Delivery, outcome: Outcome, running: AbortSignal): Promise<void> {
    report(log, delivery, outcome)
    while (!running.aborted) {
      try {
        return await outbox.settle(delivery, outcome)
      } catch (cause) {
        log.warn({ err: cause }, 'could not store the outcome of a webhook delivery, will retry')
        await delay(times.pollMs, undefined, { signal: running }).catch(() => undefined)
      }
    }
  }

  const listener = await outbox.listen(wake)
  const pollTimer = setInterval(wake, times.pollMs)
  wake()

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearInterval(pollTimer)
      await listener[Symbol.asyncDispose]()
      await polling
      const drainTimer = setTimeout(() => stopped.abort(), times.drainMs)
      await Promise.all(underWay.values())
      clearTimeout(drainTimer)
    },
  }
}

function outcomeOf(attempt: Attempt, attemptsBefore: number, { retryDelaysMs }: SenderTimes): Outcome {
  const retryInMs = retryDelaysMs[attemptsBefore] ?? null
  if (!attempt.responded) {
    return {
      result: 'failed',
      status: null,
      error: attempt.error,
      retryInMs: attempt.isFinal ? null : retryInMs,
    }
  }
  const { status } = attempt
  if (status >= 200 && status <= 299) return { result: 'delivered', status }
  return { result: 'failed', status, error: `The receiver responded with status ${status}.`, retryInMs }
}

/** Logs the host only: the rest of the URL may contain a secret. */
function report(
  log: Log,
  { jobId, type, attempts, receiver, isEncrypted }: Delivery,
  outcome: Outcome,
): void {
  const host = receiver.state === 'ready' && !isEncrypted ? new URL(receiver.target.url).host : undefined
  const fields = { jobId, type, attempt: attempts + 1, status: outcome.status, host }
  if (outcome.result === 'delivered') log.debug(fields, 'webhook told')
  else if (outcome.retryInMs !== null) log.info(fields, 'webhook delivery failed, will retry')
  else log.warn(fields, 'webhook delivery failed, given up')
}
