import type { ViewElement } from '../../../browser/browser.ts'
import { contentWords, stemOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import type { Target } from '../parse/command.ts'
import { isCheckable } from './kinds.ts'
import { labelOf } from './label-of.ts'
import { locate, withoutDoubles } from './locate.ts'
import type { Located, Search } from './locate.ts'

/** Words that name no particular thing: `save the changes`, `submit it`. */
const PRONOUNS = new Set(
  'it them this that these those one all everything me us now up out off again'.split(' ').map(stemOf),
)
const GENERIC = new Set(
  'it them this that these those one ones all everything form page change changes button setting settings entry item items row line thing selection choice choices me us now up out off again whole website site screen file task order request'
    .split(' ')
    .map(stemOf),
)

/**
 * Finds the control that a verb and its object name: `save the changes`, `remove the mug from the basket`. Every word of
 * the object must be accounted for by the name of the control, by the entry it is part of, or by the page it is on.
 */
export function locateByVerb(
  verb: string,
  targets: readonly Target[],
  { tree, last }: { tree: PageTree; last: ViewElement | undefined },
): Located {
  const search: Search = { tree, isCandidate: ({ clickable }) => clickable, last }
  const object = targets[0]?.name ?? ''
  const verbStems = contentWords(verb).map(stemOf)
  const objectStems = contentWords(object)
    .map(stemOf)
    .filter((stem) => !verbStems.includes(stem))
  const named = tree.elements.filter((element) => isNamedBy(verbStems, element))
  const context = pageWords(tree, last)
  const fits = named
    .map((element) => ({ element, ...coverage(element, verbStems, objectStems, tree, context) }))
    .filter(({ missing }) => missing === 0)
  if (fits.length === 0)
    return submitOf(verb, objectStems, search) ?? locateNamed(verb, object, objectStems, search)
  const best = Math.max(...fits.map(({ worth }) => worth))
  const likely = new Set(fits.filter(({ worth }) => worth > best - 0.01).map(({ element }) => element))
  return locate([{ name: '', kind: 'any' }], {
    tree,
    isCandidate: (element) => likely.has(element),
    last,
  })
}

function isNamedBy(verbStems: readonly string[], element: ViewElement): boolean {
  if (!element.clickable || element.box.width === 0) return false
  const words = new Set(contentWords(labelOf(element)).map(stemOf))
  return words.size <= 12 && verbStems.every((stem) => words.has(stem))
}

/** How well the object is accounted for. Words in the name of the control count most, then those of its entry. */
function coverage(
  element: ViewElement,
  verbStems: readonly string[],
  stems: readonly string[],
  tree: PageTree,
  page: ReadonlySet<string>,
) {
  const name = new Set(contentWords(`${element.name} ${element.text} ${element.title ?? ''}`).map(stemOf))
  const record = recordOf(element, tree)
  const entry = new Set(record ? contentWords(`${record.name} ${record.text}`).map(stemOf) : [])
  let worth = -0.02 * name.size
  let missing = 0
  const extra = [...name].filter(
    (word) => !stems.includes(word) && !verbStems.includes(word) && !page.has(word),
  )
  for (const stem of stems) {
    if (name.has(stem)) worth += 1
    else if (entry.has(stem)) worth += 0.9
    else if (page.has(stem)) worth += 0.1
    // `delete the file` is not `Delete account`.
    else if (GENERIC.has(stem) && (PRONOUNS.has(stem) || extra.length === 0)) worth += 0.1
    else missing++
  }
  const { dialog } = tree
  const isBehind = dialog !== undefined && !tree.holds(dialog, element)
  return { missing, worth: worth - (isBehind ? 3 : 0) - (element.disabled ? 0.3 : 0) }
}

/** The words of headings, of the title and of the form that was filled in last. */
function pageWords(tree: PageTree, last: ViewElement | undefined): ReadonlySet<string> {
  const headings = tree.elements.filter(({ role }) => role === 'heading').map(({ text }) => text)
  const form = last && tree.closest(last, ({ tag, role }) => tag === 'form' || role.endsWith('dialog'))
  const fields = form ? tree.descendants(form).flatMap(({ name, value }) => [name, value ?? '']) : []
  const texts = [tree.view.title, ...headings, ...fields, last?.name ?? '', last?.text ?? '']
  return new Set(texts.flatMap(contentWords).map(stemOf))
}

/** `submit the form`: the button that sends the form that was filled in last, or the only form of the page. */
function submitOf(verb: string, objectStems: readonly string[], { tree, last }: Search): Located | undefined {
  if (!/^(?:submit|send)$/.test(verb) || !objectStems.every((stem) => GENERIC.has(stem))) return undefined
  const from = last && tree.get(last.ref)
  const form = from && tree.closest(from, ({ tag, role }) => tag === 'form' || role.endsWith('dialog'))
  const buttons = tree.elements.filter(
    (element) => element.type === 'submit' && element.clickable && (!form || tree.holds(form, element)),
  )
  const [only, ...others] = withoutDoubles(buttons, tree)
  return only && others.length === 0 ? { state: 'found', element: only, score: 1 } : undefined
}

/** Verbs that the name of a control may leave out: `add Gift Aid`, `save it to the favourites`. */
const INCLUDES = /^(?:add|include|enable|save)$/

/** `add it to the favourites`: a control that is named by the object alone. */
function locateNamed(verb: string, object: string, objectStems: readonly string[], search: Search): Located {
  const verbStems = contentWords(verb).map(stemOf)
  const telling = objectStems.filter((stem) => !GENERIC.has(stem))
  const found = search.tree.elements.filter((element) => {
    const words = contentWords(labelOf(element)).map(stemOf)
    return (
      element.clickable &&
      INCLUDES.test(verb) &&
      (element.role === 'button' || isCheckable(element)) &&
      words.length > 0 &&
      words.every((word) => telling.includes(word) || verbStems.includes(word)) &&
      telling.every((word) => words.includes(word))
    )
  })
  const [only, ...others] = withoutDoubles(found, search.tree)
  if (only && others.length === 0) return { state: 'found', element: only, score: 1 }
  const near = search.tree.elements.filter((element) => isNamedBy(verbStems, element)).map(labelOf)
  return { state: 'missing', near: [...new Set(near)].slice(0, 5).filter((name) => name !== object) }
}
