import type { ViewElement } from '../../../browser/browser.ts'
import { controlsOf } from '../form/controls.ts'
import type { Control } from '../form/controls.ts'
import { labelIn, stemsOf } from '../form/labels.ts'
import type { Labels } from '../form/labels.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'

/** What is chosen where: choices that are shown, or values for one control. */
type Named = { choices: ViewElement[] } | { control: ViewElement; values: string[] }

/** `size M`, `the teams Design and Sales`: the first words name the place, the others what is chosen there. */
export function namedPlace(texts: readonly string[], tree: PageTree): Named | undefined {
  const [first = '', ...more] = texts
  const words = first.replace(/^the\s+/i, '').split(/\s+/)
  if (words.length < 2 || isOnPage(first, tree)) return undefined
  const controls = controlsOf(tree)
  for (let count = words.length - 1; count > 0; count--) {
    const stems = stemsOf(words.slice(0, count).join(' '))
    const values = [words.slice(count).join(' '), ...more]
    const choices = values.map((value) => choiceCalled(value, stems, controls))
    if (choices.every((choice) => choice !== undefined)) return { choices }
    const place = controls.find(
      ({ kind, labels }) => (kind === 'field' || kind === 'opener') && isCalled(stems, labels),
    )
    if (place) return { control: place.element, values }
  }
  return undefined
}

function isOnPage(text: string, tree: PageTree): boolean {
  const wanted = plain(text)
  return tree.elements.some((element) => plain(element.name) === wanted || plain(element.text) === wanted)
}

function choiceCalled(
  value: string,
  stems: readonly string[],
  controls: readonly Control[],
): ViewElement | undefined {
  const wanted = plain(value)
  return controls.find(
    ({ kind, group, element }) =>
      kind === 'choice' && isCalled(stems, group) && plain(element.name || element.text) === wanted,
  )?.element
}

function isCalled(stems: readonly string[], labels: Labels): boolean {
  const found = stems.length === 0 ? undefined : labelIn(stems, labels)
  return found !== undefined && found.length >= stems.length
}
