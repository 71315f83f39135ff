import type { ReadablePage } from '../page.ts'
import type { Question } from './question.ts'
import type { PageText } from './read-page.ts'

/** Who wrote the page, for a question that asks just that: its byline, else what it declares. */
export function bylineFor(question: Question, page: ReadablePage, { blocks }: PageText): string | undefined {
  if (question.wants[0]?.kind !== 'person' || !asksForAuthor(question)) return undefined
  const line = blocks
    .slice(0, FIRST_BLOCKS)
    .find(({ text }) => text.length <= LONGEST_BYLINE && BYLINE.test(text))
  if (line) return line.text.replaceAll('\n', ' ')
  const declared = page.landmarks.find(
    ({ name, attribs }) => name === 'meta' && /^author$/i.test(attribs['name'] ?? ''),
  )
  return declared?.attribs['content']?.trim().slice(0, LONGEST_BYLINE) || undefined
}

const FIRST_BLOCKS = 40
const LONGEST_BYLINE = 120
const BYLINE =
  /^(?:(?:[Ww]ritten )?[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]i|[Dd]oor|[Aa]v|[Aa]utor(?:in)?:|[Aa]uthor:|[Aa]uteur\s?:|Автор:|Yazan:|作者[:：]|文[:：=＝]|글[:：]?) ?\p{L}/u

/** Every word speaks of the page or of writing it. */
function asksForAuthor({ terms }: Question): boolean {
  const isWriting = (roots: readonly string[]) => roots.some((root) => WRITING.test(root))
  return (
    terms.some(({ isMeta }) => isMeta) &&
    terms.some(({ roots }) => isWriting(roots)) &&
    terms.every(({ isMeta, roots }) => isMeta || isWriting(roots))
  )
}

const WRITING =
  /^(?:writ|wrote|autho|autor|schre|verfa|ecri|auteu|escri|scriv|scrit|escre|schri|skriv|napis|напис|автор|yaz|作者|著者)/
