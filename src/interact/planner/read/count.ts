import { contentWords, stemOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords } from '../page/records.ts'
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
  const said =
    saidNumber(
      stems,
      fresh.elements.map(({ ownText, text }) => (text.length < 120 ? text : ownText)),
    ) ??
    saidNumber(
      stems,
      tree.elements.map(({ text, ownText }) => (text.length < 120 ? text : ownText)),
    )
  if (said !== undefined) return said
  const only = onlyNumber(fresh, tree)
  if (only !== undefined && stems.length > 0 && !areCalled(things, mainRecords(tree), tree)) return only
  const records = mainRecords(tree)
  return records.length > 0 && (stems.length === 0 || areCalled(things, records, tree))
    ? String(records.length)
    : undefined
}

/** `5 products found`, `Items left: 3`: a number beside the noun. */
function saidNumber(stems: readonly string[], texts: readonly string[]): string | undefined {
  const [noun] = stems
  if (noun === undefined) return undefined
  const found = new Set(
    texts.flatMap((text) => {
      const words = text.match(/\d[\d,.]*|[\p{L}'-]+/gu) ?? []
      return words.flatMap((word, at) => {
        if (!/^\d/.test(word)) return []
        const near = [
          ...words.slice(at + 1, at + 4),
          ...(text.includes(':') ? words.slice(Math.max(0, at - 3), at) : []),
        ]
        const nearStems = near.map((one) => stemOf(one.toLowerCase()))
        return nearStems.includes(noun) &&
          !/^\d/.test(words[at + 1] ?? '') &&
          !/\bof\s+\d|\d+\s*[–-]\s*\d+/.test(text)
          ? [word.replace(/[.,]$/, '')]
          : []
      })
    }),
  )
  return found.size === 1 ? [...found][0] : undefined
}

/** The only number in the new text. */
function onlyNumber(fresh: Fresh, tree: PageTree): string | undefined {
  if (fresh.isNewPage || fresh.elements.length > 3) return undefined
  const numbers = new Set(
    fresh.elements.flatMap((element) =>
      tree.parent(element)?.editable ? [] : (element.ownText.match(/\d[\d,]*/g) ?? []),
    ),
  )
  return numbers.size === 1 ? [...numbers][0] : undefined
}
