import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker } from '../block.ts'
import { ListCounter } from '../list-counter.ts'
import type { CountedLevel, CountedList } from '../list-counter.ts'
import { isOn } from '../../open-xml/switch.ts'

/** The numbering of a Word document. It counts: ask it once for each paragraph, in their order. */
export class Numbering {
  private readonly lists = new Map<string, CountedList>()
  private readonly counter = new ListCounter()

  constructor(root: XmlElement | undefined, numberingOfStyle: (styleId: string) => string | undefined) {
    const kinds = new Map(
      elementsOf(root, 'w:abstractNum').map((kind) => [kind.attributes['w:abstractNumId'] ?? '', kind]),
    )
    // Many lists can be of one kind.
    const known = new Map<XmlElement, ReadonlyMap<number, CountedLevel>>()
    const levelsOf = (kind: XmlElement | undefined) => {
      if (!kind) return NO_LEVELS
      const levels = known.get(kind) ?? levelsIn(kind)
      known.set(kind, levels)
      return levels
    }
    const nums = new Map(elementsOf(root, 'w:num').map((num) => [num.attributes['w:numId'] ?? '', num]))
    for (const [numId, num] of nums) {
      let abstractId = elementAt(num, 'w:abstractNumId')?.attributes['w:val'] ?? ''
      const link = elementAt(kinds.get(abstractId), 'w:numStyleLink')?.attributes['w:val']
      const linked = link === undefined ? undefined : numberingOfStyle(link)
      if (linked !== undefined) {
        abstractId = elementAt(nums.get(linked), 'w:abstractNumId')?.attributes['w:val'] ?? abstractId
      }
      this.lists.set(numId, listOf(num, abstractId, levelsOf(kinds.get(abstractId))))
    }
  }

  /** What stands before the next paragraph of a list; undefined when the list says that nothing does. */
  next(numId: string, levelIndex: number): Marker | undefined {
    const list = this.lists.get(numId)
    return list && this.counter.next(list, levelIndex)
  }
}

const NO_LEVELS: ReadonlyMap<number, CountedLevel> = new Map()
const MAX_LEVELS = 9

function levelsIn(kind: XmlElement): ReadonlyMap<number, CountedLevel> {
  const levels = new Map<number, CountedLevel>()
  for (const element of elementsOf(kind, 'w:lvl')) {
    const index = indexOf(element)
    if (index < MAX_LEVELS) levels.set(index, levelOf(element))
  }
  return levels
}

function listOf(num: XmlElement, abstractId: string, ofKind: ReadonlyMap<number, CountedLevel>): CountedList {
  const levels = new Map(ofKind)
  const starts = new Map<number, number>()
  for (const override of elementsOf(num, 'w:lvlOverride')) {
    const index = indexOf(override)
    const level = elementAt(override, 'w:lvl')
    if (level) levels.set(index, levelOf(level))
    const start = elementAt(override, 'w:startOverride')?.attributes['w:val']
    if (start !== undefined) starts.set(index, wholeNumber(start, 1))
  }
  return { id: num.attributes['w:numId'] ?? '', kind: abstractId, levels, starts }
}

function indexOf({ attributes }: XmlElement): number {
  return wholeNumber(attributes['w:ilvl'], 0)
}

function levelOf(element: XmlElement): CountedLevel {
  const value = (name: string) => elementAt(element, name)?.attributes['w:val']
  const restart = value('w:lvlRestart')
  return {
    format:
      value('w:numFmt') ??
      elementAt(element, 'mc:AlternateContent', 'mc:Fallback', 'w:numFmt')?.attributes['w:val'] ??
      'decimal',
    text: value('w:lvlText') ?? '',
    isLegal: isOn(elementAt(element, 'w:isLgl')) ?? false,
    start: wholeNumber(value('w:start'), 0),
    restartAfter: restart === undefined ? undefined : wholeNumber(restart, 0),
  }
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10)
  return Number.isSafeInteger(value) ? value : otherwise
}
