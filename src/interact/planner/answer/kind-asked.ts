/** What sort of thing a question asks for; undefined where anything may answer it. */
export type KindAsked = 'money' | 'moment' | 'number'

const ASKED: readonly (readonly [RegExp, KindAsked])[] = [
  [/\bhow (many|often)\b|\b(number|amount|count) of\b|\bhow (old|tall|heavy)\b/i, 'number'],
  [
    /\b(price|prices|cost|costs|fee|fees|fare|how much (is|are|does|do|will|would|for)|how expensive|preis|prix|precio|prezzo|prijs|preço)\b/i,
    'money',
  ],
  [/\bwhen\b|\bwhat (date|day|time|year|month)\b|\b(date|deadline)\b|\bhow soon\b/i, 'moment'],
]

export function kindAsked(question: string): KindAsked | undefined {
  return ASKED.find(([pattern]) => pattern.test(question))?.[1]
}

const MONEY =
  /[$€£¥₹]\s*\d|\d[\d.,\s]*\s*([$€£¥₹]|(usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?|cents?)\b)|\b(usd|eur|gbp|chf|jpy)\s*\d|\b(free|gratis|kostenlos|gratuit|on request|sold out)\b/i
const MOMENT =
  /\b\d{4}\b|\b\d{1,2}[:./-]\d{1,2}\b|\b\d{1,2}\s*[ap]\.?m\b|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*\b|\b(mon|tues?|wednes|thurs?|fri|satur|sun)(day)?s?\b|\b(today|tonight|tomorrow|yesterday|now|soon|never|daily|weekly|noon|midnight|morning|afternoon|evening)\b|\b\d+\s*(second|minute|hour|day|week|month|year)s?\b/iu
const NUMBER =
  /\d|\b(no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice)\b/i

const FITS: Record<KindAsked, RegExp> = { money: MONEY, moment: MOMENT, number: NUMBER }

/** Whether a text has something of the kind in it that was asked for. */
export function isOfKind(text: string, kind: KindAsked | undefined): boolean {
  return kind === undefined || FITS[kind].test(text)
}

/** Asks for whatever came of something, rather than for a thing that has a name. */
export function asksWhatCame(question: string): boolean {
  return /\b(says?|said|shows?|shown|displays?|displayed|reads?|happen(s|ed)?|message|result|confirmation|response|reply|answer|notice|output|outcome|error|status|code|comes? (up|back)|you (see|get)|appear(s|ed)?)\b/i.test(
    question,
  )
}
