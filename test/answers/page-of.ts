import { ScrapeRequest } from '../../src/contract/scrape.ts'
import type { ReadablePage } from '../../src/extract/page.ts'
import { selectContent } from '../../src/scrape/understand/formats/content.ts'
import { parseHtml } from '../../src/content/parse/html.ts'

/** A page of this markup, all of which is content unless it is to be selected as the service does. */
export function pageOf(markup: string, { isSelected = false } = {}): ReadablePage {
  const url = 'https://site.example/page'
  const page = parseHtml(markup, url, false)
  let content: ReturnType<ReadablePage['content']> | undefined
  const select = () =>
    isSelected
      ? selectContent(page, ScrapeRequest.parse({ url }))
      : selectContent(page, ScrapeRequest.parse({ url, onlyMainContent: false }))
  return {
    root: page.root,
    landmarks: page.landmarks,
    base: page.base,
    url,
    content: () => (content ??= select()),
  }
}
