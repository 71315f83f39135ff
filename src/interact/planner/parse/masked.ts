/** An instruction in which every text that must stay whole is one word, so no full stop or comma inside it ends a clause. */
export interface Masked {
  text: string
  /** A part of the masked text as the caller wrote it, without quotes. */
  plain(part: string): string
}

/** One whole text of a masked instruction, as a source for patterns. */
export const WHOLE = '[\\ue000\\ue001]\\d+\\ue002'
/** A whole text that the caller put in quotes. */
export const QUOTED = '\\ue001\\d+\\ue002'

const MONTH = `(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`

/** Quotes, URLs, e-mail addresses, dates, numbers, file names. Quotes come first: all others may be inside them. */
const WHOLES = new RegExp(
  [
    /"([^"\n]+)"|“([^“”\n]+)[”“]|`([^`\n]+)`|«([^«»\n]+)»|„([^„“”\n]+)[“”]/,
    /(?<![\p{L}\p{N}])['‘]([^'‘’\n]+(?:['’]\p{L}[^'‘’\n]*)*)['’](?![\p{L}\p{N}])/u,
    /\bhttps?:\/\/[^\s"'<>]+[^\s"'<>.,;:!?)]/,
    /[\w.+-]+@[\w-]+(?:\.[\w-]+)*/,
    new RegExp(`\\b\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}\\b(?:,?\\s+\\d{4}\\b)?`, 'i'),
    new RegExp(`\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?\\b(?:,?\\s+\\d{4}\\b)?`, 'i'),
    /[£$€¥]?\d+(?:[.,:/-]\d+)+[%]?|[£$€¥]\d+/,
    /[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,5}(?![\p{L}\p{N}])/u,
    /\b\d+\.\p{L}\b/u,
    // A password: letters, digits and a sign at the end.
    /(?<!\S)(?=\S*\d)(?=\S*\p{L})[\p{L}\p{N}._-]+[!?#$%^&*]+(?=[\s,]|$)/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'giu',
)

export function mask(prompt: string): Masked {
  const texts: string[] = []
  const clean = prompt.replaceAll(/[\ue000-\ue003]/g, '')
  const text = clean.replaceAll(ABBREVIATION, undotted).replace(WHOLES, (whole, ...rest: unknown[]) => {
    const quoted = rest.slice(0, QUOTE_GROUPS).find((group) => typeof group === 'string')
    const number = texts.push(quoted ?? whole) - 1
    return `${quoted === undefined ? '\ue000' : '\ue001'}${number}\ue002`
  })
  const unmasked = (part: string) =>
    part.replace(/[\ue000\ue001](\d+)\ue002/g, (_whole, at: string) => texts[Number(at)]!)
  return { text, plain: (part) => unmasked(part).replaceAll(DOT, '.').trim() }
}

const QUOTE_GROUPS = 6
const ABBREVIATION = /\b(?:Dr|Mr|Mrs|Ms|Prof|St|vs|e\.g|i\.e|a\.m|p\.m)\.|\bNo\.(?=\s?\d)/g
/** Stands for the full stop of an abbreviation, which ends no sentence. */
const DOT = '\ue003'
const undotted = (short: string) => short.replaceAll('.', DOT)
