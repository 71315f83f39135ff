import type { Fact } from '../../gathered/facts.ts'
import type { Frontier, VisitedPage, Way } from '../frontier.ts'
import { explored, handicap, hubLikeness, isOneOfSeveral, ownerLikeness } from '../hubs.ts'
import type { Proposal, Read } from '../hunt.ts'
import type { Plan } from '../plan.ts'
import type { SiteWords } from '../site-words.ts'
import { coverage, sameness } from '../subject.ts'
import { ABOUT, gatheredFrom, recordsAt } from './thing-pages.ts'
import type { Gathered, KeptPage } from './thing-pages.ts'
import { ThingSubject } from './thing-subject.ts'
import type { Wanted } from './thing-subject.ts'

const SURE = 0.75
const LEAST_TRUST = 0.7
const PATIENCE = { found: 3, onSite: 5, unfound: 9 }
const MORE_PATIENCE = 3
const LEAST_WORTH = 0.04
const PLAIN_WORTH = 0.5

export class ThingHunt {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #subject: ThingSubject
  readonly #kept: KeptPage[] = []
  #known: Gathered | undefined
  #fruitless = 0
  #filled = 0

  constructor(plan: Plan, frontier: Frontier, site: SiteWords) {
    this.#plan = plan
    this.#frontier = frontier
    this.#subject = new ThingSubject(plan, frontier, site)
  }

  learn({ page, facts, isGiven }: Read): void {
    const { othersPath, lists } = this.#plan
    const listed = [...lists.map(({ path }) => path), ...(othersPath ? [othersPath] : [])]
    const isListed = ({ path }: Fact) => listed.some((place) => place.every((step, at) => path[at] === step))
    const own = facts.filter((fact) => !isListed(fact))
    const others = othersPath ? recordsAt(facts, othersPath, this.#plan.fields) : []
    this.#kept.push({ page, facts: own, others, isGiven })
    this.#known = undefined
    const filled = this.#wanted().length - this.missing().length
    this.#fruitless = filled > this.#filled ? 0 : this.#fruitless + 1
    this.#filled = Math.max(filled, this.#filled)
  }

  missing(): Wanted[] {
    return this.#wanted().filter((one) => this.#trustIn(one) < SURE)
  }

  facts(): Fact[] {
    const { pool } = this.#gathered()
    return [...pool.places()].flatMap((place) => {
      const best = pool.best(place)
      return best && best.trust >= LEAST_TRUST ? best.facts : []
    })
  }

  proposals(): Proposal[] {
    const missing = this.missing()
    const { found } = this.#gathered()
    // What only a list says of the thing, its own page may say otherwise.
    const isOnlyListed = missing.length === 0 && found === 0
    if (missing.length === 0 && !isOnlyListed) return []
    // Something is known of everything: only a page that is plainly about it could say it better.
    const isOnlyUnsure = missing.every((one) => this.#trustIn(one) >= LEAST_TRUST)
    const patience =
      missing.length === this.#wanted().length
        ? PATIENCE.unfound
        : this.#subject.isOneOfMany()
          ? PATIENCE.found
          : PATIENCE.onSite
    const isTired = this.#fruitless >= patience
    if (this.#fruitless >= patience + (patience === PATIENCE.found ? 0 : MORE_PATIENCE)) return []
    const least = isOnlyUnsure || isTired ? PLAIN_WORTH : LEAST_WORTH
    const worthOf = this.#worths(missing)
    return this.#frontier.unvisited().flatMap((way) => {
      const worth = handicap(way) * worthOf(way)
      return worth < least ? [] : [proposalOf(way, worth, missing)]
    })
  }

  #worths(missing: readonly Wanted[]): (way: Way) => number {
    const known: Knowledge = {
      plan: this.#plan,
      frontier: this.#frontier,
      subject: this.#subject,
      gathered: this.#gathered(),
      given: this.#kept.flatMap(({ isGiven, page }) => (isGiven ? [page] : [])),
    }
    if (!this.#subject.isOneOfMany()) return (way) => worthForOwner(way, missing, known)
    return (way) => worthForThing(way, missing, known)
  }

  #wanted(): Wanted[] {
    return [...this.#plan.fields, ...this.#plan.ownLists]
  }

  #trustIn({ path }: Wanted): number {
    return this.#gathered().pool.best(JSON.stringify(path))?.trust ?? 0
  }

  #gathered(): Gathered {
    return (this.#known ??= gatheredFrom(this.#kept, this.#subject, this.#frontier))
  }
}

function proposalOf({ url, key }: Way, worth: number, missing: readonly Wanted[]): Proposal {
  const names = missing.slice(0, 4).map(({ path }) => path.at(-1))
  return { url, key, worth, isNeeded: false, isRecord: false, why: `It may say more: ${names.join(', ')}.` }
}

const MOST_UNNAMED = 0.7
const MOST_WEAK = 0.55
const ONE_OF_MANY = 0.3
const SEVERAL_BELOW = 3

const ELSEWHERE = 0.6

interface Knowledge {
  plan: Plan
  frontier: Frontier
  subject: ThingSubject
  gathered: Gathered
  given: readonly VisitedPage[]
}

function worthForThing(way: Way, missing: readonly Wanted[], known: Knowledge): number {
  const { plan, frontier, subject, gathered } = known
  const terms = subject.terms()
  const named = Math.max(sameness(terms, way.textWords), 0.95 * sameness(terms, way.lastWords))
  const hub = hubLikeness(way, subject.sought(missing))
  if (gathered.found > 0) {
    if (named >= ABOUT) return 0.5 + 0.3 * named + 0.2 * hub
    if (!way.isInMenu && gathered.shapes.has(way.shape)) return 0
    return subject.isProper() ? 0 : ELSEWHERE * worthForOwner(way, missing, known)
  }
  if (named >= ABOUT) return 0.6 + 0.4 * named
  const around = coverage(terms, way.contextWords)
  const weak = coverage(plan.subject.terms, [...way.textWords, ...way.lastWords])
  const worth =
    Math.max(around >= 0.9 ? 0.5 : 0.15 * around, 0.5 * named, Math.min(MOST_WEAK, weak)) +
    (frontier.countBelow(way.key) >= SEVERAL_BELOW ? 0.2 : 0) +
    (way.isNext ? 0.3 : 0) +
    0.15 * hub +
    explored(way)
  return Math.min(MOST_UNNAMED, worth)
}

function worthForOwner(way: Way, missing: readonly Wanted[], known: Knowledge): number {
  const { frontier, subject } = known
  const hub = hubLikeness(way, subject.sought(missing))
  const topic = subject.isOneOfMany() ? 0 : coverage(subject.terms(), [...way.textWords, ...way.lastWords])
  return (
    (isOneOfSeveral(way.shape, frontier) ? ONE_OF_MANY : 1) *
    (0.8 * Math.max(hub, ownerLikeness(way)) + 0.4 * topic + explored(way) + MORE_FOR_OWNER[way.area])
  )
}

/** What is said of whom a site belongs to stands on pages that every page leads to. */
const MORE_FOR_OWNER: Record<Way['area'], number> = {
  content: -0.04,
  navigation: 0.02,
  search: 0,
  aside: 0,
  footer: 0.02,
}
