import type { Lead } from '../../../extract/extract.ts'
import { factsOfRecords, placeOf, plainText, pointerOf } from '../../gathered/facts.ts'
import type { Fact, Path } from '../../gathered/facts.ts'
import { keyOf, pageNumberOf, shapeOf } from '../address.ts'
import type { Frontier, Read, Row } from '../frontier.ts'
import { titlesOf } from '../plan.ts'
import type { Plan, PlannedList } from '../plan.ts'

export interface Rows {
  kind: 'records' | 'names'
  rows: readonly Row[]
}

export function rowsOn(read: Read, list: PlannedList, plan: Plan, frontier: Frontier): Rows {
  const full = rowsAt(read, list.path, frontier).filter(({ facts }) => facts.length > 0)
  const isAlone = full.length > 0 && isPageItself(full, read, list)
  const names = namesOn(read, list, plan, frontier)
  if (isAlone || !isSolid(full, list)) return { kind: 'names', rows: names }
  return isFewOf(full, names, list)
    ? { kind: 'names', rows: completed(names, full) }
    : { kind: 'records', rows: full }
}

function namesOn(read: Read, list: PlannedList, plan: Plan, frontier: Frontier): Row[] {
  const names = plan.namesPath ? rowsAt(read, plan.namesPath, frontier) : []
  const areas = new Map(read.seen.leads.map(({ url, area }) => [keyOf(url), area]))
  const linked = names.filter((row) => row.link !== undefined && areas.get(row.link) === 'content')
  const rows = linked.length < 2 ? alikeLeads(read, frontier) : linked
  return rows.map((row) => ({ ...row, facts: row.facts.flatMap((fact) => titled(fact, list)) }))
}

function isFewOf(rows: readonly Row[], names: readonly Row[], { fields }: PlannedList): boolean {
  const titles = new Set(titlesOf(fields))
  const named = new Set(names.map(({ name }) => plainText(name)))
  const isNamed = (fact: Fact) => titles.has(placeOf(fact)) && named.has(plainText(String(fact.value)))
  return names.length > 2 * rows.length && rows.every(({ facts }) => facts.some(isNamed))
}

function isSolid(rows: readonly Row[], list: PlannedList): boolean {
  const least = Math.min(2, placesOf(list).length)
  return (
    rows.length > 0 &&
    rows.filter(({ facts }) => new Set(facts.map(placeOf)).size >= least).length * 2 >= rows.length
  )
}

function completed(rows: readonly Row[], said: readonly Row[]): Row[] {
  const byName = new Map(said.map((row) => [plainText(row.name), row]))
  return rows.map((row) => {
    const known = new Set(row.facts.map(placeOf))
    const same = row.facts
      .map(({ value }) => byName.get(plainText(String(value))))
      .find((one) => one !== undefined)
    return same
      ? { ...row, facts: [...row.facts, ...same.facts.filter((fact) => !known.has(placeOf(fact)))] }
      : row
  })
}

function alikeLeads(read: Read, frontier: Frontier): Row[] {
  const leads = [
    ...new Map(
      leadsIn(read, frontier)
        .toReversed()
        .map((lead) => [keyOf(lead.url), lead]),
    ).values(),
  ]
  const groups = Map.groupBy(leads.toReversed(), ({ url }) => shapeOf(url))
  const [best = []] = [...groups.values()]
    .filter((group) => group.length > 1)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return best.map((lead) => rowOf(lead, read))
}

/** Of links of two kinds in each row, those with more words are what it is about. */
function weightOf(group: readonly Lead[]): number {
  const length = group.reduce((sum, { text }) => sum + Math.min(text.length, 60), 0) / group.length
  return group.length * Math.sqrt(length)
}

function leadsIn({ seen, page }: Read, frontier: Frontier): Lead[] {
  return seen.leads.filter(
    ({ area, url, isNext, text }) =>
      area === 'content' &&
      !isNext &&
      text.length > 1 &&
      pageNumberOf(url).number === 1 &&
      frontier.isOpen(url) &&
      keyOf(url) !== page.key,
  )
}

function rowOf({ url, text }: Lead, { seen }: Read): Row {
  const evidence = { field: '', url: seen.url, text, source: 'link', confidence: 0.45 }
  return { link: keyOf(url), name: text, facts: [{ path: ['name'], value: text, evidence }] }
}

function rowsAt({ facts, seen }: Read, place: Path, frontier: Frontier): Row[] {
  const links = new Map(seen.records.map(({ record, url }) => [record, url]))
  return [...factsOfRecords(facts, place)].map(([index, some]) => {
    const url = links.get(pointerOf([...place, index]))
    const link = url !== undefined && frontier.isOpen(url) ? keyOf(url) : undefined
    const name = String(some[0]!.value)
    return { facts: some, link, name }
  })
}

/** A page about one thing may be read as a list of one. */
function isPageItself(rows: readonly Row[], { facts }: Read, list: PlannedList): boolean {
  if (rows.length > 1) return false
  const own = new Map(ownFacts(facts, list).map((fact) => [placeOf(fact), fact.value]))
  return rows[0]!.facts.some((fact) => own.get(placeOf(fact)) === fact.value)
}

export function ownFacts(facts: readonly Fact[], list: PlannedList): Fact[] {
  const places = new Set(placesOf(list))
  return facts.filter((fact) => places.has(placeOf(fact)))
}

export function placesOf({ fields, inner }: PlannedList): string[] {
  const all = [...fields, ...inner]
  return all.length === 0 ? ['[]'] : all.map(({ path }) => JSON.stringify(path))
}

function titled(fact: Fact, { fields, wish, naming }: PlannedList): Fact[] {
  if (wish.item.kind === 'scalar') {
    const isNames = wish.item.type === 'string' && (naming.isTitle() || naming.endsIn('name'))
    return isNames ? [{ ...fact, path: [] }] : []
  }
  const title = fields.find(
    (field) => field.naming.isTitle() && field.wish.type === 'string' && field.wish.enum === undefined,
  )
  return title ? [{ ...fact, path: title.path }] : []
}
