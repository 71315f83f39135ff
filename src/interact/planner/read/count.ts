import { contentWords, stemOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords } from '../page/records.ts'
import { withLabel } from './fresh.ts'
import type { Fresh } from './fresh.ts'
import { areCalled } from './records.ts'

const COUNT =
  /^(?:please\s+)?(?:how many|(?:the\s+)?(?:total\s+)?number of|(?:the\s+)?count(?: of)?|count(?: up)?)\b\s*(?<rest>.*)$/i

/** The words that a question counts; undefined if it does not ask for a number of things. */
export function countAsked(question: string): string | undefined {
  const rest = COUNT.exec(question.trim())?.groups?.['rest']
  return rest
    ?.replace(
      /\b(?:are|is|were|was|there|in total|now|left|shown|listed|found|available|do|does|did|can|you|see|have|has|it|the|all|afterwards|then|altogether|on the page|remaining|remain)\b/gi,
      ' ',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

/** How many things there are: as the page says it, else by counting the entries of its list. */
export function countOf(things: string, fresh: Fresh, tree: PageTree): string | undefined {
  const stems = contentWords(things).map(stemOf)
  const blocks = fresh.isNewPage
    ? []
    : fresh.elements.map((element) =>
        /\p{L}/u.test(element.ownText) ? element.ownText : withLabel(element, tree).text,
      )
  const said = saidNumber(stems, blocks)
  if (said.state === 'found') return said.number
  const everywhere = saidNumber(
    stems,
    tree.elements.map(({ text }) => text),
  )
  if (everywhere.state === 'found') return everywhere.number
  if (said.state === 'unclear' || everywhere.state === 'unclear') return undefined
  const records = mainRecords(tree)
  if (records.length > 0 && (stems.length === 0 || areCalled(things, records, tree)))
    return String(records.length)
  return onlyNumber(fresh)
}

type Said = { state: 'found'; number: string } | { state: 'missing' | 'unclear' }

const LONGEST = 80

/** `5 products found`, `Items left: 3`, `Orders 1,012`: the only number of a text with the noun, in as many of the words as possible. */
function saidNumber(stems: readonly string[], texts: readonly string[]): Said {
  const found = texts.flatMap((text) => {
    const numbers = text.match(/\d[\d,.]*/g) ?? []
    if (numbers.length !== 1 || text.length > LONGEST) return []
    const words = new Set(contentWords(text).map(stemOf))
    const shared = stems.filter((stem) => words.has(stem)).length
    return shared === 0 ? [] : [{ number: numbers[0].replace(/[.,]$/, ''), shared }]
  })
  const most = Math.max(0, ...found.map(({ shared }) => shared))
  const numbers = new Set(found.filter(({ shared }) => shared === most).map(({ number }) => number))
  if (numbers.size === 0) return { state: 'missing' }
  return numbers.size === 1 ? { state: 'found', number: [...numbers][0]! } : { state: 'unclear' }
}

/** The only number in the new text. */
function onlyNumber(fresh: Fresh): string | undefined {
  if (fresh.isNewPage || fresh.elements.length > 3) return undefined
  const numbers = new Set(fresh.elements.flatMap(({ ownText }) => ownText.match(/\d[\d,]*/g) ?? []))
  return numbers.size === 1 ? [...numbers][0] : undefined
}
