import { escapeAttribute } from './markup.ts'
import MEDIA_TYPES from './media-types.json' with { type: 'json' }

/**
 * The pictures of one document as markup: whole where they are wanted, else their description with the sign that there
 * is a picture.
 */
export class Pictures {
  readonly areKept: boolean
  private undescribed = 0
  /** A picture can be shown any number of times, and is written each time. */
  private leftBytes = MAX_BYTES

  constructor(areKept: boolean) {
    this.areKept = areKept
  }

  show({ type, alt, bytes }: Picture): string {
    if (descriptionOf(alt) === '') this.undescribed++
    return pictureHtml(this.addressOf(type, bytes), alt)
  }

  /** The address of a picture that holds all of it, when that is wanted and there is room. */
  addressOf(type: string, bytes: Uint8Array | undefined): string {
    if (!this.areKept || !bytes || bytes.length > this.leftBytes) return `data:${type};base64...`
    this.leftBytes -= bytes.length
    const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
    return `data:${type};base64,${data}`
  }

  /** The same for an address that holds the picture already. */
  dataAddress(address: string): string {
    if (!this.areKept || address.length > this.leftBytes) return `${address.split(',', 1)[0]}...`
    this.leftBytes -= address.length
    return address
  }

  /** The same for a part of an archive, whose bytes are only asked for when they are needed. */
  async showPart(name: string, alt: string, read: () => Promise<Uint8Array | undefined>): Promise<string> {
    const bytes = this.areKept && this.leftBytes > 0 ? await read() : undefined
    return this.show({ type: pictureType(name), alt, bytes })
  }

  /** What to say about a document of which this is all that can be read. */
  warnings(html: string): string[] {
    const isBare = this.undescribed > 0 && html.replace(/<[^>]*>/g, '').trim() === ''
    return isBare && !/alt="[^"]/.test(html)
      ? ['The document holds only pictures without a description, which were not read.']
      : []
  }
}

/** A picture as a document has it. */
export interface Picture {
  type: string
  alt: string
  bytes: Uint8Array | undefined
}

const MAX_BYTES = 64 * 1024 * 1024

/** A picture that stands at an address. */
export function pictureHtml(address: string, alt: string): string {
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(descriptionOf(alt))}">`
}

/** What somebody said about a picture, and not where it came from. */
export function descriptionOf(alt: string): string {
  const text = alt.slice(0, MAX_DESCRIPTION).replace(MACHINE_REMARK, '').replace(/\s+/g, ' ').trim()
  return PLACE.test(text) ? '' : text
}

const MAX_DESCRIPTION = 2000

const PLACE =
  /^(?:(?:https?|file):\S*|[a-z]:\\.*|\\\\.*|[^\s/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|webp|svg))$/i

/** Word warns below a description that it wrote itself, in the language of its user. */
const MACHINE_REMARK = /\n[^\S\n]*\n[^\n]*(?:\b[AK]I\b|\bIA\b|AI)[^\n]*$/

/** The type of a picture by the name of its file. */
export function pictureType(fileName: string): string {
  const extension = /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  return TYPES.get(extension) ?? 'image/png'
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(MEDIA_TYPES.pictures))
