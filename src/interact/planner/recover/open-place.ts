import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { resolve, SURE } from '../resolve/resolve.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { twistyOf } from '../widgets/twisty.ts'

/** Relations to a place that something is in: `in Notifications`, `under Sales`. */
const PLACES = /^(in|of|below|near)$/

/** The parts of the page that a description names as the place of what it means, the outermost first. */
function placesOf(target: Target): Target[] {
  return (target.relations ?? [])
    .filter(({ how }) => PLACES.test(how))
    .flatMap(({ target: place }) => [...placesOf(place), place])
}

/** Opens the places that a description names: a tab, a branch, a section, a page of settings. */
export async function* openPlaces(scene: Scene, target: Target): AsyncGenerator<void> {
  for (const place of placesOf(target)) {
    const tree = await scene.tree()
    const head = headOf(place, tree)
    if (!head) continue
    await open(head, tree, scene)
    yield
    for (const ms of [200, 400]) {
      await scene.pause(ms)
      yield
    }
  }
}

/** Where a place is named that is plainly closed, it is opened before anything of the same name is taken from elsewhere. */
export async function enterPlaces(scene: Scene, target: Target): Promise<void> {
  for (const place of placesOf(target)) {
    const tree = await scene.tree()
    const head = headOf(place, tree)
    if (!head || !isPlainlyClosed(head)) continue
    await open(head, tree, scene)
  }
}

function isPlainlyClosed({ role, selected, expanded }: ViewElement): boolean {
  return (role === 'tab' && selected === false) || expanded === false
}

function headOf(place: Target, tree: PageTree): ViewElement | undefined {
  if (place.words === '' || place.same) return undefined
  return resolve(place, tree, 'click').find(
    ({ element, score }) =>
      score >= SURE &&
      isCalled(element, place.words) &&
      isSafeToTry(element, tree) &&
      isOpener(element, tree),
  )?.element
}

/** A place is called so and hardly anything else: what is done to it has a longer name. */
function isCalled({ name, text }: ViewElement, words: string): boolean {
  const [said, called] = [wordsOf(words), wordsOf(name || text)]
  return called.length <= said.length + 1 && said.length > 0 && called.length > 0
}

/** Something that may show more: it can be clicked, and is not the one that is shown. */
function isOpener(element: ViewElement, tree: PageTree): boolean {
  if (element.editable || element.role === 'checkbox' || element.role === 'radio') return false
  if (element.selected === true || element.current === true || element.expanded === true) return false
  return element.clickable || twistyOf(element, tree) !== undefined
}

async function open(head: ViewElement, tree: PageTree, scene: Scene): Promise<void> {
  const opener = twistyOf(head, tree) ?? head
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
}
