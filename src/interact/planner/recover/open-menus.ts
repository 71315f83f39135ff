import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasRoom } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { isAlone } from './exploring.ts'

const MENU = /\bmenu\b|^(my )?(account|profile|avatar)$|^[☰≡]$/iu
const MENU_HINT = /\b(hamburger|navbar-toggle\w*|nav-toggle\w*|menu|avatar)\b/iu
const MOST_MENUS = 3

/** Opens what is called a menu, or shows a sign for one, and goes on to what shares a word with the thing; what does not have it is closed again. */
export async function* openMenus(scene: Scene, target: Target): AsyncGenerator<void> {
  const first = await scene.tree()
  const openers = first.elements.filter((element) => isMenuOpener(element, first)).slice(0, MOST_MENUS)
  for (const { ref } of openers) {
    const before = await scene.tree()
    const opener = before.get(ref)
    if (!opener || !isMenuOpener(opener, before)) continue
    await scene.act({ do: 'click', ref }, { type: 'click', target: call(opener) })
    yield
    const next = relatedIn(before, await scene.tree(), target)
    if (next) {
      await scene.act({ do: 'click', ref: next.ref }, { type: 'click', target: call(next) })
      yield
    }
    await closeAgain(opener, before, scene)
  }
}

function isMenuOpener(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.editable || !element.inView || !hasRoom(element) || element.covered)
    return false
  if (element.expanded === true || element.href !== undefined || !isSafeToTry(element, tree)) return false
  if (!/^(button|generic|text|img|image|menuitem)$/.test(element.role) || !isAlone(element, tree))
    return false
  const said = element.name || element.text || element.title || ''
  return said === '' ? MENU_HINT.test(element.hints) : said.length < 30 && MENU.test(said)
}

/** What came up and shares a telling word with the thing: `Switch account` on the way to the account of somebody. */
function relatedIn(before: PageTree, tree: PageTree, target: Target): ViewElement | undefined {
  const wanted = tellingStems(target)
  return tree.elements.find(
    (element) =>
      !before.get(element.ref) &&
      element.clickable &&
      !element.editable &&
      isSafeToTry(element, tree) &&
      wordsOf(element.name || element.text).some((word) => wanted.has(stemOf(word))),
  )
}

/** Nouns of the page's own; what is written with a capital is a name, and others share parts of it. */
function tellingStems({ words, quoted, relations = [] }: Target): Set<string> {
  const said = [
    quoted ? '' : words,
    ...relations.map(({ target }) => (target.quoted ? '' : target.words)),
  ].join(' ')
  const nouns = said.match(/(?<![\p{L}\p{N}])\p{Ll}{4,}(?![\p{L}\p{N}])/gu) ?? []
  return new Set(nouns.flatMap(wordsOf).map(stemOf))
}

async function closeAgain(opener: ViewElement, before: PageTree, scene: Scene): Promise<void> {
  const isOpen = async () => (await scene.tree()).elements.some((element) => !before.get(element.ref))
  if (!(await isOpen()) || (await scene.tree()).view.url !== before.view.url) return
  await scene.do({ do: 'press', key: 'Escape' })
  if ((await isOpen()) && (await scene.tree()).get(opener.ref))
    await scene.do({ do: 'click', ref: opener.ref })
}
