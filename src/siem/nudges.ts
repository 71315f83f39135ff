import type { Log } from '../log.ts'

interface NudgeNeeds {
  /** Begins to deliver. False when that is under way already, or waits for its next try. */
  begin: (organizationId: string) => Promise<boolean>
  isWaiting: (organizationId: string) => Promise<boolean>
  log: Log
}

interface Nudges extends Disposable {
  hear(organizationId: string): void
}

const GATHER_MS = 500
/** A delivery that is about to end does not see an event that comes now, and keeps another from beginning. */
const AGAIN_MS = 1_000

export function createNudges({ begin, isWaiting, log }: NudgeNeeds): Nudges {
  const planned = new Map<string, { timer: NodeJS.Timeout; hasNews: boolean }>()

  function plan(organizationId: string, delayMs: number, hasNews: boolean): void {
    const timer = setTimeout(() => void carryOut(organizationId), delayMs).unref()
    planned.set(organizationId, { timer, hasNews })
  }

  async function carryOut(organizationId: string): Promise<void> {
    const { hasNews } = planned.get(organizationId)!
    planned.delete(organizationId)
    try {
      const isNeeded = hasNews || (await isWaiting(organizationId))
      const isBegun = isNeeded && (await begin(organizationId))
      if (hasNews && !isBegun && !planned.has(organizationId)) plan(organizationId, AGAIN_MS, false)
    } catch (err) {
      log.warn({ err, organizationId }, 'the delivery of audit events could not be begun yet')
    }
  }

  return {
    hear(organizationId) {
      const known = planned.get(organizationId)
      if (known) known.hasNews = true
      else plan(organizationId, GATHER_MS, true)
    },
    [Symbol.dispose]() {
      for (const { timer } of planned.values()) clearTimeout(timer)
    },
  }
}
