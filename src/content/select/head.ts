import { textContent } from 'domutils'
import type { Page } from '../parse/page.ts'

/** Metadata of a page that is not displayed. */
export interface Head {
  title: string
  /** One or zero for each possible claim. */
  claims: number[]
}

export function headOf({ landmarks }: Page): Head {
  let title: string | undefined
  let otherTitle = ''
  let kind = ''
  let generator = ''
  let data = ''
  for (const { name, attribs, children } of landmarks) {
    if (name === 'title') title ??= textContent(children)
    else if (name === 'script') {
      if (attribs['type'] === 'application/ld+json') data += textContent(children).slice(0, MOST_DATA)
    } else if (name === 'meta') {
      const key = attribs['property'] ?? attribs['name']
      const content = attribs['content'] ?? ''
      if (key === 'og:type') kind = content
      else if (key === 'og:title') otherTitle = content
      else if (key === 'generator') generator += ` ${content}`
    }
  }
  const types = new Set<string>()
  for (const [, named] of data.matchAll(/"@type"\s*:\s*("[^"]*"|\[[^\]]*\])/g)) {
    for (const [, type] of named!.matchAll(/(\w+)"/g)) types.add(type!)
  }
  return {
    title: `${title ?? ''} ${otherTitle}`.slice(0, 300),
    claims: [
      ...KINDS.map((pattern) => (pattern.test(kind) ? 1 : 0)),
      ...DATA_TYPES.map((names) => (names.some((name) => types.has(name)) ? 1 : 0)),
      ...GENERATORS.map((pattern) => (pattern.test(generator) ? 1 : 0)),
    ],
  }
}

const MOST_DATA = 20_000

const KINDS = [/article|blog/i, /product/i, /website/i]

const DATA_TYPES = [
  ['Article', 'NewsArticle', 'BlogPosting', 'TechArticle', 'Report', 'LiveBlogPosting'],
  ['Product', 'ProductGroup', 'Offer'],
  ['DiscussionForumPosting', 'QAPage', 'Question', 'Answer'],
  ['ItemList', 'CollectionPage', 'SearchResultsPage', 'OfferCatalog'],
  ['FAQPage'],
  ['BreadcrumbList'],
  ['Service', 'LocalBusiness', 'Organization', 'Corporation'],
  ['WebPage'],
]

const GENERATORS = [
  /discourse|phpbb|vbulletin|xenforo|vanilla|mybb|smf|flarum/i,
  /wordpress|ghost|blogger|joomla|drupal/i,
  /sphinx|docusaurus|mkdocs|hugo|jekyll|vitepress|gitbook|mdbook|doxygen|javadoc/i,
  /shopify|woocommerce|magento|prestashop/i,
]
