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

export class Tally<Value> {
  private readonly weights = new Map<Value, number>()

  add(value: Value, weight = 1): void {
    this.weights.set(value, (this.weights.get(value) ?? 0) + weight)
  }

  /** Heaviest first; of equals the one that came first. */
  entries(): [value: Value, weight: number][] {
    return [...this.weights].sort(([, one], [, other]) => other - one)
  }

  heaviest(): Value | undefined {
    return this.entries()[0]?.[0]
  }
}

export function defined<Value>(record: Record<string, Value | undefined>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never
}
