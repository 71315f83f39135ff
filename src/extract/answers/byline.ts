import { shippedModel } from '../choose/model.ts'
import { personIn } from '../choose/names.ts'
import { chooseScalars } from '../choose/scalars.ts'
import type { ReadablePage } from '../page.ts'
import type { Question } from './question.ts'

/** Who wrote the page, for a question that asks just that. */
export function bylineFor(question: Question, page: ReadablePage): string | undefined {
  if (question.wants[0]?.kind !== 'person' || !asksForAuthor(question)) return undefined
  const { chosen } = chooseScalars(page, [AUTHOR], { reading: {}, model: shippedModel() })
  const author = chosen.get(AUTHOR)
  if (!author) return undefined
  const name = String(author.value)
  return author.confidence > (personIn(name) >= 0.5 ? LEAST : SURE) ? name : undefined
}

const AUTHOR = { name: 'author', type: 'string' } as const
const SURE = 0.5
/** The same of what is likely the name of a person. */
const LEAST = 0.25

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
