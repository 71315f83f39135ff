import type { ReadablePage } from '../page.ts'
import { readQuestion } from './question.ts'
import { readPage, unitsFor } from './read-page.ts'
import { scoreUnits } from './score-units.ts'
import type { ScoredUnit } from './score-units.ts'
import { summarize } from './summarize.ts'

/** The sentences of a page that have to do with a query, each as it stands there, in the page's order and each on lines of its own. */
export function highlightsOf(page: ReadablePage, query: string): { highlights?: string; warning?: string } {
  const text = readPage(page)
  const asked = readQuestion(query, text.reader)
  if (asked.terms.every(({ isMeta }) => isMeta)) return highlighted(summarize(page, text))
  const scored = scoreUnits(unitsFor(text, asked.terms), asked, text).filter(
    ({ unit }) => unit.kind !== 'heading',
  )
  const best = scored.toSorted((a, b) => b.relevance - a.relevance)[0]
  if (best === undefined) return highlighted(undefined)
  const kept = scored.filter((one) => isRelevant(one, best)).slice(0, MOST_SENTENCES)
  const lines = kept
    .sort((a, b) => a.unit.block - b.unit.block || a.unit.at - b.unit.at)
    .map(({ unit }) => unit.text)
  return highlighted(lines.length > 0 ? [...new Set(lines)].join('\n\n') : undefined)
}

const MOST_SENTENCES = 10
const LEAST_COVERAGE = 0.4
const LEAST_OWN = 0.15
/** An entry of a list that says nothing of it itself is relevant where what stands above the list is about the query. */
const LEAST_AROUND = 0.9
/** Next to the best one, what is much weaker is not relevant. */
const LEAST_SHARE = 0.5

function isRelevant({ relevance, coverage, own, unit }: ScoredUnit, best: ScoredUnit): boolean {
  const isListed = unit.kind === 'item' || unit.kind === 'pair' || unit.kind === 'row'
  const isAbout = own >= LEAST_OWN ? coverage >= LEAST_COVERAGE : isListed && coverage >= LEAST_AROUND
  return isAbout && relevance >= best.relevance * LEAST_SHARE
}

function highlighted(highlights: string | undefined): { highlights?: string; warning?: string } {
  return highlights === undefined
    ? { warning: 'The page does not seem to say anything about the query.' }
    : { highlights }
}
