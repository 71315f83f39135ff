import { setTimeout as delay } from 'node:timers/promises'
import type { Browser } from '../browser/browser.ts'
import { Fault, isFullDisk } from '../fault.ts'
import type { Store } from '../store/store.ts'
import type { Config } from '../config/config.ts'
import type { Capabilities } from '../contract/team.ts'
import { ocrLanguages } from '../documents/documents.ts'
import { VERSION } from '../product.ts'
import type { GaugeSource } from '../http/http.ts'
import type { JobList } from '../jobs/jobs.ts'

export async function checkReadiness(
  { database, disk }: Pick<Store, 'database' | 'disk'>,
  jobList: { counts(): Promise<unknown> },
  browser: Pick<Browser, 'unavailable' | 'isPreparing'>,
) {
  const [db, queue] = await Promise.all([checkPart(database.rows('select 1')), checkPart(jobList.counts())])
  return {
    ready: db === 'ok' && queue === 'ok' && !disk.isFull(),
    parts: { database: db, queue, disk: disk.describe(), browser: browserState(browser) },
  }
}

/** The service works without a browser, so this never makes it unready. */
function browserState(browser: Pick<Browser, 'unavailable' | 'isPreparing'>): string {
  const missing = browser.unavailable()
  if (missing !== undefined) return `unavailable (${missing})`
  return browser.isPreparing() ? 'being unpacked' : 'ok'
}

const READINESS_MS = 2_000

/** A database that does not respond is not ready either, so the check has a time limit. */
async function checkPart(work: Promise<unknown>): Promise<string> {
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
  // The server's message contains paths, which belong in the log only.
  if (isFullDisk(failure)) return 'the disk is full'
  if (failure instanceof Fault && failure.cause instanceof Error) return failure.cause.message
  return failure instanceof Error ? failure.message : String(failure)
}

export function createCapabilities(
  config: Config,
  browser: Pick<Browser, 'unavailable' | 'isPreparing'>,
  warnings: () => Promise<string[]>,
): () => Promise<Capabilities> {
  const languages = ocrLanguages()
  const hasModel = config.WINNOW_LLM_URL !== undefined
  return async () => ({
    version: VERSION,
    browser: browserState(browser),
    database: config.DATABASE_URL === undefined ? 'embedded' : 'server',
    ocr: { languages },
    model: {
      name: hasModel ? (config.WINNOW_LLM_MODEL ?? 'default') : null,
      pro: hasModel ? (config.WINNOW_LLM_MODEL_PRO ?? null) : null,
    },
    search: { providers: [...config.WINNOW_SEARCH_PROVIDER] },
    code: { languages: [...config.WINNOW_CODE_LANGUAGES] },
    urlRisk: { provider: config.WINNOW_URL_RISK_PROVIDER ?? null },
    keyless: config.WINNOW_KEYLESS === 'on',
    warnings: await warnings(),
  })
}

export function gaugesOf(
  jobList: Pick<JobList, 'counts'>,
  browser: Pick<Browser, 'counts'>,
): readonly GaugeSource[] {
  return [
    {
      name: 'winnow_jobs',
      help: 'Jobs by kind and state.',
      labels: ['kind', 'state'],
      async read() {
        const counts = await jobList.counts()
        return counts.flatMap(({ kind, queued, active, failed }) =>
          Object.entries({ queued, active, failed }).map(([state, value]) => ({
            labels: { kind, state },
            value,
          })),
        )
      },
    },
    {
      name: 'winnow_browser_tabs',
      help: 'Open pages in the browser, and visits waiting for one.',
      labels: ['state'],
      async read() {
        const { openTabs, waiting } = browser.counts()
        return Object.entries({ open: openTabs, waiting }).map(([state, value]) => ({
          labels: { state },
          value,
        }))
      },
    },
    {
      name: 'winnow_browser_restarts',
      help: 'How often the browser was restarted.',
      labels: [],
      read: async () => [{ labels: {}, value: browser.counts().restarts }],
    },
  ]
}
