import { StageError } from '../../../browser/browser.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { isCheckable } from '../match/kinds.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { SaidWord } from './clause-words.ts'
import { controlsCalled, crossIn, nameOf } from './controls.ts'
import type { Called } from './controls.ts'
import { deedsOf } from './deeds.ts'
import type { Mention } from './mentions.ts'
import { pickerOf } from './pickers.ts'
import type { Work } from './work.ts'

/** What is looked for at an entry: the control that a verb asks for. */
export interface Wanted {
  verb: SaidWord
  others: readonly SaidWord[]
  isAmbient: (word: SaidWord) => boolean
}

/** What a clause looks for. */
export function wantedOf({ clause, left, isAmbient }: Pick<Work, 'clause' | 'left' | 'isAmbient'>): Wanted {
  return { verb: clause.verb!, others: left, isAmbient }
}

/** How long what a click opens is waited for, look by look. */
export const OPENING_MS = [0, 150, 300, 500] as const

/**
 * The control of an entry that a verb asks for: in the entry, under the mouse, in the menu of the entry, in the bar that
 * comes up when it is ticked, or in what it opens. Undefined when there is none; then the entry may have been opened.
 */
export async function controlOf(mention: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  for (const way of [within, underMouse, inMenu, whenTicked, whenOpened]) {
    const found = await way(mention, wanted, scene)
    if (found) return found
  }
  return undefined
}

/** What was opened in vain is closed again. */
async function shut(before: PageTree, scene: Scene): Promise<void> {
  const tree = await scene.tree()
  if (tree.view.url !== before.view.url) await scene.act({ do: 'back' }, { type: 'back' })
  else if (tree.elements.some((element) => !before.get(element.ref)))
    await scene.do({ do: 'press', key: 'Escape' })
}

async function within({ entry }: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  const now = tree.get(entry.ref)
  if (!now) return undefined
  const [best] = fitting(tree.descendants(now), wanted, tree)
  if (best) return best
  const own = deedsOf(wanted.verb.text)
  const cross = own.includes('remove') ? crossIn(now, tree) : undefined
  return cross && { element: cross, words: [wanted.verb], besides: 0, score: 1 }
}

/** The controls that say no more than the clause does; a word more is borne by what only opens something. */
export function fitting(among: readonly ViewElement[], wanted: Wanted, tree: PageTree): Called[] {
  return controlsCalled(wanted.verb, wanted.others, among, tree, wanted.isAmbient).filter(
    ({ besides }) => besides <= (isOpening(wanted.verb) ? 1 : 0),
  )
}

/** Whether what is called so asks for more before anything is done. */
export function isOpening(verb: SaidWord): boolean {
  return deedsOf(verb.text).some((deed) =>
    /^(add|write|invite|assign|move|edit|reply|mark|share|rate|book|copy)$/.test(deed),
  )
}

async function underMouse(mention: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  const entry = tree.get(mention.entry.ref)
  if (!entry || (tree.get(mention.element.ref) ?? entry).covered) return undefined
  const before = tree.descendants(entry).length
  const isOver = await scene.do({ do: 'hover', ref: (tree.get(mention.element.ref) ?? entry).ref }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StageError) return false
      throw error
    },
  )
  if (!isOver) return undefined
  const after = await scene.tree()
  const shown = after.get(entry.ref)
  if (!shown || after.descendants(shown).length <= before) return undefined
  return within(mention, wanted, scene)
}

const MENU = /\b(more|menu|options|actions|kebab|ellipsis|dots|overflow)\b|[⋮⋯…︙•]{1,3}|\.\.\.|☰/iu

/** What opens the menu of an entry. */
function menuOf(entry: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree
    .descendants(entry)
    .find(
      (element) =>
        element.clickable &&
        !element.editable &&
        isSafeToTry(element, tree) &&
        element.text.length < 20 &&
        MENU.test(`${element.name} ${element.text} ${element.hints} ${element.title ?? ''}`),
    )
}

async function inMenu({ entry }: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  const now = tree.get(entry.ref)
  const opener = now && menuOf(now, tree)
  if (!opener) return undefined
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
  const found = await amongNew(tree, wanted, scene)
  if (!found) await shut(tree, scene)
  return found
}

async function whenTicked({ entry }: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  const now = tree.get(entry.ref)
  const box = now && pickerOf(now, tree)
  if (!box || box.checked) return undefined
  await tick(box, scene)
  const found = (await amongNew(tree, wanted, scene)) ?? (await anywhere(wanted, scene))
  if (found) return found
  const after = await scene.tree()
  const ticked = after.get(box.ref) ?? pickerOf(after.get(entry.ref) ?? entry, after)
  if (ticked?.checked) await tick(ticked, scene)
  return undefined
}

async function anywhere(wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  return fitting(tree.elements, wanted, tree)[0]
}

/** A page may draw its list anew as soon as a box is clicked, so nothing is asked of that box afterwards. */
export async function tick(box: ViewElement, scene: Scene): Promise<void> {
  await scene.act({ do: 'click', ref: box.ref }, { type: 'check', target: call(box) })
}

/** What opens an entry: the text itself, what it stands in, or the link beside it. */
export function openerOf({ element, entry }: Mention, tree: PageTree): ViewElement | undefined {
  const now = tree.get(element.ref)
  if (!now) return undefined
  const outward = [now, ...tree.ancestors(now)]
  const end = outward.findIndex(({ ref }) => ref === entry.ref)
  return outward
    .slice(0, end + 1)
    .find(
      (outer) =>
        outer.clickable &&
        !isCheckable(outer) &&
        !outer.editable &&
        isSafeToTry(outer, tree) &&
        !isDeed(outer),
    )
}

/** Whether a short name says that something is done by it. */
function isDeed(element: ViewElement): boolean {
  const words = wordsOf(nameOf(element))
  return words.length <= 3 && element.href === undefined && words.some((word) => deedsOf(word).length > 0)
}

async function whenOpened(mention: Mention, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  const tree = await scene.tree()
  const opener = openerOf(mention, tree)
  if (!opener) return undefined
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
  const found = await amongNew(tree, wanted, scene)
  if (!found) await shut(tree, scene)
  return found
}

/** A control among what was not there before, waited for a little. */
async function amongNew(before: PageTree, wanted: Wanted, scene: Scene): Promise<Called | undefined> {
  for (const ms of OPENING_MS) {
    const tree = ms > 0 ? await scene.pause(ms) : await scene.tree()
    const fresh = tree.elements.filter((element) => !before.get(element.ref))
    const [best] = fitting(fresh, wanted, tree)
    if (best) return best
  }
  return undefined
}
