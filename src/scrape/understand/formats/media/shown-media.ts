import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import type { Page } from '../../../../content/parse/page.ts'
import { MAX_URL_CHARS, mediaUrl, qualityOf, SCORES } from './media-candidate.ts'
import type { MediaCandidate } from './media-candidate.ts'
import { fileKindOfType, kindOfUrl } from './media-kind.ts'
import type { MediaKind } from './media-kind.ts'

export function shownMedia({ root, base }: Page): MediaCandidate[] {
  const found: MediaCandidate[] = []
  visit(root.children, { bonus: 0, player: undefined })
  return found

  function visit(nodes: readonly ChildNode[], context: MediaContext): void {
    for (const node of nodes) {
      if (found.length >= MOST_CANDIDATES) return
      if (!isTag(node)) continue
      const inside = contextIn(node, context)
      for (const offer of OFFERS.get(node.name)?.(node, inside) ?? lazyOffers(node)) take(offer, inside)
      visit(node.children, inside)
    }
  }

  function take({ reference, kindOf, score, quality = 0 }: Offer, { bonus }: MediaContext): void {
    const address = mediaUrl(reference, base)
    const is = address === undefined ? undefined : kindOf(address)
    if (address === undefined || is === undefined) return
    found.push({ address, is, score: score + bonus, quality: quality || qualityOf(nameOf(address)) })
  }
}

const MOST_CANDIDATES = 2000

function nameOf(address: string): string {
  const { pathname } = new URL(address)
  return pathname.slice(pathname.lastIndexOf('/') + 1).replace(/\.\w{2,5}$/, '')
}

interface MediaContext {
  bonus: number
  player: Element | undefined
}

const BONUS: ReadonlyMap<string, number> = new Map([
  ['main', 8],
  ['article', 8],
  ['header', -15],
  ['footer', -15],
  ['aside', -15],
  ['nav', -15],
])
const PLAYERS: ReadonlySet<string> = new Set(['audio', 'video', 'amp-audio', 'amp-video'])

function contextIn(element: Element, context: MediaContext): MediaContext {
  if (PLAYERS.has(element.name)) return { ...context, player: element }
  const bonus = BONUS.get(element.name)
  // The header of an article belongs to it.
  if (bonus === undefined || (element.name === 'header' && context.bonus > 0)) return context
  return { ...context, bonus }
}

interface Offer {
  reference: string | undefined
  kindOf: (address: string) => MediaCandidate['is'] | undefined
  score: number
  quality?: number
}

type OffersOf = (element: Element, inside: MediaContext) => Offer[]

const OFFERS: ReadonlyMap<string, OffersOf> = new Map<string, OffersOf>([
  ...[...PLAYERS].map((name) => [name, playerOffers] as const),
  ['source', ({ attribs }, { player }) => (player ? [played(attribs['src'], attribs, player)] : [])],
  ['a', ({ attribs }) => [file(attribs['href'], attribs['type'], SCORES.linked)]],
  ['link', linkOffers],
  ['object', ({ attribs }) => [file(attribs['data'], attribs['type'], SCORES.played)]],
  ['embed', ({ attribs }) => [file(attribs['src'], attribs['type'], SCORES.played)]],
  ['iframe', ({ attribs }) => [framed(attribs['src'], attribs['data-src'], attribs['data-lazy-src'])]],
  // What our browser puts in place of a frame.
  ['div', (element) => [...lazyOffers(element), framed(element.attribs['data-frame-src'])]],
])

/** Something that is a file by its declared type or by its name; most links are neither, and need no closer look. */
function file(written: string | undefined, type: string | undefined, score: number): Offer {
  const reference = type === undefined && !isNamed(written ?? '') ? undefined : written
  return { reference, kindOf: (address) => fileKindOfType(type) ?? kindOfUrl(address), score }
}

function linkOffers({ attribs }: Element): Offer[] {
  const isEnclosed = /\benclosure\b/i.test(attribs['rel'] ?? '')
  return isEnclosed ? [file(attribs['href'], attribs['type'], SCORES.enclosed)] : []
}

const LAZY_ATTRIBUTES = [
  'data-src',
  'data-lazy-src',
  'data-url',
  'data-mp4',
  'data-mp3',
  'data-video-src',
  'data-audio-src',
]

function playerOffers(player: Element): Offer[] {
  const { attribs } = player
  const isReady = attribs['src'] && !/^(?:blob|data|about):/i.test(attribs['src'].slice(0, 10))
  const late = LAZY_ATTRIBUTES.map((name) => attribs[name]).find((value) => value)
  return [played(isReady ? attribs['src'] : late, attribs, player)]
}

function played(reference: string | undefined, attribs: Record<string, string>, player: Element): Offer {
  const byElement: MediaKind = player.name.endsWith('audio') ? 'audio' : 'video'
  return {
    reference,
    // Sound in a video element is sound, as far as its type or its name says so.
    kindOf: (address) =>
      fileKindOfType(attribs['type']) ??
      (byElement === 'video' && kindOfUrl(address) === 'audio' ? 'audio' : byElement),
    score: isDecorative(player) ? SCORES.decorative : SCORES.played,
    quality: qualityOf(...QUALITY.map((name) => attribs[name])),
  }
}

const QUALITY = ['size', 'res', 'data-res', 'data-quality', 'label', 'title']

/** What plays by itself in silence and in a circle is there for the looks. */
function isDecorative({ name, attribs }: Element): boolean {
  const isSilentLoop = ['autoplay', 'muted', 'loop'].every((attribute) => attribute in attribs)
  return name.endsWith('video') && isSilentLoop && !('controls' in attribs)
}

/** A frame may show the file itself; of pages in frames only players that are known are taken for players. */
function framed(...references: (string | undefined)[]): Offer {
  return {
    reference: references.find((reference) => reference && !/^(?:about|data):/i.test(reference.slice(0, 10))),
    kindOf: (address) => kindOfUrl(address) ?? (VIDEO_PLAYERS.test(address) ? 'player' : undefined),
    score: SCORES.framed,
  }
}

const VIDEO_PLAYERS = new RegExp(
  `^https?://(?:www\\.)?(?:${[
    'youtube(?:-nocookie)?\\.com/embed/',
    'player\\.vimeo\\.com/video/',
    'dailymotion\\.com/embed/',
    'geo\\.dailymotion\\.com/player',
    'player\\.bilibili\\.com/',
    'player\\.twitch\\.tv/',
    'fast\\.wistia\\.(?:net|com)/embed/',
    'loom\\.com/embed/',
    'players\\.brightcove\\.net/',
    'rutube\\.ru/play/embed/',
    'facebook\\.com/plugins/video',
    'embed\\.ted\\.com/',
    'streamable\\.com/[eo]/',
    'play\\.vidyard\\.com/',
    'cdn\\.jwplayer\\.com/players/',
    'v\\.qq\\.com/txp/',
    'player\\.youku\\.com/embed/',
    'ok\\.ru/videoembed/',
    'vk\\.com/video_ext',
  ].join('|')})`,
  'i',
)

function lazyOffers({ attribs }: Element): Offer[] {
  const offers: Offer[] = []
  for (const name in attribs) {
    const value = attribs[name]!
    if (name.startsWith('data-') && isNamed(value)) {
      offers.push({ reference: value, kindOf: kindOfUrl, score: SCORES.late })
    }
  }
  return offers
}

function isNamed(written: string): boolean {
  return written.length <= MAX_URL_CHARS && /\.\w{2,5}\s*(?:[?#]|$)/.test(written)
}
