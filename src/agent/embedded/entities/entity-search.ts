import { Naming } from '../../../extract/extract.ts'
import type { FlatField, FlatList } from '../../../extract/extract.ts'
import type { Fact } from '../../facts/facts.ts'
import type { Frontier, LinkedPage, Proposal, VisitResult } from '../frontier.ts'
import {
  EXPLORATION_SCORES,
  linkWeight,
  fieldLinkScore,
  hasSimilarPages,
  aboutPageScore,
} from '../link-scores.ts'
import type { Plan } from '../plan.ts'
import { coverage, similarity } from '../subject.ts'
import { MIN_ABOUT_SCORE, collectFacts, recordsAt } from './entity-pages.ts'
import type { CollectedFacts, EntityPage } from './entity-pages.ts'
import { createEntitySubject } from './entity-subject.ts'
import type { EntitySubject } from './entity-subject.ts'

const SURE = 0.75
const MIN_TRUST = 0.7
const MAX_FRUITLESS_PAGES = 6
const MIN_SCORE = 0.04
const CLEAR_SCORE = 0.5

type WantedField = FlatField | FlatList

export class EntitySearch {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #subject: () => EntitySubject
  readonly #pages: EntityPage[] = []
  #collectedFacts: CollectedFacts | undefined
  #fruitlessPages = 0
  #filledFields = 0

  constructor(plan: Plan, frontier: Frontier) {
    this.#plan = plan
    this.#frontier = frontier
    this.#subject = createEntitySubject(plan, frontier)
  }

  learn({ page, facts, isGiven }: VisitResult): void {
    const { listedRecordsPath, lists } = this.#plan
    const listed = [...lists.map(({ path }) => path), ...(listedRecordsPath ? [listedRecordsPath] : [])]
    const isListed = ({ path }: Fact) => listed.some((place) => place.every((step, at) => path[at] === step))
    const own = facts.filter((fact) => !isListed(fact))
    const listedRecords = listedRecordsPath ? recordsAt(facts, listedRecordsPath, this.#plan.fields) : []
    this.#pages.push({ page, facts: own, listedRecords, isGiven })
    this.#collectedFacts = undefined
    const filled = this.#wanted().length - this.missing().length
    this.#fruitlessPages = filled > this.#filledFields ? 0 : this.#fruitlessPages + 1
    this.#filledFields = Math.max(filled, this.#filledFields)
  }

  missing(): WantedField[] {
    return this.#wanted().filter((one) => this.#trustIn(one) < SURE)
  }

  facts(): Fact[] {
    return this.#collected().pool.trusted(MIN_TRUST)
  }

  proposals(): Proposal[] {
    const missing = this.missing()
    const { found } = this.#collected()
    // What only a list says of the thing, its own page may say otherwise.
    const isOnlyListed = missing.length === 0 && found === 0
    if (missing.length === 0 && !isOnlyListed) return []
    // Something is known of everything: only a page that is plainly about it could say it better.
    const isOnlyUnsure = missing.every((one) => this.#trustIn(one) >= MIN_TRUST)
    if (this.#fruitlessPages >= MAX_FRUITLESS_PAGES) return []
    const least = isOnlyUnsure ? CLEAR_SCORE : MIN_SCORE
    const context: ScoringContext = {
      plan: this.#plan,
      frontier: this.#frontier,
      subject: this.#subject(),
      collected: this.#collected(),
      searchedFields: missing.slice(0, MAX_SEARCHED_FIELDS).map(searchedFieldOf),
    }
    const scoreOf = context.subject.isOneOfMany ? entityLinkScore : siteLinkScore
    return this.#frontier.unvisited().flatMap((page) => {
      const worth = linkWeight(page) * scoreOf(page, context)
      return worth < least ? [] : [proposalOf(page, worth, missing)]
    })
  }

  #wanted(): WantedField[] {
    return [...this.#plan.fields, ...this.#plan.ownLists]
  }

  #trustIn({ path }: WantedField): number {
    return this.#collected().pool.best(JSON.stringify(path))?.trust ?? 0
  }

  #collected(): CollectedFacts {
    return (this.#collectedFacts ??= collectFacts(this.#pages, this.#subject(), this.#frontier))
  }
}

function proposalOf({ url, key }: LinkedPage, worth: number, missing: readonly WantedField[]): Proposal {
  const names = missing.slice(0, 4).map(({ path }) => path.at(-1))
  return { url, key, worth, isNeeded: false, isRecord: false, why: `It may say more: ${names.join(', ')}.` }
}

const MOST_UNNAMED = 0.7
const MOST_WEAK = 0.55
const ONE_OF_MANY = 0.3
const SEVERAL_BELOW = 3

const ELSEWHERE = 0.6

interface ScoringContext {
  plan: Plan
  frontier: Frontier
  subject: EntitySubject
  collected: CollectedFacts
  searchedFields: readonly { naming: Naming }[]
}

const MAX_SEARCHED_FIELDS = 40

function searchedFieldOf(wanted: WantedField): { naming: Naming } {
  return 'naming' in wanted
    ? wanted
    : { naming: new Naming({ name: wanted.path.at(-1) ?? '', words: wanted.words }) }
}

function entityLinkScore(page: LinkedPage, context: ScoringContext): number {
  const { plan, frontier, subject, collected, searchedFields } = context
  const { terms } = subject
  const named = Math.max(similarity(terms, page.textWords), 0.95 * similarity(terms, page.lastSegmentWords))
  const hub = fieldLinkScore(page, searchedFields)
  if (collected.found > 0) {
    if (named >= MIN_ABOUT_SCORE) return 0.5 + 0.3 * named + 0.2 * hub
    if (!page.isInMenu && collected.urlPatterns.has(page.urlPattern)) return 0
    return subject.isProper ? 0 : ELSEWHERE * siteLinkScore(page, context)
  }
  if (named >= MIN_ABOUT_SCORE) return 0.6 + 0.4 * named
  const around = coverage(terms, page.contextWords)
  const weak = coverage(plan.subject.terms, [...page.textWords, ...page.lastSegmentWords])
  const worth =
    Math.max(around >= 0.9 ? 0.5 : 0.15 * around, 0.5 * named, Math.min(MOST_WEAK, weak)) +
    (frontier.countBelow(page.key) >= SEVERAL_BELOW ? 0.2 : 0) +
    (page.isNext ? 0.3 : 0) +
    0.15 * hub +
    EXPLORATION_SCORES[page.area]
  return Math.min(MOST_UNNAMED, worth)
}

function siteLinkScore(page: LinkedPage, { frontier, subject, searchedFields }: ScoringContext): number {
  const hub = fieldLinkScore(page, searchedFields)
  const topic = subject.isOneOfMany
    ? 0
    : coverage(subject.terms, [...page.textWords, ...page.lastSegmentWords])
  return (
    (hasSimilarPages(page.urlPattern, frontier) ? ONE_OF_MANY : 1) *
    (0.8 * Math.max(hub, aboutPageScore(page)) +
      0.4 * topic +
      EXPLORATION_SCORES[page.area] +
      SITE_AREA_SCORES[page.area])
  )
}

/** What is said of whom a site belongs to stands on pages that every page leads to. */
const SITE_AREA_SCORES: Record<LinkedPage['area'], number> = {
  content: -0.04,
  navigation: 0.02,
  search: 0,
  aside: 0,
  footer: 0.02,
}
