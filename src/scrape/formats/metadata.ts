import type { Element } from 'domhandler'
import { findAll, findOne, textContent } from 'domutils'
import { DocumentMetadata } from '../../contract/metadata.ts'
import type { Page } from '../parse/page.ts'
import { absoluteUrl } from './absolute-url.ts'

/** What a page says about itself: the names the wire knows, and whatever else it names. */
export function metadataOf(page: Page): DocumentMetadata {
  const known: Record<string, string | string[]> = {}
  const further: Record<string, string | string[]> = {}
  for (const [name, values] of namedValues(page)) {
    const field = knownField(name)
    if (field) known[field] ??= LISTS.has(field) ? values : values[0]!
    else if (!RESERVED.has(name)) further[name] = values.length === 1 ? values[0]! : values
  }
  for (const field of MEDIA) {
    const address = absoluteUrl(known[field]?.toString(), page.base)
    if (address !== undefined) known[field] = address
  }
  const title = titleOf(page) ?? known['ogTitle']?.toString()
  const language = languageOf(page)
  const favicon = faviconOf(page)
  return {
    ...further,
    ...known,
    ...(title !== undefined && { title }),
    ...(language !== undefined && { language }),
    ...(favicon !== undefined && { favicon }),
  }
}

const MAX_NAMES = 100
const MAX_VALUE_CHARS = 5000

/** Everything the meta elements name, a name's values in order. */
function namedValues({ root }: Page): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { attribs } of findAll(({ name }) => name === 'meta', root.children)) {
    const name = (attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? '').trim()
    const value = attribs['content']?.trim().slice(0, MAX_VALUE_CHARS)
    if (name === '' || name.length > 100 || !value || (named.size >= MAX_NAMES && !named.has(name))) continue
    const values = named.get(name) ?? []
    if (!values.includes(value)) named.set(name, [...values, value])
  }
  return named
}

const KNOWN: Record<string, string | undefined> = {
  description: 'description',
  keywords: 'keywords',
  robots: 'robots',
  'article:published_time': 'publishedTime',
  'article:modified_time': 'modifiedTime',
  'article:tag': 'articleTag',
  'article:section': 'articleSection',
}

const LISTS = new Set(['ogLocaleAlternate', 'articleTag'])
const MEDIA = ['ogImage', 'ogVideo', 'ogAudio']

/** Names a page must not give itself: ours, and those that mean something to every object. */
const RESERVED = new Set([...Object.keys(DocumentMetadata.shape), '__proto__', 'constructor', 'prototype'])

/** `og:site_name` is known as ogSiteName, `dcterms.created` as dcTermsCreated, and so on. */
function knownField(name: string): string | undefined {
  const lower = name.toLowerCase()
  if (Object.hasOwn(KNOWN, lower)) return KNOWN[lower]
  if (!/^(og:|dc\.|dcterms\.)[a-z]/.test(lower)) return undefined
  const [first = '', ...rest] = lower.replace(/^dcterms/, 'dc.terms').split(/[:._-]+/)
  return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function titleOf({ root }: Page): string | undefined {
  const title = findOne(isTitle, root.children, true)
  return title ? textContent(title).replace(/\s+/g, ' ').trim() || undefined : undefined
}

/** A drawing's title is its caption. */
function isTitle({ name, parent }: Element): boolean {
  return name === 'title' && !(parent && 'name' in parent && parent.name === 'svg')
}

function languageOf({ root }: Page): string | undefined {
  const html = findOne(({ name }) => name === 'html', root.children, true)
  const declared =
    html?.attribs['lang'] ??
    html?.attribs['xml:lang'] ??
    findOne(isLanguage, root.children, true)?.attribs['content']
  return declared?.trim() || undefined
}

function isLanguage({ name, attribs }: Element): boolean {
  return name === 'meta' && /^content-language$/i.test(attribs['http-equiv'] ?? '')
}

function faviconOf({ root, base }: Page): string | undefined {
  return absoluteUrl(findOne(isIcon, root.children, true)?.attribs['href'], base)
}

function isIcon({ name, attribs }: Element): boolean {
  return name === 'link' && /(^|\s)icon(\s|$)/i.test(attribs['rel'] ?? '') && Boolean(attribs['href'])
}
