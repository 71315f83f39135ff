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
  return LABELS.get(codePage) ?? 'windows-1252'
}

const LABELS: ReadonlyMap<number, string> = new Map([
  [866, 'ibm866'],
  [874, 'windows-874'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [10_000, 'macintosh'],
  [10_001, 'shift_jis'],
  [10_007, 'x-mac-cyrillic'],
  [20_866, 'koi8-r'],
  [28_591, 'iso-8859-1'],
  [28_592, 'iso-8859-2'],
  [54_936, 'gb18030'],
  [65_001, 'utf-8'],
])

/** The code page of a character set, as fonts number them. */
export function codePageOfCharset(charset: number): number | undefined {
  return CHARSETS.get(charset)
}

const CHARSETS: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
])
