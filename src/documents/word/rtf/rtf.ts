import type { Block, Inline, Marker, Paragraph } from '../document-html.ts'
import { headingLevelOf, isMonospaced, linkOfField, roleOfName, symbolText } from '../conventions.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { BlockBuilder } from '../block-builder.ts'
import { decodeCodePage } from '../../compound-file/compound-file.ts'
import { damaged, tooLarge } from '../../converted.ts'
import type { Converter } from '../../converted.ts'
import { Pictures } from '../../markup.ts'
import {
  changeLetters,
  changeParagraph,
  CHARACTERS,
  DESTINATIONS,
  FIRST_STATE,
  Information,
  markerOfLabel,
  PictureReader,
  RowLayouts,
  SKIPPED,
  Tables,
} from './state.ts'
import type { State } from './state.ts'

export const convertRtf: Converter = async ({ bytes }, { keepImages }) => {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64))
  if (!/^(?:ï»¿)?\s*\{\\rt/.test(start)) {
    throw damaged('The file is not an RTF document.')
  }
  const pictures = new Pictures(keepImages)
  const reader = new RtfReader(pictures)
  const blocks = reader.read(bytes)
  return convertedText(blocks, { notes: reader.notes, pictures, metadata: reader.information.metadata() })
}

interface SideText {
  flow: BlockBuilder
  depth: number
  finish(blocks: Block[]): void
}

/** Reads RTF, once. */
class RtfReader {
  readonly notes = new Notes()
  readonly information = new Information()
  private readonly tables = new Tables()
  private readonly layouts = new RowLayouts()
  private readonly pictureReader: PictureReader
  private readonly states: State[] = []
  private state: State = FIRST_STATE
  private readonly asides: SideText[] = []
  private flow = new BlockBuilder()
  private codePage = 1252
  /** Bytes of text that wait for those that make one character with them. */
  private pending: number[] = []
  private leftFallback = 0
  private isOptional = false
  private label = ''
  private author = ''

  constructor(pictures: Pictures) {
    this.pictureReader = new PictureReader(pictures)
  }

  read(bytes: Uint8Array): Block[] {
    for (const token of tokensOf(bytes)) this.readToken(token)
    this.flushText()
    while (this.asides.length > 0) this.endAside()
    if (this.flow.hasLine()) this.endParagraph()
    return this.flow.end()
  }

  private readToken(token: Token): void {
    if (token.type === 'byte') return this.addBytes([token.value])
    if (token.type === 'text') return this.addBytes(token.bytes)
    this.flushText()
    if (token.type === 'open') this.openGroup()
    else if (token.type === 'close') this.closeGroup()
    else if (token.type === 'word') this.readWord(token.name, token.value)
    else if (token.type === 'sign') this.readSign(token.sign)
    else if (this.state.destination === 'picture') this.pictureReader.addBytes(token.bytes)
  }

  private openGroup(): void {
    if (this.states.length >= MAX_GROUPS)
      throw tooLarge('The document nests its groups too deeply to be read.')
    this.states.push(this.state)
    this.state = { ...this.state }
    // What stands twice counts where it is said to be in Unicode.
    if (this.state.word === 'upr') this.state = { ...this.state, destination: 'skipped', word: '' }
    this.leftFallback = 0
    this.isOptional = false
    if (this.state.destination === 'styles') this.tables.beginStyle()
  }

  private closeGroup(): void {
    const { destination, word } = this.state
    const before = this.states.pop()
    if (!before) return
    const isDestinationEnd = before.destination !== destination || before.word !== word
    if (isDestinationEnd && destination === 'picture' && word === 'pict') {
      const picture = this.pictureReader.finish()
      if (picture) this.flow.add(picture)
    }
    this.state = before
    this.leftFallback = 0
    const aside = this.asides.at(-1)
    if (aside && this.states.length < aside.depth) this.endAside()
  }

  private readWord(name: string, value: number | undefined): void {
    const isOptional = this.isOptional
    this.isOptional = false
    if (name === 'u') return this.addUnicode(value ?? 0)
    if (this.leftFallback > 0 && this.state.destination === 'text') this.leftFallback = 0
    if (name === 'ud') return this.beginUnicode()
    const destination = DESTINATIONS.get(name)
    if (destination !== undefined && this.state.destination !== 'skipped') return this.begin(name)
    if (SKIPPED.has(name) || (isOptional && destination === undefined)) {
      this.state.destination = 'skipped'
      return
    }
    if (name === 'uc') this.state.fallbackLength = Math.min(Math.max(value ?? 1, 0), MAX_FALLBACK)
    switch (this.state.destination) {
      case 'fonts':
        return this.tables.fontWord(name, value)
      case 'styles':
        return this.tables.styleWord(name, value)
      case 'lists':
        return this.tables.listWord(name, value)
      case 'overrides':
        return this.tables.overrideWord(name, value)
      case 'information':
        return this.information.word(this.state.word, name, value ?? 0)
      case 'picture':
        return this.pictureReader.word(name)
      case 'skipped':
      case 'frame':
        return
    }
    this.readTextWord(name, value)
  }

