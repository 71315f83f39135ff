import type { ViewElement } from '../../../browser/browser.ts'
import { similarity, plain } from '../match/words.ts'
import { again } from '../page/again.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasRoom } from '../page/page-tree.ts'
import { call, shorten, showValue } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { Widget } from './widget.ts'

/** A field that suggests what it takes: typed into, and the suggestion that is meant picked. */
export const autocomplete: Widget = {
  is: (element) =>
    element.editable &&
    !element.readonly &&
    (element.role === 'combobox' ||
      /autocomplete|typeahead|suggest|combobox|autosuggest/i.test(element.hints)),
  async put(element, values, scene, isChosen) {
    if (values.length > 1) return putEach(element, values, scene, isChosen)
    const text = values[0] ?? ''
    const told = showValue(element, text)
    let picked: ViewElement | undefined
    let shown: ViewElement[] = []
    await scene.together({ type: 'fill', target: call(element), value: told }, async () => {
      const before = await scene.tree()
      await scene.do({ do: 'fill', ref: element.ref, value: '' })
      if (text === '') return
      await scene.do({ do: 'focus', ref: element.ref })
      await scene.do({ do: 'type', text })
      shown = await waitForSuggestions(element, before, scene)
      picked = bestSuggestion(shown, text)
      if (picked) await scene.do({ do: 'click', ref: picked.ref })
    })
    scene.last = element
    if (!picked && isChosen && shown.length > 0)
      return failed(`${call(element)} has no "${told}"; it has ${offered(shown)}.`)
    return done(
      picked
        ? `Chose "${picked.text || picked.name}" in ${call(element)}.`
        : `Entered "${told}" into ${call(element)}.`,
    )
  },
}

/** One after the other, where a field takes several. */
async function putEach(
  element: ViewElement,
  values: readonly string[],
  scene: Scene,
  isChosen: boolean | undefined,
): Promise<StepOutcome> {
  const said: string[] = []
  for (const value of values) {
    const field = again(element, await scene.tree()) ?? element
    const outcome = await autocomplete.put(field, [value], scene, isChosen)
    if (outcome.state === 'failed') return outcome
    said.push(outcome.said)
  }
  return done(said.join(' '))
}

/** What a list offers, in words. */
export function offered(shown: readonly ViewElement[]): string {
  return shown
    .slice(0, 8)
    .map((item) => `"${shorten(item.text || item.name, 60)}"`)
    .join(', ')
}

/** Waits until a list has come up under a field, at most about a second. */
export async function waitForSuggestions(
  field: ViewElement,
  before: PageTree,
  scene: Scene,
  waits: readonly number[] = [0, 150, 250, 400],
): Promise<ViewElement[]> {
  for (const ms of waits) {
    const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
    const found = suggestionsIn(tree, field, before)
    if (found.length > 0) return found
  }
  return []
}

/** What came up since and can be picked. */
export function suggestionsIn(tree: PageTree, field: ViewElement, before: PageTree): ViewElement[] {
  const fresh = tree.elements.filter(
    (element) =>
      element.ref !== field.ref &&
      element.tag !== 'label' &&
      !before.get(element.ref) &&
      element.text !== '' &&
      hasRoom(element),
  )
  const options = fresh.filter((element) =>
    /^(option|menuitem(checkbox|radio)?|treeitem)$/.test(element.role),
  )
  if (options.length > 0) return options
  const possible = fresh.filter(
    (element) =>
      (element.role === 'listitem' || element.clickable) &&
      element.box.y >= field.box.y &&
      !tree.children(element).some((child) => child.role === 'listitem'),
  )
  return possible.length > 0
    ? possible.filter((element) => !isAround(element, possible, tree))
    : linesIn(fresh, field, tree)
}

/** What only holds others that can be picked: several, or one that says all it says. */
function isAround(element: ViewElement, possible: readonly ViewElement[], tree: PageTree): boolean {
  const inside = possible.filter((other) => other !== element && tree.holds(element, other))
  return inside.length > 1 || inside.some(({ text }) => text === element.text)
}

/** The lines of a box that came up under a field, where nothing says what they are. */
function linesIn(fresh: readonly ViewElement[], field: ViewElement, tree: PageTree): ViewElement[] {
  const isNew = new Set(fresh)
  const lines = fresh.filter(
    (element) =>
      element.ownText !== '' && tree.children(element).length === 0 && element.box.y >= field.box.y,
  )
  const boxes = Map.groupBy(lines, (element) => tree.parent(element))
  return [...boxes].flatMap(([box, inside]) => (box && isNew.has(box) && inside.length > 1 ? inside : []))
}

/** Letters and figures alone: what stands in two elements may have no blank between. */
export function compact(text: string): string {
  return plain(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

/** The suggestion that is what was said, else the first that begins so. */
export function bestSuggestion(suggestions: readonly ViewElement[], text: string): ViewElement | undefined {
  const wanted = plain(text)
  const scored = suggestions
    .map((element) => ({
      element,
      score: Math.max(
        similarity(text, element.text),
        plain(element.text).startsWith(wanted) ? 0.8 : 0,
        plain(element.text).includes(wanted) ? 0.6 : 0,
        compact(element.text).includes(compact(text)) ? 0.7 : 0,
      ),
    }))
    .filter((item) => item.score >= 0.5)
    .sort((a, b) => b.score - a.score)
  return scored[0]?.element
}

/** What a condition such as `starts with "An" and ends with "ica"` says about a text. */
function textTest(condition: string): { first: string; test: (text: string) => boolean } | undefined {
  const part = (pattern: RegExp) => pattern.exec(condition)?.[1]?.toLowerCase()
  const [start, end, middle] = [
    part(/(?:starts?|begins?|starting|beginning) with ["“']?([^"”']+?)["”']?(?: and|$|,)/i),
    part(/(?:ends?|ending) with ["“']?([^"”']+?)["”']?(?: and|$|,)/i),
    part(/(?:contains?|containing|includes?) ["“']?([^"”']+?)["”']?(?: and|$|,)/i),
  ]
  const first = start ?? middle ?? end
  if (first === undefined) return undefined
  return {
    first,
    test: (text) => {
      const lower = text.trim().toLowerCase()
      return lower.startsWith(start ?? '') && lower.endsWith(end ?? '') && lower.includes(middle ?? '')
    },
  }
}

/** Picks a suggestion of the page's suggesting field by what its text is like; undefined when there is no such field. */
export async function chooseSuggested(condition: string, scene: Scene): Promise<StepOutcome | undefined> {
  const wanted = textTest(condition)
  const before = await scene.tree()
  const field =
    before.elements.find((element) => autocomplete.is(element, before, [])) ??
    before.elements.find((element) => element.editable)
  if (!wanted || !field) return undefined
  let picked: string | undefined
  await scene.together({ type: 'choose', target: call(field), value: condition }, async () => {
    await scene.do({ do: 'focus', ref: field.ref })
    await scene.do({ do: 'type', text: wanted.first })
    const shown = await waitForSuggestions(field, before, scene)
    const match = shown.find((element) => wanted.test(element.text))
    if (!match) return
    picked = match.text
    await scene.do({ do: 'click', ref: match.ref })
  })
  scene.last = field
  return picked === undefined
    ? failed(`${call(field)} suggests nothing that ${condition}.`)
    : done(`Chose "${picked}" in ${call(field)}.`)
}
