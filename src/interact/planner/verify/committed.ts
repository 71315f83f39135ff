import type { TakenAction } from '../../run.ts'
import { deedsOf } from '../ground/deeds.ts'
import { wordsOf } from '../match/words.ts'
import { NO_EFFECT } from '../scene.ts'
import type { Step } from '../step.ts'

/** Deeds that are done by a press, whatever was entered and chosen for them before. */
const PRESSED = new Set(['buy', 'book', 'donate', 'send', 'join', 'remove', 'cancel', 'invite'])
const PRESSED_WORD =
  /^(?:pay|submit|transfer|withdraw|revoke|retire|bezahl|überweis|uberweis|paye|paga|betaal)/

const PUTS = /^(?:fill|set|choose|check)$/
const LOOKS = /^(?:scroll|wait|hover)$/

/** The part of an instruction that ends in a press, where the last thing done was to enter or choose something and the page showed nothing for it. */
export function notPressed(steps: readonly Step[], actions: readonly TakenAction[]): string | undefined {
  const last = actions.findLast(({ type }) => !LOOKS.test(type))
  if (!last || !PUTS.test(last.type) || /shows|is now|opened|closed/.test(last.effect ?? '')) return undefined
  const isPicked = last.type !== 'fill'
  return steps.find(({ do: what, said = '', if: condition }) => {
    if (what !== 'act' || condition) return false
    return wordsOf(said).some(
      (word) =>
        PRESSED_WORD.test(word) ||
        deedsOf(word).some((deed) => PRESSED.has(deed) && !(isPicked && deed === 'remove')),
    )
  })?.said
}

/** The part of an instruction that is to choose or to do something, where the last thing done for it changed nothing on the page. */
export function withoutEffect(steps: readonly Step[], actions: readonly TakenAction[]): string | undefined {
  const last = actions.findLast(({ type }) => !LOOKS.test(type))
  const asked = steps.findLast(({ do: what }) => what !== 'read' && what !== 'tell' && what !== 'wait')
  return last?.type === 'click' && last.effect === NO_EFFECT && asked?.do === 'choose'
    ? asked.said
    : undefined
}
