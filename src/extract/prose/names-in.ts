const TITLE = String.raw`(?:(?:Prof|Dr|Mr|Mrs|Ms|Ing|Dipl|Mag|M|Mme|Sr|Sra|St|Dott|Avv|Dra)\.?\s+(?:-?(?:Ing|med|rer|nat|phil|h\. ?c)\.?\s+)?){0,3}`
const PART = String.raw`\p{Lu}[\p{Ll}\p{M}'’]+(?:-\p{Lu}[\p{Ll}\p{M}'’]+)?`
const NAME = new RegExp(
  String.raw`${TITLE}(?:${PART}|\p{Lu}\.)(?:\s+(?:van|von|de|der|den|di|da|del|la|le|bin|al|O['’])){0,2}(?:\s+(?:${PART}|\p{Lu}\.)){1,3}`,
  'gu',
)
/** Words with a capital that begin no name. */
const NO_NAME =
  /^(?:The|This|That|Our|Its|It|We|By|In|On|At|For|From|Since|After|Before|When|Today|See|Former|Der|Die|Das|Ein|Eine|Im|Am|Von|Seit|Heute|Ihr|Sein|Unser\p{L}*|Le|La|Les|Un|Une|En|Au|Par|Il|Elle|Notre|Depuis|El|Los|Las|Su|Por|Desde|Nuestr\p{L}|De|Het|Een|Door|Sinds|Herr|Herrn|Frau|Monsieur|Madame|Señor|Señora|Signor|Signora|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$/u
/** What a noun with a capital stands behind in German, where it is no part of the name that follows. */
const BEFORE_NOUN =
  /(?<!\p{L})(?:sein|ihr|unser|mein|sein(?:e[rmn]?)|ihr(?:e[rmn]?)|unser(?:e[rmn]?)|de[rmn]|die|das|zum|zur|als)\s$/u

export interface FoundName {
  name: string
  at: number
  end: number
}

/** What looks like the names of people in a sentence. */
export function namesIn(sentence: string): FoundName[] {
  return [...sentence.matchAll(NAME)].flatMap((match) => {
    const end = match.index + match[0].length
    let name = match[0]
    let at = match.index
    const cut = () => {
      const first = name.split(' ', 1)[0]!
      at += first.length + 1
      name = name.slice(first.length + 1)
    }
    while (NO_NAME.test(name.split(' ', 1)[0]!) && name.includes(' ')) cut()
    if (
      name.split(' ').length > 2 &&
      !name.includes('.') &&
      BEFORE_NOUN.test(sentence.slice(Math.max(0, at - 8), at))
    )
      cut()
    return name.includes(' ') ? [{ name, at, end }] : []
  })
}
