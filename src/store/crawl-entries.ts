import type { FirstPage, FoundPage } from '../crawl/crawl.ts'
import type { JobCipher } from './job-cipher.ts'
import type { JobKeys } from './job-keys.ts'

/** Found pages as the functions of the database read them. */
export function entriesOf(
  found: readonly FoundPage[],
  cipher: JobCipher,
  { hostMark }: Pick<JobKeys, 'hostMark'>,
): string {
  return JSON.stringify(
    found.map((page) => {
      const { key, url } = cipher.closePage(page)
      return {
        k: key,
        u: url,
        h: hostMark(page.host),
        kind: page.kind,
        r: page.rank,
        d: page.depth,
        c: page.chain,
        s: page.parentMark && cipher.close(page.parentMark),
      }
    }),
  )
}

/** Pages that repeat others as `add_crawl_repeats` reads them. */
export function repeatsOf(pages: readonly FirstPage[], cipher: JobCipher): string {
  return JSON.stringify(
    pages.map((page) => {
      const { key, url } = cipher.closePage(page)
      return { k: key, f: cipher.mark(page.repeats!), u: url, r: page.rank, d: page.depth }
    }),
  )
}

/** What a page is known by. */
export function keyBytes(key: string, { mark }: Pick<JobCipher, 'mark'>): Buffer {
  return Buffer.from(mark(key), 'hex')
}
