const TITLE = String.raw`(?:(?:Prof|Dr|Mr|Mrs|Ms|Ing|Dipl|Mag|M|Mme|Sr|Sra|St)\.?\s+(?:-?(?:Ing|med|rer|nat|phil|h\. ?c)\.?\s+)?){0,3}`
const PART = String.raw`\p{Lu}[\p{Ll}\p{M}'’]+(?:-\p{Lu}[\p{Ll}\p{M}'’]+)?`
const NAME = new RegExp(
  String.raw`${TITLE}(?:${PART}|\p{Lu}\.)(?:\s+(?:van|von|de|der|den|di|da|del|la|le|bin|al|O['’])){0,2}(?:\s+(?:${PART}|\p{Lu}\.)){1,3}`,
  'gu',
)
/** Words with a capital that begin no name. */
const NO_NAME =
  /^(?:The|This|That|Our|Its|It|We|In|On|At|For|From|Since|After|Before|When|Today|See|Der|Die|Das|Ein|Eine|Im|Am|Seit|Heute|Ihr|Sein|Unser\p{L}*|Le|La|Les|Un|Une|En|Au|Il|Elle|Notre|El|Los|Las|Su|Nuestr\p{L}|Herr|Frau|Monsieur|Madame|January|February|March|April|May|June|July|August|September|October|November|December)$/u

export interface FoundName {
  name: string
  at: number
  end: number
}

/** What looks like the names of people in a sentence. */
export function namesIn(sentence: string): FoundName[] {
  return [...sentence.matchAll(NAME)].flatMap((match) => {
    let name = match[0]
    let at = match.index
    for (let first = name.split(' ', 1)[0]!; NO_NAME.test(first); first = name.split(' ', 1)[0]!) {
      at += first.length + 1
      name = name.slice(first.length + 1)
      if (!name.includes(' ')) return []
    }
    return [{ name, at, end: match.index + match[0].length }]
  })
}
