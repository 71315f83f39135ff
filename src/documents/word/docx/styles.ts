import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { headingLevelOf, isCodeLettersName, isMonospaced, roleOfName } from '../heading-name.ts'
import type { ParagraphStyle } from '../block.ts'
import type { Marks } from '../inline.ts'
import { isOn } from '../../open-xml/switch.ts'

/** What a style says, together with those it is based on. */
export interface Style {
  role: ParagraphStyle
  headingLevel: number | undefined
  numbering: { numId: string | undefined; level: number | undefined } | undefined
  /** Of the letters. */
  marks: Marks
  isHidden: boolean
  isMonospaced: boolean | undefined
}

const PLAIN: Style = {
  role: 'text',
  headingLevel: undefined,
  numbering: undefined,
  marks: {},
  isHidden: false,
  isMonospaced: undefined,
}

/** The styles of a Word document by their identifiers. */
export class Styles {
  private readonly elements = new Map<string, XmlElement>()
  private readonly known = new Map<string, Style>()
  private readonly defaultParagraph: string | undefined

  constructor(root: XmlElement | undefined) {
    for (const element of elementsOf(root, 'w:style')) {
      const id = element.attributes['w:styleId']
      if (id === undefined) continue
      this.elements.set(id, element)
      const { 'w:type': type, 'w:default': isDefault } = element.attributes
      if (type === 'paragraph' && isDefault === '1') this.defaultParagraph ??= id
    }
  }

  paragraph(id: string | undefined): Style {
    return this.find(id ?? this.defaultParagraph, MAX_CHAIN)
  }

  letters(id: string | undefined): Style {
    return this.find(id, MAX_CHAIN)
  }

  /** The numbering of a style of lists. */
  numberingOf(id: string): string | undefined {
    return this.find(id, MAX_CHAIN).numbering?.numId
  }

  private find(id: string | undefined, leftSteps: number): Style {
    const element = id === undefined ? undefined : this.elements.get(id)
    if (id === undefined || !element || leftSteps === 0) return PLAIN
    const known = this.known.get(id)
    if (known) return known
    const style = styleOf(
      element,
      this.find(elementAt(element, 'w:basedOn')?.attributes['w:val'], leftSteps - 1),
    )
    this.known.set(id, style)
    return style
  }
}

const MAX_CHAIN = 30

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

/** The numbering that the properties of a paragraph name. A level alone goes with the numbering of the style. */
export function numberingIn(paragraph: XmlElement | undefined): Style['numbering'] {
  const element = elementAt(paragraph, 'w:numPr')
  if (!element) return undefined
  const level = elementAt(element, 'w:ilvl')?.attributes['w:val']
  return {
    numId: elementAt(element, 'w:numId')?.attributes['w:val'],
    level: level === undefined ? undefined : Number(level),
  }
}

/** How letters are set apart; what is not said stays as it is. */
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
