import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '../browser/browser.ts'
import { Fault, isFullDisk } from '../fault.ts'
import type { Store } from '../store/store.ts'

/** Whether the service can do work, part by part. */
export async function readiness(
  { database, disk }: Pick<Store, 'database' | 'disk'>,
  jobList: { counts(): Promise<unknown> },
  browser: Pick<Browser, 'unavailable' | 'isPreparing'>,
) {
  const [db, queue] = await Promise.all([attempt(database.rows('select 1')), attempt(jobList.counts())])
  return {
    ready: db === 'ok' && queue === 'ok' && !disk.isFull(),
    parts: { database: db, queue, disk: disk.describe(), browser: stateOf(browser) },
  }
}

/** The service works without one, so this never makes it unready. */
export function stateOf(browser: Pick<Browser, 'unavailable' | 'isPreparing'>): string {
  const missing = browser.unavailable()
  if (missing !== undefined) return `unavailable (${missing})`
  return browser.isPreparing() ? 'being unpacked' : 'ok'
}

const READINESS_MS = 2_000

/** A database that does not answer is not ready either, so the question has a limit. */
async function attempt(work: Promise<unknown>): Promise<string> {
  try {
    await Promise.race([
      work,
      delay(READINESS_MS, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer'))),
    ])
    return 'ok'
  } catch (failure) {
    return `unavailable (${reasonOf(failure)})`
  }
}

function reasonOf(failure: unknown): string {
  // What the server says then names paths, which are for the log.
  if (isFullDisk(failure)) return 'the disk is full'
  if (failure instanceof Fault && failure.cause instanceof Error) return failure.cause.message
  return failure instanceof Error ? failure.message : String(failure)
}
