import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../match/kinds.ts'
import { plain, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import type { Scene } from '../scene.ts'
import { asksForErrors, errorsIn, freshTexts, whatCame } from './came-up.ts'
import { factsOf } from './facts.ts'
import type { Fact } from './facts.ts'
import { judge } from './judge.ts'
import type { Judged } from './judge.ts'
import type { Question } from './question.ts'
import { offersAsked, optionsAsked } from './offered.ts'
import { countAsked, countShown, partsAsked, thingAt, thingsAsked } from './things-asked.ts'

/** What a page says to a question, and whether all of the question is answered by it. */
export interface Finding {
  text: string
  sure: boolean
  /** Words of the question that it has nothing to do with. */
  open: readonly string[]
  /** The one thing that it is about. */
  element?: ViewElement
  /** Where it stands. */
  near?: ViewElement
}

/** The best answer among what a page says. */
export function findAnswer(
  question: Question,
  tree: PageTree,
  scene: Scene,
  chosen: readonly string[] = [],
  near?: ViewElement,
): Finding | undefined {
  const fresh = freshTexts(tree, scene)
  const came =
    errorsIn(question, tree, fresh) ?? optionsAsked(question, tree) ?? whatCame(question, tree, fresh)
  if (came !== undefined) return { text: came, sure: true, open: [] }
  if (asksForErrors(question)) return undefined
  const things =
    question.kind === 'number'
      ? undefined
      : (thingsAsked(question, tree) ?? partsAsked(question, tree) ?? offersAsked(question, tree, fresh))
  if (things !== undefined) return { ...things, sure: true, open: [] }
  const shown =
    COUNTING.test(question.said) && question.about.length === 0 ? countShown(tree, fresh) : undefined
  if (shown !== undefined) return { text: shown, sure: true, open: [] }
  const best = bestFact(
    question,
    tree,
    fresh,
    chosen,
    tree.get(near?.ref) ?? tree.get(scene.last?.ref) ?? tree.get(scene.within?.ref),
  )
  if (best?.sure) return told(best, question)
  const counted = COUNTING.test(question.said) ? countAsked(question, tree) : undefined
  if (counted !== undefined) return { text: counted, sure: true, open: [] }
  return best && told(best, question)
}

const COUNTING =
  /\b(how many|number of|wie viele|anzahl|combien d|cu[aá]nt[oa]s|quant[ie]|quant[oa]s|hoeveel)\b/i

function bestFact(
  question: Question,
  tree: PageTree,
  fresh: ReadonlySet<string>,
  chosen: readonly string[],
  near: ViewElement | undefined,
): Judged | undefined {
  if (question.about.length + question.besides.length === 0 && question.kind === undefined) return undefined
  const record = thingAt(question, tree) ?? (near && recordOf(near, tree))
  const given = {
    fresh,
    settings: settingsOf(tree),
    chosen,
    isNear: ({ element }: Fact) => record !== undefined && tree.holds(record, element),
  }
  const facts = factsOf(tree).filter(
    (fact) => question.ordinal === undefined || record === undefined || given.isNear(fact),
  )
  const judged = facts
    .map((fact) => judge(question, fact, given))
    .filter((one): one is Judged => one !== undefined)
    .sort((a, b) => b.score - a.score)
  const [best] = judged
  if (!best || best.score < 0.35) return undefined
  const isOnly = judged.every(
    ({ score, fact: { value } }) => score < best.score - 0.03 || isSameText(value, best.fact.value),
  )
  if (best.sure) return question.about.length === 0 && !isOnly ? { ...best, sure: false } : best
  const hard = question.about.some((word) => word.hard) && !best.open.some((word) => word.hard)
  const isSure =
    question.kind !== undefined &&
    isOnly &&
    (hard || best.isFresh || given.isNear(best.fact)) &&
    !best.open.some((word) => word.hard)
  return { ...best, sure: isSure }
}

function isSameText(left: string, right: string): boolean {
  const [one, other] = [plain(left), plain(right)]
  return one.includes(other) || other.includes(one)
}

/** A value whose name was asked for stands alone; whether something is so is told in the words of the page. */
function told({ fact, sure, open }: Judged, question: Question): Finding {
  const asked = new Set([...question.about.map(({ word }) => word), ...question.besides])
  const named =
    fact.label === '' || question.about.length === 0 || wordsOf(fact.label).some((word) => asked.has(word))
  const text =
    question.whether && fact.control !== 'state' && fact.label !== ''
      ? `${fact.label}: ${fact.value}`
      : named
        ? fact.value
        : fact.label === ''
          ? fact.value
          : `${fact.label}: ${fact.value}`
  return { text, sure, open: open.map(({ word }) => word), near: fact.element }
}

/** What holds of all that a page says: its title, its main heading, what is chosen. */
function settingsOf(tree: PageTree): string[] {
  return tree.elements
    .filter(
      (element) =>
        element.tag === 'h1' ||
        element.selected === true ||
        element.current === true ||
        element.pressed === true ||
        (isCheckable(element) && element.checked === true) ||
        (element.role === 'combobox' && element.text.length < 60),
    )
    .map((element) =>
      element.options
        ? element.options
            .filter((option) => option.selected)
            .map((option) => option.label)
            .join(' ')
        : element.name || element.text || (element.value ?? ''),
    )
    .concat(tree.view.title)
}
