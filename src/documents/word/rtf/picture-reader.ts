import type { Pictures } from '../../pictures.ts'
import { shownPicture } from '../block.ts'
import type { Inline } from '../block.ts'
import WORDS from './words.json' with { type: 'json' }

/** Reads one picture after the other: digits, or bytes, and what is said about them. */
export class PictureReader {
  private readonly pictures: Pictures
  private type = ''
  private alt = ''
  private propertyName = ''
  private property: 'sn' | 'sv' = 'sn'
  private digits: string[] = []
  private bytes: Uint8Array | undefined

  constructor(pictures: Pictures) {
    this.pictures = pictures
  }

  begin(): void {
    this.type = ''
    this.alt = ''
    this.digits = []
    this.bytes = undefined
  }

  word(name: string): void {
    this.type = TYPES.get(name) ?? this.type
  }

  addDigits(bytes: ArrayLike<number>): void {
    if (this.pictures.areKept) this.digits.push(Buffer.from(bytes).toString('latin1'))
  }

  addBytes(bytes: Uint8Array): void {
    this.bytes = bytes
  }

  beginProperty(word: 'sn' | 'sv'): void {
    this.property = word
    if (word === 'sn') this.propertyName = ''
  }

  propertyText(text: string): void {
    if (this.property === 'sn') this.propertyName += text
    else if (this.propertyName === 'wzDescription') this.alt += text
  }

  finish(): Inline | undefined {
    const bytes = this.bytes ?? Buffer.from(this.digits.join('').replace(/[^0-9a-f]/gi, ''), 'hex')
    this.digits = []
    const { type, alt } = this
    if (type === '') return undefined
    return shownPicture(this.pictures, { type, alt, bytes: bytes.length > 0 ? bytes : undefined })
  }
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.pictures))
