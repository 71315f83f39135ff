import { Naming } from '../../../extract/extract.ts'
import type { WishedField, WishedList } from '../../../extract/extract.ts'
import type { Fact } from '../../gathered/facts.ts'
import type { Frontier, Way, Proposal, Read } from '../frontier.ts'
import { EXPLORED, handicap, hubLikeness, isOneOfSeveral, ownerLikeness } from '../hubs.ts'
import type { Plan } from '../plan.ts'
import { coverage, sameness } from '../subject.ts'
import { ABOUT, gatheredFrom, recordsAt } from './thing-pages.ts'
import type { Gathered, KeptPage } from './thing-pages.ts'
import { createThingSubject } from './thing-subject.ts'
import type { ThingSubject } from './thing-subject.ts'

const SURE = 0.75
const LEAST_TRUST = 0.7
const PATIENCE = 6
const LEAST_WORTH = 0.04
const PLAIN_WORTH = 0.5

type Wanted = WishedField | WishedList

export class ThingHunt {
  readonly #plan: Plan
  readonly #frontier: Frontier
  readonly #subject: () => ThingSubject
  readonly #kept: KeptPage[] = []
  #known: Gathered | undefined
  #fruitless = 0
  #filled = 0

  constructor(plan: Plan, frontier: Frontier) {
    this.#plan = plan
    this.#frontier = frontier
    this.#subject = createThingSubject(plan, frontier)
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
    return this.#gathered().pool.trusted(LEAST_TRUST)
  }

  proposals(): Proposal[] {
    const missing = this.missing()
    const { found } = this.#gathered()
    // What only a list says of the thing, its own page may say otherwise.
    const isOnlyListed = missing.length === 0 && found === 0
    if (missing.length === 0 && !isOnlyListed) return []
    // Something is known of everything: only a page that is plainly about it could say it better.
    const isOnlyUnsure = missing.every((one) => this.#trustIn(one) >= LEAST_TRUST)
    if (this.#fruitless >= PATIENCE) return []
    const least = isOnlyUnsure ? PLAIN_WORTH : LEAST_WORTH
    const known: Knowledge = {
      plan: this.#plan,
      frontier: this.#frontier,
      subject: this.#subject(),
      gathered: this.#gathered(),
      sought: missing.slice(0, MOST_SOUGHT).map(soughtOf),
    }
    const worthOf = known.subject.isOneOfMany ? worthForThing : worthForOwner
    return this.#frontier.unvisited().flatMap((way) => {
      const worth = handicap(way) * worthOf(way, known)
      return worth < least ? [] : [proposalOf(way, worth, missing)]
    })
  }

  #wanted(): Wanted[] {
    return [...this.#plan.fields, ...this.#plan.ownLists]
  }

  #trustIn({ path }: Wanted): number {
    return this.#gathered().pool.best(JSON.stringify(path))?.trust ?? 0
  }

  #gathered(): Gathered {
    return (this.#known ??= gatheredFrom(this.#kept, this.#subject(), this.#frontier))
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
  sought: readonly { naming: Naming }[]
}

const MOST_SOUGHT = 40

function soughtOf(wanted: Wanted): { naming: Naming } {
  return 'naming' in wanted
    ? wanted
    : { naming: new Naming({ name: wanted.path.at(-1) ?? '', words: wanted.words }) }
}

function worthForThing(way: Way, known: Knowledge): number {
  const { plan, frontier, subject, gathered, sought } = known
  const { terms } = subject
  const named = Math.max(sameness(terms, way.textWords), 0.95 * sameness(terms, way.lastWords))
  const hub = hubLikeness(way, sought)
  if (gathered.found > 0) {
    if (named >= ABOUT) return 0.5 + 0.3 * named + 0.2 * hub
    if (!way.isInMenu && gathered.shapes.has(way.shape)) return 0
    return subject.isProper ? 0 : ELSEWHERE * worthForOwner(way, known)
  }
  if (named >= ABOUT) return 0.6 + 0.4 * named
  const around = coverage(terms, way.contextWords)
  const weak = coverage(plan.subject.terms, [...way.textWords, ...way.lastWords])
  const worth =
    Math.max(around >= 0.9 ? 0.5 : 0.15 * around, 0.5 * named, Math.min(MOST_WEAK, weak)) +
    (frontier.countBelow(way.key) >= SEVERAL_BELOW ? 0.2 : 0) +
    (way.isNext ? 0.3 : 0) +
    0.15 * hub +
    EXPLORED[way.area]
  return Math.min(MOST_UNNAMED, worth)
}

function worthForOwner(way: Way, { frontier, subject, sought }: Knowledge): number {
  const hub = hubLikeness(way, sought)
  const topic = subject.isOneOfMany ? 0 : coverage(subject.terms, [...way.textWords, ...way.lastWords])
  return (
    (isOneOfSeveral(way.shape, frontier) ? ONE_OF_MANY : 1) *
    (0.8 * Math.max(hub, ownerLikeness(way)) + 0.4 * topic + EXPLORED[way.area] + MORE_FOR_OWNER[way.area])
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
