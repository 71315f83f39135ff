import type { StyledElement } from './style-sample.ts'

export function cssLength(pixels: number): string {
  return `${Math.round(pixels * 100) / 100}px`
}

/** A radius as it is meant: beyond any size of a button it makes a pill, however much beyond. */
export function radiusOf(computed: string): string {
  const first = computed.split(' ')[0] ?? ''
  const size = Number.parseFloat(first)
  if (Number.isNaN(size)) return '0px'
  if (first.endsWith('%')) return `${Math.round(size * 100) / 100}%`
  return size > 999 ? '9999px' : cssLength(size)
}

export function cssSides([top, right, bottom, left]: readonly number[]): string {
  const sides = [top!, right!, bottom!, left!].map(cssLength)
  if (sides[1] !== sides[3]) return sides.join(' ')
  if (sides[0] !== sides[2]) return sides.slice(0, 3).join(' ')
  return sides[0] === sides[1] ? sides[0]! : sides.slice(0, 2).join(' ')
}

/** What the items have, heaviest first; of equals the one that came first. Items without a value have no vote. */
export function ranked<Item, Value extends string | number>(
  items: readonly Item[],
  valueOf: (item: Item) => Value | undefined,
  weightOf: (item: Item) => number = () => 1,
): Value[] {
  const weights = new Map<Value, number>()
  for (const item of items) {
    const value = valueOf(item)
    if (value) weights.set(value, (weights.get(value) ?? 0) + weightOf(item))
  }
  return [...weights].sort(([, one], [, other]) => other - one).map(([value]) => value)
}

export function withoutEmpty<Group extends object>(group: Group): Partial<Group> {
  const entries = Object.entries(group).filter(([, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value !== undefined,
  )
  return Object.fromEntries(entries) as Partial<Group>
}

/** The colours beneath what is written on an element, its own paint included. */
export function layersOf({ under, stops, background }: StyledElement): readonly string[] {
  const paint = stops[0] ?? background
  return paint === undefined ? under : [...under, paint]
}

export function borderOf({ borderWidth = 0, borderColor }: StyledElement): string | undefined {
  return borderWidth > 0 ? borderColor : undefined
}
