import type { Browser } from '../../src/browser/browser.ts'
import { waitUntil } from './wait-until.ts'

/** One data directory for all services of a test run, so that Chromium is unpacked once. */
export function sharedDataDir(): string {
  const folder = process.env.TEST_DATA_DIR
  if (folder === undefined) throw new Error("Run the tests with 'npm test': it makes the folder they share.")
  return folder
}

/** Waits for the unpacked Chromium, so that its time does not count against the first visit of a test. */
export async function waitForChromium(engine: Pick<Browser, 'prepare' | 'isPreparing'>): Promise<void> {
  engine.prepare()
  await waitUntil(() => !engine.isPreparing(), UNPACKING_MS)
}

const UNPACKING_MS = 180_000
