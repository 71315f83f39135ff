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
      elementsOf(root, 'w:abstractNum').map((kind) => [
        kind.attributes['w:abstractNumId'] ?? '',
        kindOf(kind),
      ]),
    )
    const nums = elementsOf(root, 'w:num').map((element) => ({ element, kindId: kindIdOf(element) }))
    const kindIds = new Map(nums.map(({ element, kindId }) => [element.attributes['w:numId'] ?? '', kindId]))
    for (const { element, kindId } of nums) {
      const link = kinds.get(kindId)?.styleLink
      const linked = link === undefined ? undefined : numberingOfStyle(link)
      const id = (linked === undefined ? '' : kindIds.get(linked)) || kindId
      this.lists.set(element.attributes['w:numId'] ?? '', listOf(element, id, kinds.get(id)?.levels))
    }
  }

  /** What stands before the next paragraph of a list; undefined when the list says that nothing does. */
  next(numId: string, levelIndex: number): Marker | undefined {
    const list = this.lists.get(numId)
    return list && this.counter.next(list, levelIndex)
  }
}

/** What lists are of. Many can be of one kind, so each is read once. */
interface Kind {
  levels: ReadonlyMap<number, CountedLevel>
  /** The style of lists that says in its place how to count. */
  styleLink: string | undefined
}

function kindOf(element: XmlElement): Kind {
  const styleLink = elementAt(element, 'w:numStyleLink')?.attributes['w:val']
  return { levels: levelsIn(element), styleLink }
}

function kindIdOf(num: XmlElement): string {
  return elementAt(num, 'w:abstractNumId')?.attributes['w:val'] ?? ''
}

const MAX_LEVELS = 9

function levelsIn(kind: XmlElement): ReadonlyMap<number, CountedLevel> {
  const levels = new Map<number, CountedLevel>()
  for (const element of elementsOf(kind, 'w:lvl')) {
    const index = indexOf(element)
    if (index < MAX_LEVELS) levels.set(index, levelOf(element))
  }
  return levels
}

function listOf(num: XmlElement, abstractId: string, ofKind: Kind['levels'] = new Map()): CountedList {
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
