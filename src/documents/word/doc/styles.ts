import { headingLevelOf, roleOfName } from '../heading-name.ts'
import type { ParagraphStyle } from '../block.ts'
import type { Bytes } from '../../compound-file/bytes.ts'
import { readParagraphProperties } from './properties.ts'
import type { ParagraphProperties } from './properties.ts'

export interface Style {
  role: ParagraphStyle
  headingLevel: number | undefined
  /** What its paragraphs have, with what the styles say that it is based on. */
  paragraph: ParagraphProperties
}

interface WrittenStyle {
  /** The number that a style which Word knows has everywhere. */
  known: number
  base: number
  name: string
  properties: Bytes
}

const PLAIN: Style = { role: 'text', headingLevel: undefined, paragraph: {} }
const MAX_CHAIN = 30
const TITLE = 62
const NO_BASE = 0xfff

/** The styles of paragraphs by their numbers. */
export class Styles {
  private readonly written: (WrittenStyle | undefined)[]
  private readonly found = new Map<number, Style>()

  constructor(sheet: Bytes) {
    this.written = writtenIn(sheet)
  }

  find(number: number, leftSteps = MAX_CHAIN): Style {
    const known = this.found.get(number)
    if (known) return known
    const style = this.written[number]
    if (!style || leftSteps === 0) return PLAIN
    const base = style.base === NO_BASE ? PLAIN : this.find(style.base, leftSteps - 1)
    const made = styleOf(style, base)
    this.found.set(number, made)
    return made
  }
}

function styleOf({ known, name, properties }: WrittenStyle, base: Style): Style {
  const paragraph = { ...base.paragraph, ...readParagraphProperties(properties) }
  const named = known >= 1 && known <= 9 ? known : headingLevelOf(name)
  // A style may be based on a heading without being one. Any other level counts with each of its paragraphs.
  const isBody = paragraph.outlineLevel === 9
  return {
    role: roleOf(known, name) ?? base.role,
    headingLevel: named ?? (isBody ? undefined : base.headingLevel),
    paragraph,
  }
}

function roleOf(known: number, name: string): ParagraphStyle | undefined {
  return known === TITLE ? 'title' : roleOfName(name)
}

function writtenIn(sheet: Bytes): (WrittenStyle | undefined)[] {
  const headLength = sheet.u16(0)
  const count = Math.min(sheet.u16(2), MAX_STYLES)
  const baseLength = sheet.u16(4)
  const styles: (WrittenStyle | undefined)[] = []
  let at = 2 + headLength
  for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
    const length = sheet.u16(at)
    styles.push(length === 0 ? undefined : styleIn(sheet.slice(at + 2, at + 2 + length), baseLength))
    at += 2 + length + (length % 2)
  }
  return styles
}

const MAX_STYLES = 4096
const PARAGRAPH_KIND = 1

/** Only styles of paragraphs count. */
function styleIn(bytes: Bytes, baseLength: number): WrittenStyle | undefined {
  const kindAndBase = bytes.u16(2)
  if ((kindAndBase & 0xf) !== PARAGRAPH_KIND) return undefined
  const nameLength = bytes.u16(baseLength)
  const name = bytes.text(baseLength + 2, Math.min(nameLength, 255))
  const at = baseLength + 2 + 2 * nameLength + 2
  // The first of the lists of properties is that of paragraphs; it begins with the number of the style.
  const length = bytes.u16(at)
  return {
    known: bytes.u16(0) & 0xfff,
    base: kindAndBase >> 4,
    name,
    properties: bytes.slice(at + 4, at + 2 + length),
  }
}
