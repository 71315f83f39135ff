import type { Heading } from './blocks.ts'
import type { TermMatcher } from './match-terms.ts'
import type { TermReader } from './match-terms.ts'
import type { Unit } from './read-page.ts'

/** How well each term of a question stands in a unit and in what is around it. */
export interface UnitContext {
  own: Float32Array
  heading: Float32Array
  before: Float32Array | undefined
  title: Float32Array
}

/** How much a term counts where it stands, for the order of units and for whether the page speaks of it. */
const PLACES: { place: keyof UnitContext; rank: number; cover: number }[] = [
  { place: 'own', rank: 1, cover: 1 },
  { place: 'heading', rank: 0.6, cover: 0.95 },
  { place: 'before', rank: 0.4, cover: 0.8 },
  { place: 'title', rank: 0.12, cover: 0.85 },
]

/** How much a term counts for a unit, wherever it stands best. */
export function placed(context: UnitContext, term: number, use: 'rank' | 'cover'): number {
  let most = 0
  for (const row of PLACES) {
    const found = context[row.place]?.[term] ?? 0
    // A word that is like the one asked for is hardly a worse sign that the page speaks of it.
    const quality = use === 'cover' ? Math.min(1, found * 1.25) : found
    most = Math.max(most, quality * row[use])
  }
  return most
}

/** The contexts of units that stand in the order of their page. */
export function contextsOf(
  units: readonly Unit[],
  own: readonly Float32Array[],
  { reader, matcher, title }: { reader: TermReader; matcher: TermMatcher; title: Float32Array },
): UnitContext[] {
  const headings = new HeadingMatches(reader, matcher)
  return units.map((unit, index) => ({
    own: own[index]!,
    heading: headings.of(unit),
    before: units[index - 1]?.block === unit.block ? own[index - 1] : undefined,
    title,
  }))
}

/** What the headings above a unit and its frame say, read once for each of them. */
class HeadingMatches {
  private readonly headings = new Map<Heading, Float32Array>()
  private readonly frames = new Map<string, Float32Array>()
  private readonly none: Float32Array
  private readonly reader: TermReader
  private readonly matcher: TermMatcher

  constructor(reader: TermReader, matcher: TermMatcher) {
    this.reader = reader
    this.matcher = matcher
    this.none = new Float32Array(matcher.count)
  }

  of({ heading, kind, frame }: Unit): Float32Array {
    const above = this.under(kind === 'heading' ? heading?.parent : heading)
    if (frame === undefined) return above
    const framed = this.framed(frame)
    return above.map((quality, term) => Math.max(quality, framed[term]!))
  }

  private under(heading: Heading | undefined): Float32Array {
    if (heading === undefined) return this.none
    const known = this.headings.get(heading)
    if (known) return known
    const own = this.matcher.match(this.reader.termsOf(heading.text))
    const above = this.under(heading.parent)
    const matched = own.map((quality, term) => Math.max(quality, above[term]! * 0.85))
    this.headings.set(heading, matched)
    return matched
  }

  private framed(frame: string): Float32Array {
    const known = this.frames.get(frame) ?? this.matcher.match(this.reader.termsOf(frame))
    this.frames.set(frame, known)
    return known
  }
}