  private readTextWord(name: string, value: number | undefined): void {
    const character = CHARACTERS.get(name)
    if (character !== undefined) return this.addText(character)
    const changed = changeLetters(name, value, this.state) ?? changeParagraph(name, value, this.state)
    if (changed) return void (this.state = changed)
    const { depth } = this.state.paragraph
    if (name === 'par' || name === 'sect') this.endParagraph()
    else if (name === 'line') this.flow.add({ type: 'break' })
    else if (name === 'cell') this.endCell(1)
    else if (name === 'nestcell') this.endCell(Math.max(depth, 2))
    else if (name === 'row') this.flow.endRow(1, this.layouts.take('outer'))
    else if (name === 'nestrow') this.flow.endRow(Math.max(depth, 2), this.layouts.take('nested'))
    else if (name === 'ansicpg' && value !== undefined) this.codePage = value
    else if (name === 'mac') this.codePage = 10_000
    else this.layouts.word(name, value ?? 0, this.state.word === 'nesttableprops' ? 'nested' : 'outer')
  }

  private begin(word: string): void {
    const destination = DESTINATIONS.get(word)!
    this.state.word = word
    if (destination !== 'same') this.state.destination = destination
    if (word === 'field') this.state.field = { instruction: '' }
    else if (word === 'fldrslt')
      this.state.href = linkOfField(this.state.field?.instruction ?? '') ?? this.state.href
    else if (word === 'listtext' || word === 'pntext') this.label = ''
    else if (word === 'atnauthor') this.author = ''
    else if (word === 'pict') this.pictureReader.begin()
    else if (word === 'sn' || word === 'sv') this.pictureReader.beginProperty(word)
    else if (word === 'footnote')
      this.beginAside((blocks) => this.flow.add(this.notes.note(blocks, () => blocks)))
    else if (word === 'annotation') {
      this.beginAside((blocks) => this.addComment(blocks))
    } else if (word === 'shptxt') {
      const { depth } = this.state.paragraph
      this.beginAside((blocks) => this.flow.addBlocks(depth, blocks))
    }
  }

  private beginUnicode(): void {
    if (this.states.at(-1)?.word !== 'upr') return
    const { destination, word } = this.states.at(-2) ?? FIRST_STATE
    this.state.destination = destination
    this.state.word = word
  }

  private addComment(blocks: Block[]): void {
    this.flow.add(this.notes.comment(blocks, this.author, () => blocks))
    this.author = ''
  }

  private beginAside(finish: SideText['finish']): void {
    if (this.asides.length >= MAX_ASIDES) return
    const around = this.flow
    const flow = new BlockBuilder()
    this.asides.push({
      flow,
      depth: this.states.length,
      finish: (blocks) => {
        this.flow = around
        finish(blocks)
      },
    })
    this.flow = flow
    this.state.paragraph = FIRST_STATE.paragraph
    this.state.marks = {}
  }

  private endAside(): void {
    const { finish } = this.asides.pop()!
    if (this.flow.hasLine()) this.endParagraph()
    finish(this.flow.end())
  }

  private readSign(sign: string): void {
    if (sign === '*') this.isOptional = true
    else if (sign === '~') this.addText('\u00a0')
    else if (sign === '_') this.addText('-')
    else if (sign === '\n' || sign === '\r') this.readWord('par', undefined)
    else if (sign === '\\' || sign === '{' || sign === '}') this.addBytes([sign.charCodeAt(0)])
  }

  /** Characters beyond the code page. Those after it say the same again, for older readers. */
  private addUnicode(value: number): void {
    this.addText(String.fromCharCode(value < 0 ? value + 0x1_0000 : value))
    this.leftFallback = this.state.fallbackLength
  }

  private addBytes(bytes: ArrayLike<number>): void {
    if (this.state.destination === 'picture') return this.pictureReader.addDigits(bytes)
    if (this.state.destination === 'skipped') return
    let at = 0
    for (; at < bytes.length && this.leftFallback > 0; at++) this.leftFallback--
    for (; at < bytes.length; at++) this.pending.push(bytes[at]!)
    if (this.pending.length > MAX_PENDING) this.flushText()
  }

  private flushText(): void {
    if (this.pending.length === 0) return
    const bytes = Uint8Array.from(this.pending)
    this.pending = []
    const font = this.tables.fonts.get(this.state.font)
    const isSymbols = font !== undefined && /^(?:symbol|wingdings)/i.test(font.name)
    const codePage = isSymbols ? 28_591 : (font?.codePage ?? this.codePage)
    this.addText(decodeCodePage(bytes, codePage))
  }

