import { createCorpus } from './corpus.ts'
import type { Corpus } from './corpus.ts'
import { linksOf, minimumVisits } from './minimum-visits.ts'
import { f1, score } from './score.ts'
import type { Site } from './site.ts'
import { Either } from './task.ts'
import type { Task } from './task.ts'

/** What is not right about a site and its tasks themselves, before anything is measured with them. */
export function faultsOf(site: Site): string[] {
  return [...deadEnds(site), ...unlinked(site), ...site.tasks.flatMap((task) => faultsOfTask(site, task))]
}

function deadEnds(site: Site): string[] {
  const dead = new Set(site.paths.flatMap((path) => linksOf(site, path)).filter((path) => isDead(site, path)))
  const intended = new Set(site.deadLinks)
  return [
    ...[...dead]
      .filter((path) => !intended.has(path))
      .map((path) => `${site.name}: ${path} is linked but missing`),
    ...[...intended].filter((path) => !dead.has(path)).map((path) => `${site.name}: ${path} is not linked`),
  ]
}

function isDead(site: Site, path: string): boolean {
  return site.respond(path).status === 404
}

function unlinked(site: Site): string[] {
  const seen = new Set(['/'])
  for (const path of seen) for (const link of linksOf(site, path)) seen.add(link)
  return site.paths.filter((path) => !seen.has(path)).map((path) => `${site.name}: nothing leads to ${path}`)
}

function faultsOfTask(site: Site, task: Task): string[] {
  const corpus = createCorpus(site)
  const { invented, ...perfect } = score(task, plainTruth(task.truth), corpus)
  const absent = [...leaves(task.truth)].filter((value) => !corpus.has(value))
  const faults = [
    f1(perfect) !== 1 && 'its own truth is not right',
    invented.length > 0 && 'its own truth counts as invented',
    ...madeUp(task, corpus),
    ...absent.map((value) => `${JSON.stringify(value)} stands on no page`),
    !task.id.startsWith(`${site.name}/`) && 'its id does not name the site',
    ...task.needs.filter((path) => !site.paths.includes(path)).map((path) => `${path} is no page`),
    ...(task.urls ?? [])
      .filter((url) => !url.startsWith(site.origin))
      .map((url) => `${url} is not on its site`),
    task.strictConstrainToURLs === true &&
      task.needs.length !== minimumVisits(site, task) &&
      'a strict task needs other pages than its own',
  ]
  return faults.filter((fault) => fault !== false).map((fault) => `${task.id}: ${fault}`)
}

const MADE_UP = 'Quux 4711'

/**
 * Answers with one value too many, which has to be noticed at every place: one that stands nowhere, and where there is
 * none, one that pages are always taken to have.
 */
function madeUp(task: Task, corpus: Corpus): string[] {
  const truth = plainTruth(task.truth)
  return places(truth).flatMap((place) => {
    const value = valueAt(truth, place) === null ? true : MADE_UP
    const spoiled = score(task, withValue(truth, place, value), corpus)
    const isNoticed = f1(spoiled) < 1 && spoiled.invented.length === 1
    return isNoticed || !task.schema ? [] : [`a made-up value at ${place.join('/')} is not noticed`]
  })
}

function places(value: unknown, place: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [place]
  return Object.entries(value).flatMap(([key, item]) => places(item, [...place, key]))
}

function valueAt(whole: unknown, place: readonly string[]): unknown {
  return place.reduce((value, key) => (value as Record<string, unknown>)[key], whole)
}

function withValue(whole: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = structuredClone(whole) as Record<string, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}

/** The truth as a service would say it: the first of several ways. */
function plainTruth(truth: unknown): unknown {
  return JSON.parse(
    JSON.stringify(truth, (_, value: unknown) => {
      return isEither(value) ? value.either[0] : value
    }),
  )
}

function isEither(value: unknown): value is { either: unknown[] } {
  return typeof value === 'object' && value !== null && 'either' in value && Array.isArray(value.either)
}

function* leaves(truth: unknown): Generator {
  if (truth instanceof Either) yield* leaves(truth.values[0])
  else if (typeof truth === 'object' && truth !== null)
    for (const item of Object.values(truth)) yield* leaves(item)
  else if (truth !== null && truth !== undefined) yield truth
}
