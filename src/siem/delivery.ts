import { jobKind } from '../jobs/jobs.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { drain } from './drain.ts'
import type { DrainNeeds, DeliveryCounts } from './drain.ts'

interface DeliveryNeeds extends Omit<DrainNeeds, 'counts'> {
  jobs: Pick<Jobs, 'define' | 'enqueue' | 'work' | 'schedule'>
  bounds?: { days: number; mostEvents: number }
}

export interface SiemDelivery extends AsyncDisposable {
  counts: Readonly<DeliveryCounts>
}

/** Sends what waits for one organization. It is tried until it succeeds; how long events wait is bounded elsewhere. */
const DELIVERY = jobKind({
  name: 'siem-delivery',
  parse: (stored) => ({ organizationId: String((stored as { organizationId: unknown }).organizationId) }),
  retry: { limit: 1_000_000, delaySeconds: 1, maxDelaySeconds: 300 },
  unique: true,
  concurrency: 16,
  keepSeconds: 300,
})

const SWEEP = jobKind({
  name: 'siem-sweep',
  parse: () => ({}),
  unique: true,
  timeoutSeconds: 60,
  keepSeconds: 300,
})

const BOUNDS = { days: 7, mostEvents: 100_000 }

/** One drain at a time per organization over all processes. What a process leaves is found by the next one or a sweep. */
export async function startSiemDelivery({
  jobs,
  bounds = BOUNDS,
  ...needs
}: DeliveryNeeds): Promise<SiemDelivery> {
  const { backlog, log } = needs
  const counts: DeliveryCounts = { delivered: 0, failures: 0, dropped: 0 }
  const begin = async (organizationId: string) =>
    (await jobs.enqueue(DELIVERY, { organizationId }, { singletonKey: organizationId })) !== undefined
  const isWaiting = async (organizationId: string) =>
    (await backlog.next(organizationId, 1)).waiting.length > 0
  const scheduler = createDeliveryScheduler({ begin, isWaiting, log })

  async function beginAll(): Promise<void> {
    for (const organizationId of await backlog.organizations()) await begin(organizationId)
  }

  async function sweep(): Promise<void> {
    for (const { organizationId, dropped } of await backlog.trim(bounds)) {
      counts.dropped += dropped
      log.error(
        { organizationId, dropped },
        'audit events waited too long for their collector and are dropped',
      )
    }
    await beginAll()
  }

  await jobs.define(DELIVERY, SWEEP)
  jobs.work(DELIVERY, ({ data, signal }) => drain(data.organizationId, { ...needs, counts }, signal))
  jobs.work(SWEEP, sweep)
  await jobs.schedule(SWEEP, '* * * * *', { data: {} })
  const listener = await backlog.listen((organizationId) => {
    if (organizationId !== undefined) scheduler.schedule(organizationId)
    else
      void beginAll().catch((err: unknown) =>
        log.warn({ err }, 'waiting audit events could not be found yet'),
      )
  })
  await beginAll()
  return {
    counts,
    async [Symbol.asyncDispose]() {
      await listener[Symbol.asyncDispose]()
      scheduler[Symbol.dispose]()
    },
  }
}

interface SchedulerNeeds {
  /** Begins to deliver. False when that is under way already, or waits for its next try. */
  begin: (organizationId: string) => Promise<boolean>
  isWaiting: (organizationId: string) => Promise<boolean>
  log: Log
}

const GATHER_MS = 500
/** A delivery that is about to end does not see an event that comes now, and keeps another from beginning. */
const RECHECK_MS = 1_000

function createDeliveryScheduler({ begin, isWaiting, log }: SchedulerNeeds) {
  const planned = new Map<string, { timer: NodeJS.Timeout; hasNewEvents: boolean }>()

  function plan(organizationId: string, delayMs: number, hasNewEvents: boolean): void {
    const timer = setTimeout(() => void run(organizationId), delayMs).unref()
    planned.set(organizationId, { timer, hasNewEvents })
  }

  async function run(organizationId: string): Promise<void> {
    const { hasNewEvents } = planned.get(organizationId)!
    planned.delete(organizationId)
    try {
      const isNeeded = hasNewEvents || (await isWaiting(organizationId))
      const isBegun = isNeeded && (await begin(organizationId))
      if (hasNewEvents && !isBegun && !planned.has(organizationId)) plan(organizationId, RECHECK_MS, false)
    } catch (err) {
      log.warn({ err, organizationId }, 'the delivery of audit events could not be begun yet')
    }
  }

  return {
    schedule(organizationId: string): void {
      const known = planned.get(organizationId)
      if (known) known.hasNewEvents = true
      else plan(organizationId, GATHER_MS, true)
    },
    [Symbol.dispose]() {
      for (const { timer } of planned.values()) clearTimeout(timer)
    },
  }
}
