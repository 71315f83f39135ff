import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { monthOf } from '../widgets/date/calendar-names.ts'
import { rangePairs } from '../range/range-pairs.ts'
import type { RangeKind } from '../range/fit-limits.ts'
import { captionOf } from './caption.ts'

/** Several elements that take one value together. */
export interface Compound {
  kind: 'stepper' | 'rating' | 'dateParts' | 'nameParts' | RangeKind
  /** Stepper: less, more. Rating: one mark after the other. Date: day, month, year. Name: first, last. Range: the least, the most, or both. */
  parts: ViewElement[]
  caption: string
}

export function compoundsOf(tree: PageTree): Compound[] {
  return [...steppers(tree), ...ratings(tree), ...dates(tree), ...names(tree), ...ranges(tree)]
}

/** A range as a whole, and each of its ends. */
function ranges(tree: PageTree): Compound[] {
  return rangePairs(tree).flatMap(({ low, high, caption }): Compound[] => [
    { kind: 'range', parts: [low, high], caption },
    { kind: 'low', parts: [low], caption },
    { kind: 'high', parts: [high], caption },
  ])
}

const MORE = /^(\+|＋|add|plus|increase|increment|more|one more)\b|^\+$|\b(plus|increase|increment)\b/i
const LESS = /^(-|−|–|remove|minus|decrease|decrement|less|fewer)\b|^[-−–]$|\b(minus|decrease|decrement)\b/i

/** Two buttons, for one less and one more, with the count between or beside them. */
function steppers(tree: PageTree): Compound[] {
  const buttons = tree.elements.filter((element) => element.clickable && element.text.length < 30)
  const called = (element: ViewElement, pattern: RegExp) =>
    pattern.test(element.name.trim()) || pattern.test(element.text.trim()) || pattern.test(element.hints)
  return buttons.flatMap((more): Compound[] => {
    if (!called(more, MORE) || called(more, LESS)) return []
    const less = buttons
      .filter((other) => other !== more && called(other, LESS) && tree.distanceToShared(more, other) <= 2)
      .toSorted((a, b) => tree.distanceToShared(more, a) - tree.distanceToShared(more, b))[0]
    const holder = less && tree.shared(less, more)
    if (!holder || countIn(holder, tree) === undefined) return []
    return [{ kind: 'stepper', parts: [less, more], caption: captionOf(holder, tree) || more.name }]
  })
}

/** The number that a stepper shows. */
export function countIn(holder: ViewElement, tree: PageTree): number | undefined {
  for (const element of tree.descendants(holder)) {
    const shown = element.value ?? element.ownText
    if (/^\s*\d{1,4}\b[^\d]*$/.test(shown) && !element.disabled) return Number.parseInt(shown.trim(), 10)
  }
  return undefined
}

/** Three to ten alike in a row that say nothing: stars. */
function ratings(tree: PageTree): Compound[] {
  const holders = new Set(
    tree.elements
      .filter((element) => /star|rating|rate/i.test(`${element.hints} ${element.name}`) && element.clickable)
      .map((element) => tree.parent(element)),
  )
  return [...holders].flatMap((holder): Compound[] => {
    const marks = holder ? tree.children(holder).filter((child) => child.clickable) : []
    const alike = marks.every((mark) => mark.tag === marks[0]?.tag)
    return holder && alike && marks.length >= 3 && marks.length <= 10
      ? [{ kind: 'rating', parts: marks, caption: holder.name || captionOf(holder, tree) }]
      : []
  })
}

/** A day, a month and a year side by side, as lists or as short fields. */
function dates(tree: PageTree): Compound[] {
  const years = tree.elements.filter((element) => partOfDate(element) === 'year')
  return years.flatMap((year): Compound[] => {
    const holder = [tree.parent(year), ...tree.ancestors(year).slice(1, 3)].find((outer) => {
      const kinds = outer ? tree.descendants(outer).map(partOfDate) : []
      return kinds.includes('day') && kinds.includes('month')
    })
    const inside = holder ? tree.descendants(holder) : []
    const [day, month] = (['day', 'month'] as const).map((kind) =>
      inside.find((element) => partOfDate(element) === kind),
    )
    return holder && day && month
      ? [
          {
            kind: 'dateParts',
            parts: [day, month, year],
            caption: holder.name || captionOf(day, tree) || captionOf(holder, tree),
          },
        ]
      : []
  })
}

function partOfDate(element: ViewElement): 'day' | 'month' | 'year' | undefined {
  if (element.disabled) return undefined
  if (element.options) {
    const labels = element.options.map((option) => option.label.trim())
    if (labels.filter((label) => monthOf(label) !== undefined).length >= 12) return 'month'
    if (labels.filter((label) => /^(19|20)\d\d$/.test(label)).length >= 3) return 'year'
    const numbers = labels.filter((label) => /^\d{1,2}$/.test(label)).length
    if (numbers === 31) return 'day'
    return numbers === 12 && /month|^mm?$/i.test(`${element.name} ${element.hints}`.trim())
      ? 'month'
      : undefined
  }
  if (!element.editable || element.type === 'date') return undefined
  const said = `${element.placeholder ?? ''} ${element.name}`.trim()
  if (/^(dd?|day|tag|jour)\b/i.test(said) && !/[/.-]/.test(said)) return 'day'
  if (/^(mm?|month|monat|mois)\b/i.test(said) && !/[/.-]/.test(said)) return 'month'
  return /^(yyyy|yy|year|jahr|année|jjjj|aaaa)\b/i.test(said) ? 'year' : undefined
}

const FIRST = /\b(first|given|fore) ?names?\b|\bvorname\b|\bprénom\b|\bvoornaam\b|^nombre$|^nome( próprio)?$/i
const LAST =
  /\b(last|family|sur) ?name\b|\bsurname\b|\bnachname\b|\bachternaam\b|^nom( de famille)?\b|\bapellidos?\b|\bcognome\b|\bsobrenome\b|\bapelido\b|^name$/i

/** A first and a last name apart, where there is no field for both. */
function names(tree: PageTree): Compound[] {
  const fields = tree.elements.filter((element) => element.editable && !element.disabled)
  const first = fields.find((element) => FIRST.test(bare(element)))
  const last = fields.find((element) => LAST.test(bare(element)))
  return first && last ? [{ kind: 'nameParts', parts: [first, last], caption: 'name' }] : []
}

function bare({ name, placeholder }: ViewElement): string {
  return (name || (placeholder ?? '')).replace(/[\s*:]+$/, '').trim()
}
