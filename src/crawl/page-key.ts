import { createHash } from 'node:crypto'

/** The hash under which a page is known: keys of any length, in sixteen bytes. */
export function pageKey(key: string): string {
  return createHash('md5').update(key).digest('hex')
}
