import type { ViewElement } from '../../../browser/browser.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { conceptsOf, sameness } from './concepts.ts'
import { isOfKind } from './kind-asked.ts'
import type { Question } from './question.ts'
import type { Things } from './lists.ts'

const CHOOSING =
  /\b(choose|choice|choices|option|options|select|selectable|pick|available|offered|offer|auswahl|auswählen|wählen|optionen|choisir|options|elegir|opciones|scegliere|opzioni|kiezen|opties|escolher|opções)\b/i

/** What can be chosen in a list or a group that the question names. */
export function optionsAsked(question: Question, tree: PageTree): string | undefined {
  if (!CHOOSING.test(question.said) || question.kind !== undefined) return undefined
  const named = (name: string) =>
    question.about.some(({ word }) => wordsOf(name).some((other) => sameness(word, other) >= 0.8))
  const list = tree.elements.find(
    (element) => element.options && element.options.length > 1 && named(element.name),
  )
  if (list?.options)
    return list.options
      .filter((option) => option.value !== '')
      .map((option) => option.label)
      .join(', ')
  const group = tree.elements.find(
    (element) => /^(radiogroup|group|listbox|tablist)$/.test(element.role) && named(element.name),
  )
  const names = group
    ? tree
        .descendants(group)
        .filter((inner) => /^(radio|option|tab|checkbox|button)$/.test(inner.role))
        .map((inner) => inner.name || inner.text)
    : []
  return names.length > 1 ? names.join(', ') : undefined
}

const MOST = 30

/** Times and days that stand beside each other to be clicked, where it is asked which there are. */
export function offersAsked(
  question: Question,
  tree: PageTree,
  fresh: ReadonlySet<string>,
): Things | undefined {
  const { kind, which } = question
  if (kind !== 'moment' || which === undefined) return undefined
  if (![...conceptsOf(which)].some((concept) => concept === 'time' || concept === 'date')) return undefined
  const groups = new Map<string, ViewElement[]>()
  for (const element of tree.elements) {
    const text = element.name || element.text
    if (!element.clickable || text.length > 30 || !isOfKind(text, 'moment')) continue
    const key = `${element.parent ?? ''} ${element.tag}`
    groups.set(key, [...(groups.get(key) ?? []), element])
  }
  const worth = (group: readonly ViewElement[]) =>
    group.length +
    (group.some(({ text }) => fresh.has(text)) ? 50 : 0) +
    (/:\d\d/.test(group[0]!.text) ? 20 : 0)
  const [best] = [...groups.values()]
    .filter((group) => group.length > 1)
    .toSorted((a, b) => worth(b) - worth(a))
  const free = best?.filter((element) => !element.disabled).map((element) => element.name || element.text)
  return free && free.length > 0 ? { text: free.slice(0, MOST).join(', ') } : undefined
}
