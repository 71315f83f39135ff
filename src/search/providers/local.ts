import { asMarkup, cleanText, cleanTitle } from '../clean.ts'
import { collect } from '../find.ts'
import type { Hit, Provider, ProviderWish } from '../provider.ts'
import { domainsNote } from '../spell.ts'
import type { TimeWish } from '../time.ts'

/** The pages that a team has scraped, by their texts. */
export interface LocalIndex {
  find(wish: LocalWish, signal: AbortSignal): Promise<LocalHit[]>
  isEmpty(teamId: string): Promise<boolean>
}

/**
 * Web gives pages, news pages that have a date of publication, images the pictures of pages. The time is that of publication,
 * or of the scrape where that is not known.
 */
export type LocalWish = Pick<ProviderWish, 'teamId' | 'query' | 'source' | 'limit' | 'language'> & TimeWish

export interface LocalHit {
  url: string
  title: string
  description: string
  publishedAt: Date | undefined
  image: { url: string; width?: number; height?: number; alt?: string } | undefined
}

const MOST_SITES = 64
const MOST_QUESTIONS = 3
const MORE = 4

export function createLocal(index: LocalIndex, isAlone: boolean): Provider {
  return {
    name: 'local',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'safe'],
    async ask(wish, signal) {
      if (isNothing(wish)) return { state: 'found', hits: [], notes: [NO_WORD] }
      const hits = await findEnough(index, wish, signal)
      const { sites } = wish.scope
      const notes = domainsNote(Math.min(MOST_SITES, sites.length), sites.length)
      return {
        state: 'found',
        hits,
        notes: [...notes, await coverage(index, wish.teamId, { isAlone, isFound: hits.length > 0 })],
      }
    },
  }
}

/** Not all that the index gives may count: it knows parts of sites only by their words, and addresses as they are. */
async function findEnough(index: LocalIndex, wish: ProviderWish, signal: AbortSignal): Promise<Hit[]> {
  for (let question = 0; ; question++) {
    const limit = wish.limit * MORE ** question
    const found = await index.find({ ...wishOf(wish), limit }, signal)
    const answer = await collect(wish, 1, async () => ({ state: 'page', hits: found.map(hitOf) }))
    const hits = answer.state === 'found' ? answer.hits : []
    if (hits.length >= wish.limit || found.length < limit || question + 1 === MOST_QUESTIONS) return hits
  }
}

function hitOf({ url, title, description, publishedAt, image }: LocalHit): Hit {
  return {
    url,
    title: cleanTitle(asMarkup(title)) ?? cleanTitle(asMarkup(image?.alt ?? '')),
    description: cleanText(asMarkup(description)),
    date: publishedAt?.toISOString(),
    image,
  }
}

const NO_WORD = 'There is no word in the query that could be looked for.'

/** Where nothing is asked for, the index would give everything. */
function isNothing({ query, scope }: ProviderWish): boolean {
  const { words, phrases, either = [], excluded, inTitle, inUrl } = query
  const isLimited = scope.sites.length > 0 || scope.fileType !== undefined
  return !isLimited && [words, phrases, either, excluded, inTitle, inUrl].every(({ length }) => length === 0)
}

function wishOf({ teamId, query, scope, source, limit, time, language }: ProviderWish): LocalWish {
  return {
    teamId,
    query: {
      ...query,
      sites: scope.sites.slice(0, MOST_SITES),
      excludedSites: [...scope.excludedSites],
      fileType: scope.fileType,
    },
    source,
    limit,
    ...time,
    language: language?.split('-', 1)[0],
  }
}

/** A team that searches itself must not take what it finds for the web. */
async function coverage(
  index: LocalIndex,
  teamId: string,
  { isAlone, isFound }: { isAlone: boolean; isFound: boolean },
): Promise<string> {
  const remedy = isAlone ? ' Set WINNOW_SEARCH_PROVIDER to search the web.' : ''
  return !isFound && (await index.isEmpty(teamId))
    ? `Nothing was searched: the local index covers only what this team has already scraped, and that is nothing yet.${remedy}`
    : `This covers only what this team has already scraped.${remedy}`
}
