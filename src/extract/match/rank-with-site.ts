import { hashOf } from '../candidates/survey.ts'
import type { Ranking } from './ranking.ts'
import { keysOf, LEAST_STRENGTH } from './site-knowledge.ts'
import type { SiteKnowledge } from './site-knowledge.ts'

/** How much many other pages count beside the page itself. */
const MOST_TRUST = 0.7
/** How many others it takes for half of that. */
const PAGES_FOR_HALF = 2
/** From how many pages on a text that stands on most of them is taken for a part of all pages. */
const PAGES_FOR_TEMPLATE = 3
const TEMPLATE_SHARE = 0.5
/** What such a text loses, in log-odds. */
const TEMPLATE_LOSS = 2.5

/**
 * The ranking with what other pages of the site tell: a value most often stands where it stands on them, and a text that
 * they have too is no value.
 */
export function rankWithSite(ranking: Ranking, site: SiteKnowledge): Ranking {
  const { view, fields } = ranking
  const keys = keysOf(view.places)
  const losses = view.places.map(({ text }) => templateLoss(site, text))
  const trust = (MOST_TRUST * site.pages) / (site.pages + PAGES_FOR_HALF)
  const scores = ranking.scores.map((alone, field) => {
    const sums = site.votes.get(fields[field]!.name) ?? new Map<number, number>()
    const others = (key: number) => (sums.get(key) ?? 0) / site.pages + LEAST_STRENGTH
    return alone.map((score, row) => {
      if (score === -Infinity) return score
      const [path, labelled, counted] = keys[row]!
      const elsewhere = 0.7 * Math.max(others(labelled), others(counted)) + 0.3 * others(path)
      return (1 - trust) * score + trust * elsewhere - losses[row]!
    })
  })
  return { ...ranking, scores }
}

function templateLoss({ pages, texts }: SiteKnowledge, text: string): number {
  if (pages < PAGES_FOR_TEMPLATE) return 0
  const share = (texts.get(hashOf(text)) ?? 0) / pages
  return share > TEMPLATE_SHARE ? TEMPLATE_LOSS * share : 0
}
