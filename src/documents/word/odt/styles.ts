import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { ParagraphStyle } from '../block.ts'
import { headingLevelOf, isCodeLettersName, isMonospaced, roleOfName } from '../heading-name.ts'
import type { Marks } from '../inline.ts'

/** What a style says, together with those it is based on. */
export interface Style {
  role: ParagraphStyle
  headingLevel: number | undefined
  marks: Marks
  isHidden: boolean
  isMonospaced: boolean
}

const PLAIN: Style = {
  role: 'text',
  headingLevel: undefined,
  marks: {},
  isHidden: false,
  isMonospaced: false,
}

/** The styles of an OpenDocument text. */
export class Styles {
  private readonly elements = new Map<string, XmlElement>()
  private readonly known = new Map<string, Style>()

  /** The places where styles stand; what is said later counts. */
  constructor(places: readonly (XmlElement | undefined)[]) {
    for (const place of places) {
      for (const element of elementsOf(place, 'style:style')) {
        const { 'style:name': name, 'style:family': family } = element.attributes
        this.elements.set(`${family} ${name}`, element)
      }
    }
  }

  find(family: 'paragraph' | 'text', name: string | undefined, leftSteps = MAX_CHAIN): Style {
    if (name === undefined) return PLAIN
    const key = `${family} ${name}`
    const known = this.known.get(key)
    if (known) return known
    const element = this.elements.get(key)
    if (!element || leftSteps === 0) return PLAIN
    const base = this.find(family, element.attributes['style:parent-style-name'], leftSteps - 1)
    const style = styleOf(element, name, base, family === 'text')
    this.known.set(key, style)
    return style
  }
}

const MAX_CHAIN = 30

function styleOf(element: XmlElement, name: string, base: Style, isOfLetters: boolean): Style {
  const { attributes } = element
  const shown = attributes['style:display-name'] ?? decodedName(name)
  const outline = attributes['style:default-outline-level']
  const letters = elementAt(element, 'style:text-properties')?.attributes ?? {}
  const font = letters['style:font-name'] ?? letters['fo:font-family']
  const marks = isOfLetters ? { ...base.marks, ...marksOf(letters) } : {}
  if (isOfLetters && isCodeLettersName(shown)) marks.code = true
  return {
    role: roleOfName(shown) ?? base.role,
    headingLevel: headingLevelOf(shown) ?? (outline ? Number(outline) : base.headingLevel),
    marks,
    isHidden: letters['text:display'] === undefined ? base.isHidden : letters['text:display'] === 'none',
    isMonospaced: font === undefined ? base.isMonospaced : isMonospaced(font.replaceAll("'", '')),
  }
}

/** Names of styles write what is no letter as its number. */
function decodedName(name: string): string {
  return name.replace(/_([0-9a-f]{2,4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function marksOf(letters: Record<string, string>): Marks {
  const marks: Marks = {}
  const weight = letters['fo:font-weight']
  if (weight !== undefined) marks.bold = weight === 'bold' || Number(weight) >= 600
  const slant = letters['fo:font-style']
  if (slant !== undefined) marks.italic = slant === 'italic' || slant === 'oblique'
  const line = letters['style:text-line-through-style'] ?? letters['style:text-line-through-type']
  if (line !== undefined) marks.strike = line !== 'none'
  const position = letters['style:text-position'] ?? ''
  if (/^(?:super|[1-9])/.test(position)) marks.script = 'sup'
  else if (/^(?:sub|-)/.test(position)) marks.script = 'sub'
  return marks
}
