import type { ViewElement } from '../../../browser/browser.ts'
import { formOf, onlyOf, recordOf, labelOf } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import { stemsOf } from '../match/words.ts'
import type { Target } from '../parse/command.ts'
import { locate, toLocated, withoutDuplicates } from './locate.ts'
import type { Located } from './locate.ts'

/** Words that name no particular thing: `save the changes`, `submit it`. */
const PRONOUNS = 'them these those one all everything me us now up out off again'
const VAGUE_STEMS = new Set(
  stemsOf(
    `${PRONOUNS} form page change button setting entry item row line thing selection choice whole website site screen file task order request`,
  ),
)
const PRONOUN_STEMS = new Set(stemsOf(PRONOUNS))

interface VerbSearch {
  verb: readonly string[]
  object: readonly string[]
  tree: PageTree
  last: ViewElement | undefined
}

/** Every word of the object must be accounted for by the name of the control, by its entry, or by the page it is on. */
export function locateByVerb(
  verb: string,
  targets: readonly Target[],
  { tree, last }: Pick<VerbSearch, 'tree' | 'last'>,
): Located {
  const verbStems = stemsOf(verb)
  const named = tree.elements.filter((element) => isNamedBy(verbStems, element))
  const innermost = named.filter((element) => !named.some((other) => tree.contains(element, other)))
  // Later readings leave out a noun that the page need not use: `star the message "Choir"`.
  const readings =
    targets.length === 0 ? [''] : targets.map(({ name, place }) => `${name} ${place?.name ?? ''}`)
  const objects = readings.map((said) => stemsOf(said).filter((stem) => !verbStems.includes(stem)))
  for (const object of objects.filter(({ length }, at) => at === 0 || length > 0)) {
    const wanted: VerbSearch = { verb: verbStems, object, tree, last }
    const page = new Set(pageStems(wanted))
    const scored = innermost
      .map((element) => ({ element, worth: scoreOf(element, wanted, page) }))
      .filter(({ worth }) => worth !== undefined)
    if (scored.length === 0) continue
    const best = Math.max(...scored.map(({ worth }) => worth!))
    const likely = new Set(scored.filter(({ worth }) => worth! > best - 0.01).map(({ element }) => element))
    return locate([{ name: '', kind: 'any' }], { tree, isCandidate: (element) => likely.has(element), last })
  }
  const only = submitOf(verb, { verb: verbStems, object: objects[0]!, tree, last })
  const near = [...new Set(named.map(labelOf))].slice(0, 5)
  return only ? toLocated(only) : { state: 'missing', near }
}

function isNamedBy(verb: readonly string[], element: ViewElement): boolean {
  if (!element.clickable || element.box.width === 0) return false
  const words = new Set(stemsOf(labelOf(element)))
  return words.size <= 12 && verb.every((stem) => words.has(stem))
}

function scoreOf(
  element: ViewElement,
  { verb, object, tree }: VerbSearch,
  page: ReadonlySet<string>,
): number | undefined {
  const name = new Set(stemsOf(element.name, element.text, element.title ?? ''))
  const record = recordOf(element, tree)
  const entry = new Set(record ? stemsOf(record.name, record.text) : [])
  const hasMore = [...name].some((stem) => ![...object, ...verb].includes(stem) && !page.has(stem))
  const { dialog } = tree
  const isBehind = dialog !== undefined && !tree.contains(dialog, element)
  let worth = -0.02 * name.size - (isBehind ? 3 : 0) - (element.disabled ? 0.3 : 0)
  for (const stem of object) {
    // `delete the file` is not `Delete account`.
    const isVague = PRONOUN_STEMS.has(stem) || (VAGUE_STEMS.has(stem) && !hasMore)
    if (name.has(stem)) worth += 1
    else if (entry.has(stem)) worth += 0.9
    else if (page.has(stem) || isVague) worth += 0.1
    else return undefined
  }
  return worth
}

function pageStems({ tree, last }: VerbSearch): string[] {
  const headings = tree.elements.filter(({ role }) => role === 'heading').map(({ text }) => text)
  const form = last && formOf(last, tree)
  const fields = form ? tree.descendants(form).flatMap(({ name, value }) => [name, value ?? '']) : []
  return stemsOf(tree.view.title, ...headings, ...fields, last?.name ?? '', last?.text ?? '')
}

/** `submit the form`: the button that sends the form that was filled in last, or the only form of the page. */
function submitOf(verb: string, { object, tree, last }: VerbSearch): ViewElement | undefined {
  if (!/^(?:submit|send)$/.test(verb) || !object.every((stem) => VAGUE_STEMS.has(stem))) return undefined
  const from = last && tree.get(last.ref)
  const form = from && formOf(from, tree)
  const buttons = tree.elements.filter(
    (element) => element.type === 'submit' && element.clickable && (!form || tree.contains(form, element)),
  )
  return onlyOf(withoutDuplicates(buttons, tree))
}
