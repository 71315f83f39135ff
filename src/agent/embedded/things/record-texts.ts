const MOST_LINES = 4000
const MOST_RECORDS = 200
/** How many lines belong to a record that none follows. */
const LAST_LINES = 8
/** A line that is no longer says what kind of thing stands below it. */
const SHORT = 40
const SPAN_CHARS = 600
const HEADING = /^(#{1,6})\s/

/**
 * What a page says around records that it lists, by their names in its order: the rest of the row, the lines up to the next record,
 * and the heading above. An empty text where a name does not stand there.
 */
export function textsAround(text: string, names: readonly string[]): string[] {
  const lines = text
    .split('\n', MOST_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const places = placesIn(lines, names.slice(0, MOST_RECORDS))
  const starts = startsBefore(lines, places)
  return names.map((_, at) => {
    const place = places[at]
    if (place === undefined || place < 0) return ''
    if (lines[place]!.startsWith('|'))
      return `${lines[place]!} ${headingOver(lines, place)}`.slice(0, SPAN_CHARS)
    const next = starts.find((start) => start > place)
    const end = next ?? Math.min(place + LAST_LINES, endOfPart(lines, place))
    const span = lines.slice(starts[at], end).join(' ')
    return `${span} ${headingOver(lines, place)}`.slice(0, SPAN_CHARS)
  })
}

/** The lines of the names, one after the other; -1 where there is none. */
function placesIn(lines: readonly string[], names: readonly string[]): number[] {
  let from = 0
  return names.map((name) => {
    if (name.trim().length < 2) return -1
    for (let at = from; at < lines.length; at++)
      if (lines[at]!.includes(name.trim())) {
        from = at + 1
        return at
      }
    return -1
  })
}

/** Where each record begins: with its name, or with the line above where the first one has such a line too. */
function startsBefore(lines: readonly string[], places: readonly number[]): number[] {
  const found = places.filter((place) => place >= 0)
  const isLed =
    found.length > 1 &&
    found.every((place, at) => {
      const above = lines[place - 1]
      const isApart = at === 0 || place - found[at - 1]! > 2
      return (
        above !== undefined &&
        isApart &&
        above.length <= SHORT &&
        !HEADING.test(above) &&
        !/[.:|]$/.test(above)
      )
    })
  return places.map((place) => (place < 0 ? -1 : isLed ? place - 1 : place))
}

/** The heading that a line stands under, of a higher level than its own. */
function headingOver(lines: readonly string[], place: number): string {
  const own = HEADING.exec(lines[place]!)?.[1]?.length ?? 7
  for (let at = place - 1; at >= 0; at--) {
    const level = HEADING.exec(lines[at]!)?.[1]?.length
    if (level !== undefined && level < own) return level === 1 ? '' : lines[at]!
  }
  return ''
}

function endOfPart(lines: readonly string[], place: number): number {
  const end = lines.findIndex((line, at) => at > place && HEADING.test(line))
  return end < 0 ? lines.length : end
}
