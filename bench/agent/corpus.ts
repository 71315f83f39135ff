import { dateOf, plain, readings } from './same.ts'
import type { Site } from './site.ts'

/** Everything that the pages of a site say, to tell a wrong value from one that was made up. */
export interface Corpus {
  has(value: unknown): boolean
}

export function createCorpus(site: Site): Corpus {
  const pages = site.paths.map((path) => textOf(site.respond(path).body))
  const all = pages.join(' \n ')
  const numbers = new Set(Array.from(all.matchAll(/\d[\d.,' \u00a0]*/g), ([found]) => readings(found)).flat())
  const single = new Set(Array.from(all.matchAll(/\d+(?:[.,]\d+)?/g), ([found]) => readings(found)).flat())
  const dates = new Set(datesIn(plain(all)))
  const bare = words(all)
  const hasText = (text: string): boolean => {
    const wanted = words(text)
    return wanted === '' || bare.includes(wanted)
  }
  return {
    has(value) {
      if (typeof value === 'boolean') return true
      if (typeof value === 'number') return numbers.has(value) || single.has(value)
      const text = String(value)
      const day = dateOf(plain(text))
      return (
        hasText(text) ||
        (day !== undefined && dates.has(day)) ||
        (/[,;|·\n]/.test(text) && text.split(/[,;|·\n]/).every(hasText))
      )
    },
  }
}

/** The text between the tags with and without their gaps, and what stands in attributes and scripts. */
function textOf(markup: string): string {
  const attributes = Array.from(markup.matchAll(/="([^"]*)"/g), ([, value]) => value)
  const gapped = markup.replaceAll(/<[^>]*>/g, ' ')
  const joined = markup.replaceAll(/<\/?(span|b|em|strong|small|a|sup|i|font)\b[^>]*>/g, '')
  return decoded(
    [gapped, joined.replaceAll(/<[^>]*>/g, ' '), ...attributes]
      .join(' \n ')
      .replaceAll('\\"', '"')
      .replaceAll('\\u003c', '<'),
  )
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  euro: '€',
  ndash: '–',
  middot: '·',
}

function decoded(text: string): string {
  return text
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}

function words(text: string): string {
  return plain(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function datesIn(text: string): string[] {
  const pattern =
    /\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}-\d\d-\d\d|\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?[a-zäéû]{3,}\.? (?:de )?\d{4}|[a-z]{3,}\.? \d{1,2},? \d{4}/g
  return Array.from(text.matchAll(pattern), ([found]) => dateOf(found)).filter((day) => day !== undefined)
}
