import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { isSmall } from './small-words.ts'

/** As long as pages take to bring what was asked for. */
const SETTLE_MS = [150, 300, 500]

/** Sets, opens or looks for what a question names before it can be answered; gives the names of what it took. */
export type Preparation = (said: string, open: readonly string[], scene: Scene) => Promise<string[]>

/** In the order they are tried: what changes least is first. */
export const PREPARATIONS: readonly Preparation[] = [choose, searchFor, chooseInClosed, openNamed]

/** Chooses what the question names among what can be chosen: `How much is 1 kg?`. */
export async function choose(said: string, open: readonly string[], scene: Scene): Promise<string[]> {
  const taken: string[] = []
  for (const element of choicesIn(await scene.tree())) {
    const name = element.name || element.text
    if (!isNamedIn(name, said, open)) continue
    await scene.act({ do: 'click', ref: element.ref }, { type: 'choose', target: call(element) })
    scene.last = element
    taken.push(name)
    break
  }
  for (const list of (await scene.tree()).elements.filter(
    (element) => element.tag === 'select' && !element.disabled,
  )) {
    const option = list.options?.find(
      (one) => !one.selected && !one.disabled && isNamedIn(one.label, said, open),
    )
    if (!option) continue
    await scene.act(
      { do: 'select', ref: list.ref, labels: [option.label] },
      { type: 'choose', target: call(list), value: option.label },
    )
    taken.push(option.label)
  }
  if (taken.length > 0) await settled(scene)
  return taken
}

function choicesIn(tree: PageTree): ViewElement[] {
  return tree.elements.filter((element) => {
    if (element.disabled || !isSafeToTry(element, tree)) return false
    if (element.role === 'radio' || element.role === 'menuitemradio') return element.checked !== true
    if (element.role === 'tab') return element.selected !== true
    return isTile(element, tree)
  })
}

/** One of several short things beside each other that are clicked to choose one. */
function isTile(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.role === 'link' || element.tag === 'label' || element.editable)
    return false
  if (element.pressed === true || element.selected === true || element.current === true) return false
  const text = element.name || element.text
  if (text === '' || text.length > 40) return false
  const parent = tree.parent(element)
  const beside = parent ? tree.children(parent) : []
  return (
    beside.filter((other) => other.clickable && other.tag === element.tag && other.text.length <= 40)
      .length >= 2
  )
}

const OPENER = /[▾▼⌄🗓📅]|\b(select|dropdown|combobox|picker)\b/iu
const MOST_OPENERS = 6

/** What can be chosen may be in a list that is closed: each is opened, and left where nothing in it is named. */
export async function chooseInClosed(said: string, open: readonly string[], scene: Scene): Promise<string[]> {
  const tried = new Set<string>()
  const taken: string[] = []
  while (tried.size < MOST_OPENERS) {
    const before = await scene.tree()
    const opener = before.elements.find((element) => !tried.has(element.ref) && isOpener(element, before))
    if (!opener) break
    tried.add(opener.ref)
    await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
    const after = await scene.tree()
    const shown = after.elements.filter((element) => !before.get(element.ref))
    const option = shown
      .filter((element) => element.ownText !== '' && isNamedIn(element.text, said, open))
      .toSorted((a, b) => b.text.length - a.text.length)[0]
    if (option) {
      await scene.act(
        { do: 'click', ref: option.ref },
        { type: 'choose', target: call(opener), value: option.text },
      )
      taken.push(option.text)
      await settled(scene)
    } else if (shown.length > 0) await closeAgain(opener, shown, scene)
  }
  return taken
}

/** What was opened to see what is in it is closed as it was. */
async function closeAgain(opener: ViewElement, shown: readonly ViewElement[], scene: Scene): Promise<void> {
  await scene.act({ do: 'press', key: 'Escape' }, { type: 'press', value: 'Escape' })
  const tree = await scene.tree()
  if (shown.some(({ ref }) => tree.get(ref)) && tree.get(opener.ref))
    await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
}

function isOpener(element: ViewElement, tree: PageTree): boolean {
  if (!element.inView || element.disabled || element.tag === 'select' || !isSafeToTry(element, tree))
    return false
  if (element.role === 'combobox') return element.expanded !== true
  if (!element.clickable || element.editable || element.role === 'tab' || element.text.length > 60)
    return false
  return (
    (element.role === 'button' && element.expanded === false) ||
    OPENER.test(`${element.text} ${element.hints}`)
  )
}

