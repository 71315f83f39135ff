import type { Element } from 'domhandler'
import { textContent } from 'domutils'
import type { DocumentMetadata } from '../../../contract/metadata.ts'
import type { Page } from '../../../content/parse/page.ts'
import { absoluteUrl } from './absolute-url.ts'
import { bestIcon } from './favicon.ts'
import { languageTag } from './language-tag.ts'
import { isReserved, knownField } from './metadata-names.ts'

type Values = Record<string, string | string[]>

export function metadataOf(page: Page): DocumentMetadata {
  const head = headOf(page)
  const { known, further } = sorted(namedValues(head.metas))
  for (const field of URL_FIELDS) {
    const url = absoluteUrl(first(known[field]), page.base)
    if (url !== undefined) known[field] = plain(url)
  }
  const summary = {
    title: head.title ?? first(known['ogTitle']) ?? first(further['twitter:title']) ?? head.heading,
    description:
      first(known['description']) ?? first(known['ogDescription']) ?? first(further['twitter:description']),
    language: languageTag(head.language) ?? languageTag(known['language']) ?? languageTag(known['ogLocale']),
    favicon: bestIcon(head.links, page.base),
    canonical: absoluteUrl(head.links.find(isCanonical)?.attribs['href'], page.base),
  }
  const given = Object.entries(summary).filter(([, value]) => value !== undefined)
  delete known['language']
  return { ...further, ...known, ...Object.fromEntries(given) }
}

const URL_FIELDS = ['ogImage', 'ogVideo', 'ogAudio', 'ogUrl']
const LISTS = new Set(['ogLocaleAlternate', 'articleTag'])
/** Fields that clients read as one text; a page that says them twice is held to the first. */
const SINGLE = /^(title|description|language|viewport|generator|og[A-Z]\w*|twitter\w*)$/

function sorted(named: Map<string, string[]>): { known: Values; further: Values } {
  const known: Values = {}
  const further: Values = {}
  for (const [name, values] of named) {
    const field = knownField(name)
    if (field !== undefined) known[field] ??= shaped(field, values)
    else if (!isReserved(name)) further[name] = values.length === 1 ? values[0]! : values
  }
  return { known, further }
}

function shaped(field: string, values: string[]): string | string[] {
  if (LISTS.has(field)) return values
  return values.length === 1 || SINGLE.test(field) ? values[0]! : values
}

function first(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

const MAX_NAMES = 200
const MAX_NAME_CHARS = 100
const MAX_VALUES = 100
const MAX_VALUE_CHARS = 10_000

function namedValues(metas: Element[]): Map<string, string[]> {
  const named = new Map<string, string[]>()
  for (const { attribs } of metas) {
    const value = plain(attribs['content'] ?? '')
    if (value === '') continue
    for (const name of namesOf(attribs)) {
      const values = named.get(name) ?? []
      if (values.length === 0 && named.size >= MAX_NAMES) continue
      if (values.length < MAX_VALUES && !values.includes(value)) named.set(name, [...values, value])
    }
  }
  return named
}

/** One element may go by several names, such as `property="og:title dc.title"`. */
function namesOf(attribs: Record<string, string>): string[] {
  const equivalent = attribs['http-equiv'] === undefined ? undefined : `http-equiv:${attribs['http-equiv']}`
  const written = attribs['property'] ?? attribs['name'] ?? attribs['itemprop'] ?? equivalent ?? ''
  return plain(written)
    .split(/\s+/)
    .filter((name) => name !== '' && name.length <= MAX_NAME_CHARS)
    .slice(0, 5)
}

/** A value that any store and any reader takes: well-formed, without control characters, not endless. */
function plain(value: string): string {
  return value
    .slice(0, MAX_VALUE_CHARS)
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .trim()
}

interface Head {
  title: string | undefined
  heading: string | undefined
  language: string | undefined
  metas: Element[]
  links: Element[]
}

/** A page without text in so many headings has none; each is read whole, also those inside others. */
const MAX_HEADINGS = 20

/** Pages put what belongs into the head anywhere. */
function headOf({ landmarks }: Page): Head {
  const head: Head = { title: undefined, heading: undefined, language: undefined, metas: [], links: [] }
  let headingsLeft = MAX_HEADINGS
  for (const element of landmarks) {
    if (element.name !== 'h1' || headingsLeft-- > 0) note(element, head)
  }
  return head
}

function note(element: Element, head: Head): void {
  const { name, attribs } = element
  if (name === 'meta') head.metas.push(element)
  else if (name === 'link') head.links.push(element)
  else if (name === 'title') head.title ??= oneLine(element)
  else if (name === 'h1') head.heading ??= oneLine(element)
  else if (name === 'html') head.language ??= attribs['lang'] || attribs['xml:lang']
}

function oneLine(element: Element): string | undefined {
  return plain(textContent(element).replace(/\s+/g, ' ')) || undefined
}

function isCanonical({ attribs }: Element): boolean {
  return /(^|\s)canonical(\s|$)/i.test(attribs['rel'] ?? '')
}
