import type { Deed, ViewElement } from '../../browser/browser.ts'
import { irreversibleIn } from '../irreversible.ts'
import { CannotDo } from './cannot-do.ts'
import { contentWords, stemOf, stemsOf } from './match/words.ts'
import type { PageTree } from './page/page-tree.ts'
import { call } from './say/call.ts'

/** Refuses what an instruction forbids: `Do not place the order`. */
export interface Guards {
  /** Throws `CannotDo` before a forbidden element is pressed. */
  assertAllowed(deed: Deed, tree: PageTree): void
}

/** `Do not delete anything else` forbids nothing that the other commands ask for. */
const ABOUT_OTHERS = /\b(?:else|other|others|rest|more than)\b/i
const PRESSES = /^(?:(?:click|press|tap|hit|push|touch|use|select|choose)(?:ing)?\s+)(?:on\s+)?(?:the\s+)?/i
const SUBMITS =
  /^(?:submit|send|post|save|confirm|complete|finish)(?:t?ing|ing)?\b(?:\s+(?:it|them|this|that|the form|anything))?(?:\s+yet)?$/i

/** `asked` are the words of all commands: an element whose name says more than they do is not pressed if that cannot be undone. */
export function createGuards(forbidden: readonly string[], asked?: string): Guards {
  const rules = forbidden
    .filter((clause) => !ABOUT_OTHERS.test(clause))
    .flatMap((clause) => clause.split(/\s+(?:or|nor)\s+/i))
    .map(ruleOf)
  const words = asked?.toLowerCase()
  return {
    assertAllowed(deed, tree) {
      const element = pressedBy(deed, tree)
      const rule = element && rules.find((one) => one.forbids(element))
      if (rule)
        throw new CannotDo(`${call(element)} was not pressed: the instruction says not to ${rule.clause}.`)
      if (
        element &&
        words !== undefined &&
        deed.do === 'click' &&
        irreversibleIn(element, words) === 'unasked'
      )
        throw new CannotDo(`${call(element)} was not pressed: the instruction does not ask for it.`)
    },
  }
}

interface Rule {
  clause: string
  forbids(element: ViewElement): boolean
}

function ruleOf(clause: string): Rule {
  const words = contentWords(
    clause
      .replace(/^(?:leave|keep)\s+|\s+(?:alone|untouched|as it is|unchanged)$/gi, '')
      .replace(PRESSES, ''),
  ).map(stemOf)
  const isSubmit = SUBMITS.test(clause.trim())
  return {
    clause: clause.replace(/[.!]+$/, ''),
    forbids(element) {
      const name = stemsOf(element.name || element.text)
      if (isSubmit && (element.type === 'submit' || element.type === 'image')) return true
      // The verb decides: `place the order` forbids `Place order` and `Place`, not `Order total`.
      const [verb, ...rest] = words
      if (verb === undefined || !name.includes(verb)) return false
      return name.length <= 4 || rest.some((word) => name.includes(word))
    },
  }
}

/** The element that a deed presses: clicked, or submitted by Enter in one of its fields. */
function pressedBy(deed: Deed, tree: PageTree): ViewElement | undefined {
  if (deed.do === 'click') return tree.get(deed.ref)
  if (deed.do !== 'press' || deed.key !== 'Enter') return undefined
  const field = tree.get(deed.ref ?? tree.view.focused)
  const form = field && tree.closest(field, ({ tag }) => tag === 'form')
  return form && field.tag !== 'textarea'
    ? tree.descendants(form).find(({ type }) => type === 'submit')
    : undefined
}
