import { isOn } from '../../open-xml/package.ts'
import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker, Marks, ParagraphStyle } from '../document-html.ts'
import {
  headingLevelOf,
  isCodeLettersName,
  isMonospaced,
  ListCounter,
  roleOfName,
  styleFinder,
} from '../conventions.ts'
import type { CountedLevel, CountedList } from '../conventions.ts'

const PLAIN = {
  role: 'text' as ParagraphStyle,
  headingLevel: undefined as number | undefined,
  numbering: undefined as { numId: string | undefined; level: number | undefined } | undefined,
  marks: {} as Marks,
  isHidden: false,
  isMonospaced: undefined as boolean | undefined,
}

export type Style = typeof PLAIN

export type Styles = ReturnType<typeof readStyles>

export function readStyles(root: XmlElement | undefined) {
  const elements = elementsOf(root, 'w:style').filter(
    ({ attributes }) => attributes['w:styleId'] !== undefined,
  )
  const byId = new Map(elements.map((element) => [element.attributes['w:styleId'], element]))
  const defaultId = elements.find(
    ({ attributes }) => attributes['w:type'] === 'paragraph' && attributes['w:default'] === '1',
  )?.attributes['w:styleId']
  const find = styleFinder<string, XmlElement, Style>(PLAIN, {
    writtenAs: (id) => byId.get(id),
    baseOf: (element) => elementAt(element, 'w:basedOn')?.attributes['w:val'],
    styleOf,
  })
  return { letters: find, paragraph: (id: string | undefined) => find(id ?? defaultId) }
}

function styleOf(element: XmlElement, base: Style): Style {
  const name = elementAt(element, 'w:name')?.attributes['w:val'] ?? ''
  const paragraph = elementAt(element, 'w:pPr')
  const letters = elementAt(element, 'w:rPr')
  const font = elementAt(letters, 'w:rFonts')?.attributes['w:ascii']
  const isOfLetters = element.attributes['w:type'] === 'character'
  const marks = { ...base.marks, ...(isOfLetters ? marksOf(letters) : {}) }
  if (isOfLetters && isCodeLettersName(name)) marks.code = true
  return {
    role: roleOfName(name) ?? base.role,
    headingLevel: levelOf(name, paragraph, base),
    numbering: numberingIn(paragraph) ?? base.numbering,
    marks,
    isHidden: isOn(elementAt(letters, 'w:vanish')) ?? base.isHidden,
    isMonospaced: font === undefined ? base.isMonospaced : isMonospaced(font),
  }
}

function levelOf(name: string, paragraph: XmlElement | undefined, base: Style): number | undefined {
  const written = elementAt(paragraph, 'w:outlineLvl')?.attributes['w:val']
  const named = headingLevelOf(name)
  if (named !== undefined) return named
  if (written === undefined) return base.headingLevel
  const level = Number(written)
  return level >= 0 && level < 9 ? level + 1 : undefined
}

/** The numbering in the properties of a paragraph. A level alone belongs to the numbering of the style. */
export function numberingIn(paragraph: XmlElement | undefined): Style['numbering'] {
  const element = elementAt(paragraph, 'w:numPr')
  if (!element) return undefined
  const level = elementAt(element, 'w:ilvl')?.attributes['w:val']
  return {
    numId: elementAt(element, 'w:numId')?.attributes['w:val'],
    level: level === undefined ? undefined : Number(level),
  }
}

/** The formatting of letters; missing properties are inherited. */
export function marksOf(letters: XmlElement | undefined): Marks {
  if (!letters) return {}
  const marks: Marks = {}
  for (const element of elementsOf(letters)) {
    if (element.name === 'w:b') marks.bold = isOn(element)!
    else if (element.name === 'w:i') marks.italic = isOn(element)!
    else if (element.name === 'w:strike' || element.name === 'w:dstrike') marks.strike ||= isOn(element)!
    else if (element.name === 'w:vertAlign') {
      const script = SCRIPTS.get(element.attributes['w:val'] ?? '')
      if (script) marks.script = script
      else delete marks.script
    }
  }
  return marks
}

const SCRIPTS: ReadonlyMap<string, 'sub' | 'sup'> = new Map([
  ['subscript', 'sub'],
  ['superscript', 'sup'],
])

/** The numbering of a Word document. It counts: call it once for each paragraph, in order. */
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
    const nums = elementsOf(root, 'w:num').map((element) => ({
      element,
      kindId: elementAt(element, 'w:abstractNumId')?.attributes['w:val'] ?? '',
    }))
    const kindIds = new Map(nums.map(({ element, kindId }) => [element.attributes['w:numId'] ?? '', kindId]))
    for (const { element, kindId } of nums) {
      const link = kinds.get(kindId)?.styleLink
      const linked = link === undefined ? undefined : numberingOfStyle(link)
      const id = (linked === undefined ? '' : kindIds.get(linked)) || kindId
      this.lists.set(element.attributes['w:numId'] ?? '', listOf(element, id, kinds.get(id)?.levels))
    }
  }

  next(numId: string, levelIndex: number): Marker | undefined {
    const list = this.lists.get(numId)
    return list && this.counter.next(list, levelIndex)
  }
}

/** A list definition. Many lists can use one, so each is parsed once. */
interface Kind {
  levels: ReadonlyMap<number, CountedLevel>
  /** The list style that defines the counting instead. */
  styleLink: string | undefined
}

function kindOf(element: XmlElement): Kind {
  const styleLink = elementAt(element, 'w:numStyleLink')?.attributes['w:val']
  return { levels: levelsIn(element), styleLink }
}

const MAX_LEVELS = 9

function levelsIn(kind: XmlElement): ReadonlyMap<number, CountedLevel> {
  const levels = new Map<number, CountedLevel>()
  for (const element of elementsOf(kind, 'w:lvl')) {
    const index = indexOf(element)
    if (index < MAX_LEVELS) levels.set(index, countedLevel(element))
  }
  return levels
}

function listOf(num: XmlElement, abstractId: string, ofKind: Kind['levels'] = new Map()): CountedList {
  const levels = new Map(ofKind)
  const starts = new Map<number, number>()
  for (const override of elementsOf(num, 'w:lvlOverride')) {
    const index = indexOf(override)
    const level = elementAt(override, 'w:lvl')
    if (level) levels.set(index, countedLevel(level))
    const start = elementAt(override, 'w:startOverride')?.attributes['w:val']
    if (start !== undefined) starts.set(index, wholeNumber(start, 1))
  }
  return { id: num.attributes['w:numId'] ?? '', kind: abstractId, levels, starts }
}

function indexOf({ attributes }: XmlElement): number {
  return wholeNumber(attributes['w:ilvl'], 0)
}

function countedLevel(element: XmlElement): CountedLevel {
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
