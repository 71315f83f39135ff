import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { asksWhatCame, isOfKind, kindAsked } from './kind-asked.ts'
import { valueBeside } from './value-beside.ts'

const SMALL = new Set(
  'what which when where who how is are was does do did the a an of for to in on at my me it its i get give tell read show there this that and or about long much many far cost costs per'.split(
    ' ',
  ),
)

/** The words of a question that say what it is about. */
function subjectOf(question: string): string[] {
  return wordsOf(question)
    .filter((word) => !SMALL.has(word))
    .map(stemOf)
}

/** The value beside the label that a question names, or in the table at its row and column; undefined when there is none. */
export function pairIn(question: string, tree: PageTree): string | undefined {
  const subject = subjectOf(question)
  if (subject.length === 0) return undefined
  return cellIn(subject, tree) ?? labelled(subject, tree)
}

function labelled(subject: readonly string[], tree: PageTree): string | undefined {
  let best: { value: string; share: number } | undefined
  for (const element of tree.elements) {
    if (element.ownText === '' || element.ownText.length > 60) continue
    const inline = /^([^:]{2,40}):\s*(\S.*)$/.exec(element.text)
    const label = inline ? inline[1]! : element.text
    const value = inline ? inline[2]! : valueBeside(element, tree)
    const words = wordsOf(label).map(stemOf)
    if (value === undefined || words.length === 0) continue
    const hits = words.filter((word) => subject.includes(word)).length
    const share = (hits / words.length) * (hits / subject.length)
    if (share > 0.45 && share > (best?.share ?? 0)) best = { value, share }
  }
  return best?.value
}

/** In a table: the cell where the row and the column meet that the question names. */
function cellIn(subject: readonly string[], tree: PageTree): string | undefined {
  for (const table of tree.elements.filter((element) => /^(table|grid)$/.test(element.role))) {
    const rows = tree
      .descendants(table)
      .filter((element) => element.role === 'row')
      .map((row) => tree.children(row))
    const [head, ...body] = rows
    if (!head || body.length === 0) continue
    const column = bestIndex(
      head.slice(1).map((cell) => cell.text),
      subject,
    )
    const row = bestIndex(
      body.map((cells) => cells[0]?.text ?? ''),
      subject,
    )
    const cell = column >= 0 && row >= 0 ? body[row]?.[column + 1] : undefined
    if (cell?.text) return cell.text
  }
  return undefined
}

function bestIndex(texts: readonly string[], subject: readonly string[]): number {
  const scores = texts.map((text) => {
    const words = wordsOf(text).map(stemOf)
    return words.length === 0 ? 0 : words.filter((word) => subject.includes(word)).length / words.length
  })
  const best = Math.max(0, ...scores)
  return best >= 0.5 ? scores.indexOf(best) : -1
}

/**
 * The text that has most of what the question is about and says more than the question does: of what has just come up
 * first. Where nothing speaks of it, the only text of the kind that was asked for.
 */
export function nearestText(question: string, fresh: readonly string[], tree: PageTree): string | undefined {
  const subject = subjectOf(question)
  const kind = kindAsked(question)
  const shown = tree.elements.filter((element) => element.ownText !== '' && !element.editable)
  const all = [...fresh, ...shown.map((element) => element.text)]
  let best: { text: string; hits: number } | undefined
  for (const [index, text] of all.entries()) {
    if (text.length > 300 || !isOfKind(text, kind)) continue
    const words = new Set(wordsOf(text).map(stemOf))
    const named = subject.filter((word) => words.has(word)).length
    if (named < subject.length / 2 || ![...words].some((word) => !subject.includes(word))) continue
    const hits = named + (index < fresh.length ? 0.5 : 0) - text.length / 1000
    if (hits > (best?.hits ?? 0.9)) best = { text, hits }
  }
  if (best) return best.text
  const came = kind || asksWhatCame(question) ? fresh.filter((text) => isOfKind(text, kind)) : []
  return only(came) ?? (kind && only(shown.map((one) => one.ownText).filter((text) => isOfKind(text, kind))))
}

function only(texts: readonly string[]): string | undefined {
  const different = new Set(texts)
  return different.size === 1 ? texts[0] : undefined
}
