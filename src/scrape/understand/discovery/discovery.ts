import type { ChildNode } from 'domhandler'
import { findAll } from 'domutils'
import { absoluteUrl } from '../formats/absolute-url.ts'
import type { Answer, Page } from '../../../content/parse/page.ts'
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
  answer: Answer | undefined,
  content: readonly ChildNode[],
): Discovery {
  const found = { links: new Set<string>(), unfollowed: new Set<string>(), next: new Set<string>() }
  const isClosed = asksNotToFollow(page, answer)
  const add = (reference: string | undefined, isFollowed: boolean) => {
    const address = webAddress(reference, page.base)
    if (address === undefined || found.links.size + found.unfollowed.size >= MAX_LINKS) return undefined
    found[isFollowed && !isClosed ? 'links' : 'unfollowed'].add(address)
    return address
  }

  for (const { name, attribs } of findAll(({ name }) => LEADING.has(name), page.root.children)) {
    const relations = wordsOf(attribs['rel'])
    const isFrame = name === 'frame'
    const address = add(attribs[isFrame ? 'src' : 'href'], isFrame || !relations.has('nofollow'))
    if (address !== undefined && !isFrame && relations.has('next')) found.next.add(address)
  }
  for (const { name, attribs } of page.landmarks) {
    if (name === 'link' && wordsOf(attribs['rel']).has('next')) {
      const address = add(attribs['href'], true)
      if (address !== undefined) found.next.add(address)
    }
    if (name === 'meta' && attribs['http-equiv']?.toLowerCase() === 'refresh')
      add(refreshTarget(attribs['content']), true)
  }
  return {
    links: [...found.links],
    unfollowed: [...found.unfollowed].filter((address) => !found.links.has(address)),
    next: [...found.next],
    canonical: canonicalOf(page, answer),
    fingerprint: fingerprintOf(page.root.children, content),
  }
}

/** More than any page has that a person made; beyond it only memory is spent. */
const MAX_LINKS = 50_000

const LEADING = new Set(['a', 'area', 'frame'])

function webAddress(reference: string | undefined, base: string | undefined): string | undefined {
  if (reference === undefined || reference.startsWith('#')) return undefined
  const address = absoluteUrl(reference, base)
  return address !== undefined && /^https?:/.test(address) ? address : undefined
}

function wordsOf(attribute: string | undefined): Set<string> {
  return new Set(attribute?.toLowerCase().split(/[\s,]+/))
}

/** A page may ask for it in a meta element or in a header. */
function asksNotToFollow({ landmarks }: Page, answer: Answer | undefined): boolean {
  const says = (text: string | undefined) => wordsOf(text).has('nofollow') || wordsOf(text).has('none')
  return (
    says(answer?.headers['x-robots-tag']?.replace(/^[\w-]+:/, '')) ||
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
function canonicalOf({ landmarks, base }: Page, answer: Answer | undefined): string | undefined {
  const inPage = landmarks
    .filter(({ name, attribs }) => name === 'link' && wordsOf(attribs['rel']).has('canonical'))
    .map(({ attribs }) => webAddress(attribs['href'], base))
  const inHeader = [
    ...(answer?.headers['link'] ?? '').matchAll(/<([^>]*)>\s*;[^,]*\brel="?canonical\b/gi),
  ].map(([, target]) => webAddress(target, base))
  const all = new Set([...inPage, ...inHeader])
  return all.size === 1 ? [...all][0] : undefined
}
