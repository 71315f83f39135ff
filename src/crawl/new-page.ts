import type { FoundPage } from './frontier.ts'

/** A page that a crawl goes to next, unless it is known already. What is not said is as on a page of its own. */
export function newPage(
  page: Pick<FoundPage, 'key' | 'url' | 'rank'> & Partial<Omit<FoundPage, 'host'>>,
): FoundPage {
  return { kind: 'page', depth: 0, chain: 0, parentMark: undefined, ...page, host: new URL(page.url).host }
}
