import { asMarkup, cleanText, cleanTitle } from '../clean.ts'
import { collect } from '../collect.ts'
import type { LocalIndex, LocalWish } from '../local-index.ts'
import type { Provider, ProviderWish } from '../provider.ts'
import { domainsNote } from '../spell.ts'

/** As many as one question to the index names. */
const MOST_SITES = 64

/** Searches in what the team has had scraped. `isAlone` tells that nobody else is asked. */
export function createLocal(index: LocalIndex, isAlone: boolean): Provider {
  return {
    name: 'local',
    has: ['web', 'news', 'images'],
    ignores: ['location', 'safe'],
    async ask(wish, signal) {
      if (isNothing(wish)) return { state: 'found', hits: [], notes: [NO_WORD] }
      const answer = await collect(wish, 1, async () => {
        const found = await index.find(wishOf(wish), signal)
        const hits = found.map(({ url, title, description, publishedAt, image }) => ({
          url,
          title: cleanTitle(asMarkup(title)) ?? cleanTitle(asMarkup(image?.alt ?? '')),
          description: cleanText(asMarkup(description)),
          date: publishedAt?.toISOString(),
          image,
        }))
        return { state: 'page', hits }
      })
      if (answer.state === 'failed') return answer
      const { sites } = wish.scope
      const notes = domainsNote(Math.min(MOST_SITES, sites.length), sites.length)
      return { ...answer, notes: [...notes, await coverage(index, wish.teamId, isAlone)] }
    },
  }
}

const NO_WORD = 'There is no word in the query that could be looked for.'

/** Where nothing is asked for, the index would give everything. */
function isNothing({ query, scope }: ProviderWish): boolean {
  const { words, phrases, excluded, inTitle, inUrl } = query
  const isLimited = scope.sites.length > 0 || scope.fileType !== undefined
  return !isLimited && [words, phrases, excluded, inTitle, inUrl].every(({ length }) => length === 0)
}

/** The index knows hosts; a part of one is looked for in addresses, and left out afterwards. */
function wishOf({ teamId, query, scope, source, limit, time, language }: ProviderWish): LocalWish {
  const [only, ...others] = scope.sites
  const path = others.length === 0 ? only?.slice(only.indexOf('/') >>> 0) : undefined
  return {
    teamId,
    query: {
      ...query,
      sites: scope.sites.slice(0, MOST_SITES).map((site) => site.split('/', 1)[0]!),
      excludedSites: scope.excludedSites.filter((site) => !site.includes('/')),
      inUrl: path ? [...query.inUrl, path] : query.inUrl,
      fileType: scope.fileType,
    },
    source,
    limit,
    ...time,
    language: language?.split('-', 1)[0],
  }
}

/** A team that searches itself must not take what it finds for the web. */
async function coverage(index: LocalIndex, teamId: string, isAlone: boolean): Promise<string> {
  const remedy = isAlone ? ' Set WINNOW_SEARCH_PROVIDER to search the web.' : ''
  return (await index.isEmpty(teamId))
    ? `Nothing was searched: the local index covers only what this team has already scraped, and that is nothing yet.${remedy}`
    : `This covers only what this team has already scraped.${remedy}`
}
