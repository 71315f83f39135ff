import type { LinkCandidate } from '../../../extract/extract.ts'
import { factsOfRecords, pathKeyOf, plainText, pointerOf } from '../../facts/facts.ts'
import type { Fact, Path } from '../../facts/facts.ts'
import { urlKeyOf, pageNumberOf, urlPatternOf } from '../url.ts'
import type { Frontier, VisitResult, Row } from '../frontier.ts'
import { titleKeysOf } from '../plan.ts'
import type { Plan, PlannedList } from '../plan.ts'

export interface Rows {
  kind: 'records' | 'names'
  rows: readonly Row[]
}

export function readRows(visit: VisitResult, list: PlannedList, plan: Plan, frontier: Frontier): Rows {
  const full = rowsAt(visit, list.path, frontier).filter(({ facts }) => facts.length > 0)
  const isAlone = full.length > 0 && isPageItself(full, visit, list)
  const names = namesOn(visit, list, plan, frontier)
  if (isAlone || !hasEnoughFields(full, list)) return { kind: 'names', rows: names }
  return isMinorityOf(full, names, list)
    ? { kind: 'names', rows: completeRows(names, full) }
    : { kind: 'records', rows: full }
}

function namesOn(visit: VisitResult, list: PlannedList, plan: Plan, frontier: Frontier): Row[] {
  const names = plan.listedNamesPath ? rowsAt(visit, plan.listedNamesPath, frontier) : []
  const areas = new Map(visit.seen.leads.map(({ url, area }) => [urlKeyOf(url), area]))
  const linked = names.filter((row) => row.link !== undefined && areas.get(row.link) === 'content')
  const rows = linked.length < 2 ? similarLinks(visit, frontier) : linked
  return rows.map((row) => ({ ...row, facts: row.facts.flatMap((fact) => asTitleFact(fact, list)) }))
}

function isMinorityOf(rows: readonly Row[], names: readonly Row[], { fields }: PlannedList): boolean {
  const titles = new Set(titleKeysOf(fields))
  const named = new Set(names.map(({ name }) => plainText(name)))
  const isNamed = (fact: Fact) => titles.has(pathKeyOf(fact)) && named.has(plainText(String(fact.value)))
  return names.length > 2 * rows.length && rows.every(({ facts }) => facts.some(isNamed))
}

function hasEnoughFields(rows: readonly Row[], list: PlannedList): boolean {
  const least = Math.min(2, pathKeysOf(list).length)
  return (
    rows.length > 0 &&
    rows.filter(({ facts }) => new Set(facts.map(pathKeyOf)).size >= least).length * 2 >= rows.length
  )
}

function completeRows(rows: readonly Row[], said: readonly Row[]): Row[] {
  const byName = new Map(said.map((row) => [plainText(row.name), row]))
  return rows.map((row) => {
    const known = new Set(row.facts.map(pathKeyOf))
    const same = row.facts
      .map(({ value }) => byName.get(plainText(String(value))))
      .find((one) => one !== undefined)
    return same
      ? { ...row, facts: [...row.facts, ...same.facts.filter((fact) => !known.has(pathKeyOf(fact)))] }
      : row
  })
}

function similarLinks(visit: VisitResult, frontier: Frontier): Row[] {
  const links = [
    ...new Map(
      contentLinks(visit, frontier)
        .toReversed()
        .map((link) => [urlKeyOf(link.url), link]),
    ).values(),
  ]
  const groups = Map.groupBy(links.toReversed(), ({ url }) => urlPatternOf(url))
  const [best = []] = [...groups.values()]
    .filter((group) => group.length > 1)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return best.map((link) => rowOf(link, visit))
}

/** Of links of two kinds in each row, those with more words are what it is about. */
function weightOf(group: readonly LinkCandidate[]): number {
  const length = group.reduce((sum, { text }) => sum + Math.min(text.length, 60), 0) / group.length
  return group.length * Math.sqrt(length)
}

function contentLinks({ seen, page }: VisitResult, frontier: Frontier): LinkCandidate[] {
  return seen.leads.filter(
    ({ area, url, isNext, text }) =>
      area === 'content' &&
      !isNext &&
      text.length > 1 &&
      pageNumberOf(url).number === 1 &&
      frontier.isInScope(url) &&
      urlKeyOf(url) !== page.key,
  )
}

function rowOf({ url, text }: LinkCandidate, { seen }: VisitResult): Row {
  const evidence = { field: '', url: seen.url, text, source: 'link', confidence: 0.45 }
  return { link: urlKeyOf(url), name: text, facts: [{ path: ['name'], value: text, evidence }] }
}

function rowsAt({ facts, seen }: VisitResult, place: Path, frontier: Frontier): Row[] {
  const links = new Map(seen.records.map(({ record, url }) => [record, url]))
  return [...factsOfRecords(facts, place)].map(([index, some]) => {
    const url = links.get(pointerOf([...place, index]))
    const link = url !== undefined && frontier.isInScope(url) ? urlKeyOf(url) : undefined
    const name = String(some[0]!.value)
    return { facts: some, link, name }
  })
}

/** A page about one thing may be read as a list of one. */
function isPageItself(rows: readonly Row[], { facts }: VisitResult, list: PlannedList): boolean {
  if (rows.length > 1) return false
  const own = new Map(ownFacts(facts, list).map((fact) => [pathKeyOf(fact), fact.value]))
  return rows[0]!.facts.some((fact) => own.get(pathKeyOf(fact)) === fact.value)
}

export function ownFacts(facts: readonly Fact[], list: PlannedList): Fact[] {
  const keys = new Set(pathKeysOf(list))
  return facts.filter((fact) => keys.has(pathKeyOf(fact)))
}

export function pathKeysOf({ fields, inner }: PlannedList): string[] {
  const all = [...fields, ...inner]
  return all.length === 0 ? ['[]'] : all.map(({ path }) => JSON.stringify(path))
}

function asTitleFact(fact: Fact, { fields, listField, naming }: PlannedList): Fact[] {
  if (listField.item.kind === 'scalar') {
    const isNames = listField.item.type === 'string' && (naming.isTitle() || naming.endsIn('name'))
    return isNames ? [{ ...fact, path: [] }] : []
  }
  const title = fields.find(
    (field) =>
      field.naming.isTitle() && field.schemaField.type === 'string' && field.schemaField.enum === undefined,
  )
  return title ? [{ ...fact, path: title.path }] : []
}
