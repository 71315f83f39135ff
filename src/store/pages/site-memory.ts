import { createHash } from 'node:crypto'
import type { Log } from '../../log.ts'
import type { SiteMemory } from '../../scrape/scrape.ts'
import type { Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'

const MAX_KEPT_PAGES = 32
const MAX_RECALLED_PAGES = 20
const RETENTION = `interval '30 days'`
const MAX_TRACE_CHARS = 64 * 1024

type Trace = Parameters<SiteMemory['remember']>[1]

export function createSiteMemory(db: Queryable, log: Log): SiteMemory & AsyncDisposable {
  const writing = new Set<Promise<void>>()

  async function write(scope: string, host: string, page: Buffer, trace: string): Promise<void> {
    try {
      await db.prepared(
        sql`select remember_page_trace(${scope}, ${host}, ${page}, ${trace}, ${MAX_KEPT_PAGES})`,
      )
    } catch (failure) {
      log.warn({ err: failure }, 'cannot record the site memory of a page')
    }
  }

  return {
    async recall({ scope, url }) {
      const rows = await db.prepared<{ trace: string }>(sql`
        select trace from page_traces where scope = ${scope} and host = ${hostOf(url)}
          and page <> ${pageHash(url)}
        and seen_at > now() - ${raw(RETENTION)} order by seen_at desc limit ${MAX_RECALLED_PAGES}`)
      return rows.map(({ trace }) => JSON.parse(trace) as Trace)
    },

    remember({ scope, url }, trace) {
      const text = JSON.stringify(trace)
      if (text.length > MAX_TRACE_CHARS) return
      const written = write(scope, hostOf(url), pageHash(url), text).finally(() => writing.delete(written))
      writing.add(written)
    },

    async [Symbol.asyncDispose]() {
      await Promise.all(writing)
    },
  }
}

function hostOf(url: string): string {
  return new URL(url).host
}

function pageHash(url: string): Buffer {
  return createHash('sha256').update(url.replace(/#.*$/s, '')).digest()
}
