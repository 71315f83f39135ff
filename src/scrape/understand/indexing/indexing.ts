import type { ChildNode } from 'domhandler'
import type { DocumentMetadata } from '../../../contract/metadata.ts'
import { isEmbedded } from '../formats/image-url.ts'
import type { Page } from '../../../content/parse/page.ts'
import { pageLanguage } from './page-language.ts'
import { textsOf } from './page-texts.ts'
import type { Picture } from './page-texts.ts'
import { publishedAt } from './published-at.ts'
import { termsOf } from './terms.ts'
import type { Terms } from './terms.ts'

/** What a search can find a page by, and what it says about it. Plain data. */
export interface PageForIndex {
  title: string
  description: string
  text: string
  /** A code such as `de`; undefined when it can be told neither from what the page declares nor from its words. */
  language: string | undefined
  /** Milliseconds since 1970. */
  publishedAt: number | undefined
  pictures: Picture[]
  terms: Terms
}

const LONGEST_TITLE = 500
const LONGEST_DESCRIPTION = 1_000
const SAMPLE_CHARS = 2_000

export function pageForIndex(
  page: Page,
  metadata: DocumentMetadata,
  content: readonly ChildNode[],
): PageForIndex {
  const { spans, pictures } = textsOf(content)
  const text = spans.map((stretch) => stretch.text).join('\n')
  const heading = spans.find(({ isHeading }) => isHeading)?.text
  const title = (metadata.title ?? heading ?? '').slice(0, LONGEST_TITLE)
  const description = (metadata.description ?? '').slice(0, LONGEST_DESCRIPTION)
  const language = pageLanguage(`${title}\n${text.slice(0, SAMPLE_CHARS)}`, metadata.language)
  const shown = withMainPicture(pictures, metadata['ogImage'])
  const asides = shown.flatMap(({ alt }) => alt ?? [])
  return {
    title,
    description,
    text,
    language,
    publishedAt: publishedAt(metadata, page),
    pictures: shown,
    terms: termsOf({ title, description, spans, asides, language }),
  }
}

/** The picture that the page shows of itself elsewhere comes first. */
function withMainPicture(pictures: readonly Picture[], main: unknown): Picture[] {
  if (typeof main !== 'string' || isEmbedded(main) || !/^https?:/i.test(main)) return [...pictures]
  const known = pictures.find(({ url }) => url === main)
  return [known ?? { url: main }, ...pictures.filter((picture) => picture !== known)]
}
