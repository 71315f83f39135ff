import CODE_PAGES from './code-pages.json' with { type: 'json' }

/** Decodes text of a code page as Windows numbers them; what is not known is read as Western European. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  // All code pages agree on these, and most text has no other.
  if (bytes.every((byte) => byte < 0x80))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  let decoder = DECODERS.get(codePage)
  if (!decoder) {
    decoder = new TextDecoder(labelOf(codePage))
    DECODERS.set(codePage, decoder)
  }
  return decoder.decode(bytes)
}

/** One for each code page that was asked for, of which there are few. */
const DECODERS = new Map<number, InstanceType<typeof TextDecoder>>()

function labelOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  return LABELS.get(String(codePage)) ?? 'windows-1252'
}

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(CODE_PAGES.labels))

/** The code page of a character set, as fonts number them. */
export function codePageOfCharset(charset: number): number | undefined {
  return CHARSETS.get(String(charset))
}

const CHARSETS: ReadonlyMap<string, number> = new Map(Object.entries(CODE_PAGES.charsets))

/** The code page of the documents of a language, as Windows numbers its primary languages. */
export function codePageOfLanguage(language: number): number | undefined {
  return LANGUAGES.get(String(language))
}

const LANGUAGES: ReadonlyMap<string, number> = new Map(Object.entries(CODE_PAGES.languages))
