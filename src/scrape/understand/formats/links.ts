import { findAll } from 'domutils'
import type { Page } from '../../../content/parse/page.ts'
import { absoluteUrl } from './absolute-url.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'

export function linksOf({ root, base }: Page): string[] {
  const addresses = findAll(({ name }) => name === 'a' || name === 'area', root.children)
    .map(({ attribs }) => attribs['href'])
    .filter((href) => !href?.trim().startsWith('#'))
    .map((href) => absoluteUrl(href, base))
    .filter((url) => url !== undefined)
    .filter((url) => LINKABLE.test(url))
    .map(unwrapRedirect)
    .filter((url) => url !== undefined)
  return [...new Set(addresses)]
}

/** The web and mail; of an uploaded file also what stays relative. */
const LINKABLE = /^(https?:|mailto:|(?![a-z][a-z0-9+.-]*:))/i
