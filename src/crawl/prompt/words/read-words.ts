import type { CrawlPrompt, PromptOptions } from '../prompt-options.ts'
import { readAmounts } from './amounts.ts'
import { lexemesOf } from './lexemes.ts'
import type { Subject } from './lexemes.ts'
import { meaningsOf } from './meanings.ts'
import type { Meaning } from './meanings.ts'
import { pathOnSite, pathPattern } from './written-paths.ts'

export function readWords({ prompt, url }: CrawlPrompt): PromptOptions {
  const start = new URL(url)
  const { amounts, rest } = readAmounts(prompt.normalize('NFC').replaceAll(/[ \t]+/g, ' '))
  const meanings = meaningsOf(lexemesOf(rest))
  const options = Object.assign({}, ...meanings.map((meaning) => SAYINGS[meaning.subject]?.(meaning)))
  return { ...options, ...placesOf(meanings, start), ...amounts }
}

type Saying = (meaning: Meaning) => PromptOptions | undefined

const SAYINGS: Partial<Record<Subject, Saying>> = {
  subdomains: ({ cue }) => ({ allowSubdomains: cue !== 'no' }),
  external: ({ cue }) => ({ allowExternalLinks: cue !== 'no' }),
  sitemap: ({ cue, isFirst }) => ({
    sitemap: cue === 'no' ? 'skip' : cue === 'only' && isFirst ? 'only' : 'include',
  }),
  query: ({ cue }) => (cue === undefined ? undefined : { ignoreQueryParameters: cue === 'no' }),
  duplicates: ({ cue }) => (cue === undefined ? undefined : { deduplicateSimilarURLs: cue === 'no' }),
  dedupe: ({ cue }) => ({ deduplicateSimilarURLs: cue !== 'no' }),
  entire: ({ cue }) => ({ crawlEntireDomain: cue !== 'no' }),
  below: ({ cue, isFirst }) => (cue === 'only' && isFirst ? { crawlEntireDomain: false } : undefined),
  site: ({ cue, isFirst }) => (cue === 'only' && isFirst ? { allowExternalLinks: false } : undefined),
}

function placesOf(meanings: readonly Meaning[], start: URL): PromptOptions {
  const isEntire = meanings.some(({ subject, cue }) => subject === 'entire' && cue !== 'no')
  const places = meanings.flatMap((meaning) => {
    const place = placeOf(meaning, start)
    return place === undefined ? [] : [{ ...place, cue: meaning.cue }]
  })
  const excluded = places.filter(({ cue }) => cue === 'no')
  // "The whole site including the blog" does not ask for the blog alone.
  const included = places.filter(({ cue }) => cue !== 'no' && !(cue === 'also' && isEntire))
  const isElsewhere = included.some(({ path }) => path !== undefined && !isBelow(path, start.pathname))
  return {
    ...(included.length > 0 && { includePaths: patternsOf(included) }),
    ...(excluded.length > 0 && { excludePaths: patternsOf(excluded) }),
    ...(isElsewhere && { crawlEntireDomain: true }),
  }
}

interface Place {
  pattern: string
  path?: string
}

function placeOf({ subject, text, cue }: Meaning, start: URL): Place | undefined {
  if (subject === 'section') return { pattern: text }
  if (subject === 'pdf') return cue === 'no' || cue === 'only' ? { pattern: '\\.pdf$' } : undefined
  if (subject !== 'path' && subject !== 'address') return undefined
  const path = subject === 'path' ? text : pathOnSite(text, start)
  const pattern = path === undefined ? undefined : pathPattern(path)
  return pattern === undefined ? undefined : { pattern, path: path! }
}

function patternsOf(places: readonly Place[]): string[] {
  return [...new Set(places.map(({ pattern }) => pattern))]
}

function isBelow(path: string, start: string): boolean {
  const folder = start.replace(/\/$/, '')
  return path === folder || path.startsWith(`${folder}/`)
}
