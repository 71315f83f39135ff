import type { ViewElement } from '../../../browser/browser.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../parse/command.ts'
import { takesValues } from './kinds.ts'

/** How well an element has the name in the instruction, from 0 to 1. */
export function nameScore({ name, isQuoted = false }: Target, element: ViewElement, tree: PageTree): number {
  const isControl = takesValues(element)
  const sources: readonly (readonly [text: string | undefined, weight: number])[] = [
    [element.name, 1],
    [isControl ? undefined : element.text, 1],
    [element.placeholder, 0.97],
    [element.title, 0.97],
    [isControl ? groupName(element, tree) : undefined, 0.9],
    [element.name === '' && element.text === '' ? element.hints : undefined, 0.8],
  ]
  return Math.max(
    0,
    ...sources.map(([text, weight]) => (text ? similarity(name, text, isQuoted) * weight : 0)),
  )
}

/** The name of the group that a control belongs to: `Frequency` of the radio button `Monthly`. */
export function groupName(element: ViewElement, tree: PageTree): string | undefined {
  return tree.ancestors(element).find(({ role, name }) => /^(radiogroup|group)$/.test(role) && name !== '')
    ?.name
}