  private addText(text: string): void {
    const { destination, marks, isHidden, font, href, field, word } = this.state
    if (destination === 'text' && !isHidden) {
      const shown = symbolText(text, this.tables.fonts.get(font)?.name)
      this.flow.add({ type: 'text', text: shown, marks: href === undefined ? marks : { ...marks, href } })
    } else if (destination === 'label') this.label += text
    else if (destination === 'author') this.author += text
    else if (destination === 'instruction') {
      if (field && field.instruction.length < MAX_INSTRUCTION) field.instruction += text
    } else if (destination === 'fonts') this.tables.fontName(text)
    else if (destination === 'styles') this.tables.styleName(text)
    else if (destination === 'information') this.information.text(word, text)
    else if (destination === 'property name' || destination === 'property value')
      this.pictureReader.propertyText(text)
  }

  private endCell(depth: number): void {
    if (this.flow.hasLine() || this.label !== '') this.endParagraph(depth)
    this.flow.endCell(depth)
  }

  private endParagraph(minDepth = 0): void {
    const depth = Math.max(this.state.paragraph.depth, minDepth)
    this.flow.endParagraph(depth, (content) => paragraphOf(content, this.state, this.tables, this.label))
    this.label = ''
  }
}

const MAX_GROUPS = 10_000
const MAX_FALLBACK = 100
const MAX_ASIDES = 20
const MAX_PENDING = 65_536
const MAX_INSTRUCTION = 10_000

function paragraphOf(content: Inline[], state: State, tables: Tables, label: string): Paragraph {
  const { style: number, outlineLevel, level } = state.paragraph
  const style = tables.styles.get(number ?? 0)
  const name = style?.name ?? ''
  const outline = outlineLevel ?? style?.outlineLevel
  const marker = content.length === 0 ? undefined : markerIn(state, tables, label)
  return {
    kind: 'paragraph',
    style: roleOfName(name) ?? 'text',
    content,
    headingLevel: headingLevelOf(name) ?? (outline !== undefined && outline < 9 ? outline + 1 : undefined),
    isMonospaced: isMonospaced(tables.fonts.get(state.font)?.name ?? ''),
    item: marker && { level, marker },
  }
}

function markerIn({ paragraph: { list, level } }: State, tables: Tables, label: string): Marker | undefined {
  if (label.trim() !== '') return markerOfLabel(label)
  return list !== undefined && list > 0 ? tables.countedMarker(list, level) : undefined
}

type Token =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'word'; name: string; value: number | undefined }
  /** A control sign such as `\~`. */
  | { type: 'sign'; sign: string }
  | { type: 'byte'; value: number }
  | { type: 'text'; bytes: Uint8Array }
  | { type: 'binary'; bytes: Uint8Array }

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

function* tokensOf(bytes: Uint8Array): Generator<Token> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (byte === OPEN) {
      at++
      yield { type: 'open' }
    } else if (byte === CLOSE) {
      at++
      yield { type: 'close' }
    } else if (byte === BACKSLASH) {
      const { token, end } = controlAt(bytes, at + 1)
      at = end
      if (token?.type === 'word' && token.name === 'bin') {
        const length = Math.min(Math.max(token.value ?? 0, 0), bytes.length - at)
        yield { type: 'binary', bytes: bytes.subarray(at, at + length) }
        at += length
      } else if (token) yield token
    } else if (isLineEnd(byte)) at++
    else {
      const start = at
      while (at < bytes.length && !isSpecial(bytes[at]!)) at++
      yield { type: 'text', bytes: bytes.subarray(start, at) }
    }
  }
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0
}

function isSpecial(byte: number): boolean {
  return byte === BACKSLASH || byte === OPEN || byte === CLOSE || isLineEnd(byte)
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

function controlAt(bytes: Uint8Array, start: number): { token: Token | undefined; end: number } {
  let at = start
  const first = bytes[at]
  if (first === undefined) return { token: undefined, end: at }
  if (!isLetter(first)) {
    if (first !== 0x27) return { token: { type: 'sign', sign: String.fromCharCode(first) }, end: at + 1 }
    const value = Number.parseInt(latin(bytes, at + 1, at + 3), 16)
    return { token: Number.isNaN(value) ? undefined : { type: 'byte', value }, end: at + 3 }
  }
  while (at < bytes.length && at - start < MAX_NAME && isLetter(bytes[at]!)) at++
  const name = latin(bytes, start, at)
  const digits = at
  if (bytes[at] === 0x2d) at++
  while (at < bytes.length && at - digits < MAX_DIGITS && isDigit(bytes[at]!)) at++
  const value = at > digits ? Number.parseInt(latin(bytes, digits, at), 10) : Number.NaN
  // One space belongs to the word.
  if (bytes[at] === 0x20) at++
  return { token: { type: 'word', name, value: Number.isNaN(value) ? undefined : value }, end: at }
}

const MAX_NAME = 40
const MAX_DIGITS = 11

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
