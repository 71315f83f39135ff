import { explored, isOneOfSeveral } from '../exploring.ts'
import type { Frontier, VisitedPage, Way } from '../frontier.ts'
import { hubLikeness, ownerLikeness } from '../hubs.ts'
import type { Plan } from '../plan.ts'
import { coverage, sameness } from '../subject.ts'
import { ABOUT } from './thing-pages.ts'
import type { Gathered } from './thing-pages.ts'
import type { ThingSubject, Wanted } from './thing-subject.ts'

/** What a page is worth at most that is not called like the thing. */
const MOST_UNNAMED = 0.7
const MOST_WEAK = 0.55
/** What is left of the worth of one page of many of its kind. */
const ONE_OF_MANY = 0.3
/** Pages below an address from where on it is that of a list of them. */
const SEVERAL_BELOW = 3

/** What is left of the worth of a page that may say what the pages about the thing do not. */
const ELSEWHERE = 0.6

/** What is known when it is asked where to look for a thing. */
export interface Knowledge {
  plan: Plan
  frontier: Frontier
  subject: ThingSubject
  gathered: Gathered
  /** The pages that the caller named. */
  given: readonly VisitedPage[]
}

/** How likely a page has something of what is missing of one of the things of a site, from 0 to 1. */
export function worthForThing(way: Way, missing: readonly Wanted[], known: Knowledge): number {
  const { plan, frontier, subject, gathered } = known
  const terms = subject.terms()
  const named = Math.max(sameness(terms, way.textWords), 0.95 * sameness(terms, way.lastWords))
  const hub = hubLikeness(way, subject.sought(missing))
  if (gathered.found > 0) {
    if (named >= ABOUT) return 0.5 + 0.3 * named + 0.2 * hub
    const isBeside = way.from.some((key) => gathered.abouts.has(key))
    if (!way.isInMenu && gathered.shapes.has(way.shape)) return 0
    const near = isBeside && hub >= 0.5 ? 0.5 * hub : 0
    return subject.isProper() ? near : Math.max(near, ELSEWHERE * worthForOwner(way, missing, known))
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

/** How likely a page has something of what is missing of whom the site belongs to, from 0 to 1. */
export function worthForOwner(way: Way, missing: readonly Wanted[], known: Knowledge): number {
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
