import { isTag } from 'domhandler'
import type { AnyNode, ChildNode, Element } from 'domhandler'
import { absoluteUrl } from '../formats/absolute-url.ts'
import type { Answer, Page } from '../../../content/parse/page.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Fingerprint } from './fingerprint.ts'

/** Where a page leads and what tells it from others, for those who go on from it. Plain data. */
export interface Discovery {
  /** Where its links lead, each address once, in the order of the page. */
  links: string[]
  /** Those that the page asks robots not to follow. */
  unfollowed: string[]
  /** The next pages of a series, as the page itself names them. */
  next: string[]
  /** The address that the page says it should be known by. */
  canonical: string | undefined
  /** Undefined for a page without text. */
  fingerprint: Fingerprint | undefined
}

/** `content` is what is taken for the content of the page. */
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

  walk(page.root.children, (element) => {
    const { name, attribs } = element
    if (name === 'a' || name === 'area') {
      const relations = wordsOf(attribs['rel'])
      const address = add(attribs['href'], !relations.has('nofollow'))
      if (address !== undefined && relations.has('next')) found.next.add(address)
    } else if (name === 'frame') add(attribs['src'], true)
  })
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

function walk(nodes: readonly AnyNode[], visit: (element: Element) => void): void {
  for (const node of nodes) {
    if (!('children' in node)) continue
    if (isTag(node)) visit(node)
    walk(node.children, visit)
  }
}

/** Only what leads to another page: a place on the same page, mail and scripts do not. */
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