/** Opens the thing that the question is about: its link, its tab, its section. */
async function openNamed(said: string, _open: readonly string[], scene: Scene): Promise<string[]> {
  const tree = await scene.tree()
  const [best] = tree.elements
    .filter(
      (element) =>
        element.clickable &&
        !element.editable &&
        isSafeToTry(element, tree) &&
        (element.role === 'link' ||
          element.expanded === false ||
          element.role === 'heading' ||
          element.tag === 'summary') &&
        isNamedIn(element.name || element.text, said, wordsOf(said)),
    )
    .toSorted((a, b) => b.text.length - a.text.length)
  if (!best) return []
  await scene.act({ do: 'click', ref: best.ref }, { type: 'click', target: call(best) })
  scene.last = best
  await settled(scene)
  return [best.name || best.text]
}

const MOST_PARTS = 8

/** The parts of a page that are folded away, one after the other; the tab that was in front comes back when none helps. */
export async function* unfold(scene: Scene): AsyncGenerator<void> {
  const tree = await scene.tree()
  const front = tree.elements.find((element) => element.role === 'tab' && element.selected === true)
  const parts = tree.elements.filter((element) => isFolded(element, tree)).slice(0, MOST_PARTS)
  for (const part of parts) {
    if (!(await scene.tree()).get(part.ref)) continue
    await scene.act({ do: 'click', ref: part.ref }, { type: 'click', target: call(part) })
    await settled(scene)
    yield
    if (scene.changes?.url) return
  }
  if (front && parts.some((part) => part.role === 'tab') && (await scene.tree()).get(front.ref))
    await scene.act({ do: 'click', ref: front.ref }, { type: 'click', target: call(front) })
}

function isFolded(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || !isSafeToTry(element, tree)) return false
  if (element.role === 'tab') return element.selected === false
  return (
    element.tag === 'summary' ||
    (element.role === 'button' &&
      element.expanded === false &&
      !OPENER.test(`${element.text} ${element.hints}`) &&
      tree.closest(
        element,
        (outer) => outer.role === 'heading' || /accordion|faq|collaps/i.test(outer.hints),
      ) !== undefined)
  )
}

const RESULTS =
  /\b(?:results?|hits?|matches|entries|articles|products|items|treffer|ergebnisse|résultats?|resultados?|risultati|resultaten|\p{L}+)\b.{0,40}?\s(?:for|on|about|matching|für|zu|pour|sur|para|sobre|por|per|su|voor|over)\s+["“«„]?([^?"”»“]+?)["”»“]?\s*\??$/iu

/** Looks for what there is said to be results of: `How many results are there for tiger?`. */
async function searchFor(said: string, open: readonly string[], scene: Scene): Promise<string[]> {
  const query = RESULTS.exec(said)?.[1]?.trim()
  if (
    query === undefined ||
    query.length > 60 ||
    !wordsOf(query).every((word) => open.includes(word) || isSmall(word))
  )
    return []
  const field = (await scene.tree()).elements.find(
    (element) =>
      element.editable &&
      !element.disabled &&
      (element.role === 'searchbox' ||
        element.type === 'search' ||
        /search|such|cherch|busca|cerca|zoek|pesquis|\bq\b|query/i.test(
          `${element.hints} ${element.placeholder ?? ''} ${element.name}`,
        )),
  )
  if (!field) return []
  await scene.act(
    { do: 'fill', ref: field.ref, value: query },
    { type: 'fill', target: call(field), value: query },
  )
  await scene.act({ do: 'press', key: 'Enter', ref: field.ref }, { type: 'press', value: 'Enter' })
  await settled(scene)
  return [query, 'results']
}

/** Whether a name stands in a question word for word, and has a word that is still to be answered for. */
function isNamedIn(name: string, said: string, open: readonly string[]): boolean {
  const words = wordsOf(name)
  if (words.every(isSmall)) return false
  const all = wordsOf(said)
  const isThere = all.some((_word, at) => words.every((word, index) => all[at + index] === word))
  return isThere && words.some((word) => open.includes(word))
}

/** Waits until the page has taken notice and no longer changes. */
export async function settled(scene: Scene): Promise<void> {
  let before = await textOf(scene)
  for (const ms of SETTLE_MS) {
    await scene.pause(ms)
    const now = await textOf(scene)
    if (now === before && ms > SETTLE_MS[0]!) return
    before = now
  }
}

async function textOf(scene: Scene): Promise<string> {
  return (await scene.tree()).elements.map((element) => element.ownText).join('\n')
}
