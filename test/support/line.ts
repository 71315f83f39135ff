import { createCipher } from '../../src/access/access.ts'
import { openScrapePipeline } from '../../src/compose/scrape.ts'
import type { ScrapeParts } from '../../src/compose/scrape.ts'
import { openDocuments } from '../../src/documents/documents.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createLog } from '../../src/log.ts'
import {
  createBlobs,
  createPageCache,
  createProfiles,
  createSiteMemory,
  createSnapshots,
  openSharedFetches,
} from '../../src/store/store.ts'
import type { TestDatabase } from './database.ts'

/** The scrape pipeline on a machine without a browser; only 127.0.0.1 can be reached. */
export async function testLine(
  { db }: TestDatabase,
  parts: Partial<ScrapeParts>,
  open: AsyncDisposableStack,
): Promise<ReturnType<typeof openScrapePipeline>> {
  const log = createLog('silent', false)
  const processId = () => '00000000-0000-4000-8000-000000000000'
  return openScrapePipeline(
    {
      egress: open.use(createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1/32') })),
      browser: {
        unavailable: () => 'this machine has none.',
        visit: () => Promise.reject(new Error('there is no browser')),
      },
      convert: open.use(openDocuments()).convert,
      profiles: createProfiles(db, createCipher('a-root-secret', 'profile'), processId),
      blobs: createBlobs(db, { maxBytes: 1e6 }),
      cache: createPageCache(db, { maxBytes: 1e9 }),
      flights: open.use(await openSharedFetches(db, processId, log)),
      siteMemory: open.use(createSiteMemory(db, log)),
      pageIndex: { enter() {}, note() {} },
      seenPages: { remember() {} },
      snapshots: createSnapshots(db, { maxBytes: 1e9 }),
      isShared: false,
      keepMs: 60_000,
      hostConcurrency: 8,
      userAgent: 'Winnow/test',
      log,
      ...parts,
    },
    open,
  )
}
