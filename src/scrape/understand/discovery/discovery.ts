import type { ChildNode } from 'domhandler'
import { findAll } from 'domutils'
import { absoluteUrl } from '../formats/absolute-url.ts'
import type { SourceResponse, Page } from '../../../content/parse/page.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Fingerprint } from './fingerprint.ts'

/** Where a page leads and what tells it from others, for those who go on from it. Plain data. */
export interface Discovery {
  links: string[]
  unfollowed: string[]
  /** The next pages of a series, as the page itself names them. */
  next: string[]
  canonical: string | undefined
  fingerprint: Fingerprint | undefined
}

export function discoveryOf(
  page: Page,
  response: SourceResponse | undefined,
  content: readonly ChildNode[],
): Discovery {
  const found = { links: new Set<string>(), unfollowed: new Set<string>(), next: new Set<string>() }
  const isClosed = asksNotToFollow(page, response)
  const add = (reference: string | undefined, isFollowed: boolean) => {
    const url = webUrlOf(reference, page.base)
    if (url === undefined || found.links.size + found.unfollowed.size >= MAX_LINKS) return undefined
    found[isFollowed && !isClosed ? 'links' : 'unfollowed'].add(url)
    return url
  }

  for (const { name, attribs } of findAll(({ name }) => LEADING.has(name), page.root.children)) {
    const relations = wordsOf(attribs['rel'])
    const isFrame = name === 'frame'
    const url = add(attribs[isFrame ? 'src' : 'href'], isFrame || !relations.has('nofollow'))
    if (url !== undefined && !isFrame && relations.has('next')) found.next.add(url)
  }
  for (const { name, attribs } of page.landmarks) {
    if (name === 'link' && wordsOf(attribs['rel']).has('next')) {
      const url = add(attribs['href'], true)
      if (url !== undefined) found.next.add(url)
    }
    if (name === 'meta' && attribs['http-equiv']?.toLowerCase() === 'refresh')
      add(refreshTarget(attribs['content']), true)
  }
  return {
    links: [...found.links],
    unfollowed: [...found.unfollowed].filter((url) => !found.links.has(url)),
    next: [...found.next],
    canonical: canonicalOf(page, response),
    fingerprint: fingerprintOf(page.root.children, content),
  }
}

/** More than any page has that a person made; beyond it only memory is spent. */
const MAX_LINKS = 50_000

const LEADING = new Set(['a', 'area', 'frame'])

function webUrlOf(reference: string | undefined, base: string | undefined): string | undefined {
  if (reference === undefined || reference.startsWith('#')) return undefined
  const url = absoluteUrl(reference, base)
  return url !== undefined && /^https?:/.test(url) ? url : undefined
}

function wordsOf(attribute: string | undefined): Set<string> {
  return new Set(attribute?.toLowerCase().split(/[\s,]+/))
}

/** A page may ask for it in a meta element or in a header. */
function asksNotToFollow({ landmarks }: Page, response: SourceResponse | undefined): boolean {
  const says = (text: string | undefined) => wordsOf(text).has('nofollow') || wordsOf(text).has('none')
  return (
    says(response?.headers['x-robots-tag']?.replace(/^[\w-]+:/, '')) ||
    landmarks.some(
      ({ name, attribs }) =>
        name === 'meta' && attribs['name']?.toLowerCase() === 'robots' && says(attribs['content']),
    )
  )
}

function refreshTarget(content: string | undefined): string | undefined {
  return /^\s*[\d.]+\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content ?? '')?.[1]
}

/** Said in the page or in a header; a page that names several, or none that can be read, names none. */
function canonicalOf({ landmarks, base }: Page, response: SourceResponse | undefined): string | undefined {
  const inPage = landmarks
    .filter(({ name, attribs }) => name === 'link' && wordsOf(attribs['rel']).has('canonical'))
    .map(({ attribs }) => webUrlOf(attribs['href'], base))
  const inHeader = [
    ...(response?.headers['link'] ?? '').matchAll(/<([^>]*)>\s*;[^,]*\brel="?canonical\b/gi),
  ].map(([, target]) => webUrlOf(target, base))
  const all = new Set([...inPage, ...inHeader])
  return all.size === 1 ? [...all][0] : undefined
}
