import { findAll } from 'domutils'
import type { Page } from '../parse/page.ts'
import { absoluteUrl } from './absolute-url.ts'

/** Where the whole page leads, each address once, in the order of the page. */
export function linksOf({ root, base }: Page): string[] {
  const addresses = findAll(({ name }) => name === 'a' || name === 'area', root.children)
    .map(({ attribs }) => attribs['href'])
    .filter((href) => !href?.trim().startsWith('#'))
    .map((href) => absoluteUrl(href, base))
    .filter((address) => address !== undefined && LINKABLE.test(address))
  return [...new Set(addresses as string[])]
}

/** The web and mail; of an uploaded file also what stays relative. */
const LINKABLE = /^(https?:|mailto:|(?![a-z][a-z0-9+.-]*:))/i
