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
  /** How long after the first, second, … failure the next attempt is made; after the last of them it is given up. */
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

/** Senders share an outbox, which decides who sends what. At least once: a delivery without an outcome is sent again. */
export async function startWebhookSender(needs: SenderNeeds): Promise<AsyncDisposable> {
  const { outbox, request, lease, userAgent, log } = needs
  const times = { ...TIMES, ...needs.times }
  /** By claim: a delivery may be due again before its last attempt is off this list. */
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const stopped = new AbortController()
  let looking = Promise.resolve()
  let isLooking = false
  let newsCame = false

  /** One look at a time; what is heard meanwhile is the reason for another. */
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
        log.warn({ err: cause }, 'could not look for webhook deliveries')
      }
    }
    isLooking = false
  }

  async function see(delivery: Delivery, held: AbortSignal): Promise<void> {
    const standing = AbortSignal.any([held, stopped.signal])
    const signal = AbortSignal.any([standing, AbortSignal.timeout(times.timeoutMs)])
    const made = await attempt(delivery, { request, userAgent, signal })
    // Cut short by us, it was no attempt: whoever claims it next makes one.
    if (!standing.aborted) await settle(delivery, outcomeOf(made, delivery.attempts, times), standing)
    underWay.delete(delivery.claimId)
    wake()
  }

  /** An outcome that cannot be written down now is written down later, because the receiver has been told already. */
  async function settle(delivery: Delivery, outcome: Outcome, standing: AbortSignal): Promise<void> {
    report(log, delivery, outcome)
    while (!standing.aborted) {
      try {
        return await outbox.settle(delivery, outcome)
      } catch (cause) {
        log.warn({ err: cause }, 'could not write down a webhook delivery yet')
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
  return { result: 'failed', status, error: `The receiver answered with status ${status}.`, retryInMs }
}

/** The host alone: the rest of the address may hold a secret. */
function report(log: Log, { jobId, type, attempts, receiver, isSealed }: Delivery, outcome: Outcome): void {
  const host = receiver.state === 'ready' && !isSealed ? new URL(receiver.target.url).host : undefined
  const about = { jobId, type, attempt: attempts + 1, status: outcome.status, host }
  if (outcome.result === 'delivered') log.debug(about, 'webhook told')
  else if (outcome.retryInMs !== null) log.info(about, 'webhook could not be told yet')
  else log.warn(about, 'webhook could not be told; given up')
}
