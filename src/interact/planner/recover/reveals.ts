import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { resolve } from '../resolve/resolve.ts'
import { call } from '../say/call.ts'
import { isAlone } from './exploring.ts'
import { openMenus } from './open-menus.ts'
import { openPlaces } from './open-place.ts'
import { scrollOn } from './scroll-on.ts'
import { openSubmenus } from './submenus.ts'
import { closerOf } from '../widgets/closers.ts'
import type { Scene } from '../scene.ts'
import { changesBetween } from '../verify/changes.ts'
import type { Target } from '../step.ts'

/** A way to bring something to light; yields each time when the page shows more than before. */
type Reveal = (scene: Scene, target: Target) => AsyncGenerator<void>

/** In the order they are tried: what costs least and changes least is first. */
export const REVEALS: readonly Reveal[] = [
  wait,
  openPlaces,
  closeDialog,
  openMenuOfEntry,
  openParts,
  openSubmenus,
  openMenus,
  scrollOn,
  loadMore,
]

async function* wait(scene: Scene): AsyncGenerator<void> {
  for (const ms of [150, 400]) {
    await scene.pause(ms)
    yield
  }
}

/** A dialog that came up unasked hides the rest. */
async function* closeDialog(scene: Scene): AsyncGenerator<void> {
  const tree = await scene.tree()
  const closer = tree.dialog && closerOf(tree.dialog, tree)
  if (!closer) return
  await scene.act({ do: 'click', ref: closer.ref }, { type: 'click', target: call(closer) })
  yield
}

const MENU = /\b(more|menu|options|actions|kebab|ellipsis|dots)\b|⋮|…|\.\.\./i

/** What can be done with an entry of a list may be in a menu of its own. */
async function* openMenuOfEntry(scene: Scene, target: Target): AsyncGenerator<void> {
  const tree = await scene.tree()
  const owner = target.relations?.find((relation) => /^(in|of|near)$/.test(relation.how))?.target
  const named = owner ? resolve(owner, tree, 'any')[0]?.element : tree.get(scene.within?.ref)
  const entry = named && (recordOf(named, tree) ?? named)
  const opener =
    entry &&
    tree
      .descendants(entry)
      .find(
        (element) =>
          element.clickable &&
          isSafeToTry(element, tree) &&
          MENU.test(
            `${element.name} ${element.text.length < 20 ? element.text : ''} ${element.hints} ${element.title ?? ''}`,
          ),
      )
  if (!opener) return
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
  yield
}

const MOST_PARTS = 15

/** Opens sections, tabs, menus and tree items that are closed, one after the other; what did not have it is closed again. */
async function* openParts(scene: Scene): AsyncGenerator<void> {
  const tried = new Set<string>()
  const former = (await scene.tree()).elements.find(({ role, selected }) => role === 'tab' && selected)
  while (tried.size < MOST_PARTS) {
    const tree = await scene.tree()
    const next = tree.elements.find((element) => !tried.has(element.ref) && isClosedPart(element, tree))
    if (!next) break
    tried.add(next.ref)
    await scene.act({ do: 'click', ref: next.ref }, { type: 'click', target: call(next) })
    yield
    if (scene.changes?.url) return
    const opened = (await scene.tree()).get(next.ref)
    if (next.role === 'button' && opened?.expanded === true) await scene.do({ do: 'click', ref: next.ref })
  }
  const tab = (await scene.tree()).get(former?.ref)
  if (tab?.selected === false) await scene.do({ do: 'click', ref: tab.ref })
}

/** Whether it hides something that a click on it shows. */
function isClosedPart(element: ViewElement, tree: PageTree): boolean {
  if (!isSafeToTry(element, tree) || !isAlone(element, tree)) return false
  if (element.role === 'tab') return element.selected === false
  if (element.role === 'combobox' || element.role === 'textbox' || element.role === 'searchbox') return false
  return element.expanded === false
}

const MORE =
  /^(load|show|view|see)( \w+)? more\b|^more( results| items)?\b|^next( page)?$|^(older|›|»|>|→)$|^mehr (laden|anzeigen)|^weitere|^nächste( seite)?$|^(voir|afficher|charger) plus|^(page )?suivante?$|^(ver|cargar|mostrar|carregar) (más|mais)|^(página )?siguiente$|^(carica|mostra) altr|^(pagina )?successiva$|^meer (laden|tonen)|^volgende( pagina)?$|^(página )?(seguinte|próxima)$/i

/** `Next` in a form sends what is in it. */
function isForm(element: ViewElement): boolean {
  return element.tag === 'form' || element.role === 'form' || element.role.endsWith('dialog')
}

/** Whether texts come that were not there, waited for a little. */
async function comesLater(before: PageTree, scene: Scene): Promise<boolean> {
  for (const ms of [150, 300, 500])
    if (changesBetween(before, await scene.pause(ms)).newTexts.length > 0) return true
  return false
}

async function* loadMore(scene: Scene): AsyncGenerator<void> {
  for (let times = 0; times < 12; times++) {
    const tree = await scene.tree()
    const more = tree.elements.find(
      (element) =>
        element.clickable &&
        MORE.test(element.name || element.text) &&
        isSafeToTry(element, tree) &&
        !tree.closest(element, isForm),
    )
    if (!more) return
    const changes = await scene.act({ do: 'click', ref: more.ref }, { type: 'click', target: call(more) })
    if (changes.newTexts.length === 0 && !(await comesLater(tree, scene))) return
    yield
  }
}
