import { setTimeout as delay } from 'node:timers/promises'
import type { EgressRequest } from '../egress/egress.ts'
import type { Log } from '../log.ts'
import { attempt } from './attempt.ts'
import type { Attempt } from './attempt.ts'
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
  lookMs: number
  drainMs: number
}

const MINUTE_MS = 60_000
const TIMES: SenderTimes = {
  retryDelaysMs: [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS],
  timeoutMs: 10_000,
  lookMs: 1_000,
  drainMs: 2_500,
}
const MOST_AT_ONCE = 16

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
  let looking = Promise.resolve()
  let isLooking = false
  let newsCame = false

  /** Runs one claim at a time; a wake-up in between causes another. */
  function wake(): void {
    newsCame = true
    if (isLooking) return
    isLooking = true
    looking = look()
  }

  async function look(): Promise<void> {
    while (newsCame && !stopping.signal.aborted && underWay.size < MOST_AT_ONCE) {
      newsCame = false
      const { processId, signal } = lease()
      const holding = [...underWay.keys()]
      try {
        const due = await outbox.claim({ processId, holding, most: MOST_AT_ONCE - holding.length })
        for (const delivery of due) underWay.set(delivery.claimId, see(delivery, signal))
      } catch (cause) {
        log.warn({ err: cause }, 'could not claim webhook deliveries, will retry')
      }
    }
    isLooking = false
  }

  async function see(delivery: Delivery, held: AbortSignal): Promise<void> {
    const standing = AbortSignal.any([held, stopped.signal])
    const signal = AbortSignal.any([standing, AbortSignal.timeout(times.timeoutMs)])
    const made = await attempt(delivery, { request, userAgent, signal })
    // An attempt that our stop interrupted does not count. The next process to claim the delivery retries it.
    if (!standing.aborted) await settle(delivery, outcomeOf(made, delivery.attempts, times), standing)
    underWay.delete(delivery.claimId)
    wake()
  }

  /** An outcome that cannot be stored now is stored later, because the receiver already has the delivery. */
  async function settle(delivery: Delivery, outcome: Outcome, standing: AbortSignal): Promise<void> {
    report(log, delivery, outcome)
    while (!standing.aborted) {
      try {
        return await outbox.settle(delivery, outcome)
      } catch (cause) {
        log.warn({ err: cause }, 'could not store the outcome of a webhook delivery, will retry')
        await delay(times.lookMs, undefined, { signal: standing }).catch(() => undefined)
      }
    }
  }

  const listener = await outbox.listen(wake)
  const again = setInterval(wake, times.lookMs)
  wake()

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort()
      clearInterval(again)
      await listener[Symbol.asyncDispose]()
      await looking
      const patience = setTimeout(() => stopped.abort(), times.drainMs)
      await Promise.all(underWay.values())
      clearTimeout(patience)
    },
  }
}

function outcomeOf(made: Attempt, attemptsBefore: number, { retryDelaysMs }: SenderTimes): Outcome {
  const retryInMs = retryDelaysMs[attemptsBefore] ?? null
  if (!made.answered) {
    return {
      result: 'failed',
      status: null,
      error: made.error,
      retryInMs: made.isFinal ? null : retryInMs,
    }
  }
  const { status } = made
  if (status >= 200 && status <= 299) return { result: 'delivered', status }
  return { result: 'failed', status, error: `The receiver responded with status ${status}.`, retryInMs }
}

/** Logs the host only: the rest of the URL may contain a secret. */
function report(log: Log, { jobId, type, attempts, receiver, isSealed }: Delivery, outcome: Outcome): void {
  const host = receiver.state === 'ready' && !isSealed ? new URL(receiver.target.url).host : undefined
  const about = { jobId, type, attempt: attempts + 1, status: outcome.status, host }
  if (outcome.result === 'delivered') log.debug(about, 'webhook told')
  else if (outcome.retryInMs !== null) log.info(about, 'webhook delivery failed, will retry')
  else log.warn(about, 'webhook delivery failed, given up')
}
