import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../locate/kinds.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasRoom } from '../page/page-tree.ts'
import { CONSENT, PRIVACY, readConsentButton } from './consent-words.ts'
import type { ConsentButton } from './consent-words.ts'

/** What asks for consent on a page, with its buttons by what they are for, the plainest first. */
export interface Banner {
  element: ViewElement
  buttons: Record<ConsentButton, ViewElement[]>
  /** Purposes that can be allowed one by one. */
  choices: ViewElement[]
}

/**
 * The smallest part of a page, be it in a frame, that speaks of cookies or privacy and has buttons that answer. What has
 * come up since an earlier look need not speak of them: it is the next page of a banner.
 */
export function bannerIn(tree: PageTree, since?: PageTree): Banner | undefined {
  const [best] = tree.elements
    .filter((element) => !/^(html|body|main)$/.test(element.tag) && hasRoom(element))
    .map((element) => read(element, tree, since !== undefined && !since.get(element.ref)))
    .filter((item): item is Weighed => item !== undefined)
    .sort((a, b) => b.worth - a.worth || tree.order(b.banner.element) - tree.order(a.banner.element))
  return best?.banner
}

interface Weighed {
  banner: Banner
  worth: number
}

function read(element: ViewElement, tree: PageTree, isNew: boolean): Weighed | undefined {
  const inside = tree.descendants(element)
  if (inside.length > MOST_ELEMENTS || inside.some((inner) => inner.editable)) return undefined
  const buttons: Banner['buttons'] = { accept: [], reject: [], settings: [], save: [] }
  const plainest: Banner['buttons'] = { accept: [], reject: [], settings: [], save: [] }
  for (const inner of inside) {
    if (!inner.clickable || inner.disabled || isChoice(inner, tree)) continue
    const said = readConsentButton(inner.name || inner.text || (inner.title ?? ''))
    if (!said || (said.button === 'settings' && leadsElsewhere(inner, tree))) continue
    ;(said.all ? plainest : buttons)[said.button].push(inner)
  }
  for (const kind of ['accept', 'reject', 'settings', 'save'] as const)
    buttons[kind].unshift(...plainest[kind])
  const kinds = Object.values(buttons).filter((some) => some.length > 0).length
  if (kinds === 0) return undefined
  const around = tree.ancestors(element).slice(0, 3)
  const hints = [element, ...around, ...inside].map(({ hints: own }) => own)
  const said = plain([element.name, ...inside.map((inner) => inner.ownText), ...hints].join(' '))
  const isSure = CONSENT.test(said)
  if (!isSure && !isNew && !(PRIVACY.test(said) && kinds > 1)) return undefined
  return {
    banner: { element, buttons, choices: inside.filter(isCheckable) },
    worth: kinds * 2 + (isSure ? 1 : 0) - Math.log2(inside.length + 1),
  }
}

/** A purpose with its box, not an answer to all of it. */
function isChoice(element: ViewElement, tree: PageTree): boolean {
  return isCheckable(element) || element.tag === 'label' || tree.descendants(element).some(isCheckable)
}

/** A link to a page about cookies is no settings. */
function leadsElsewhere({ href }: ViewElement, { view }: PageTree): boolean {
  return href !== undefined && !/^javascript:/i.test(href) && href.split('#')[0] !== view.url.split('#')[0]
}

/** A part of the page that has more in it is not only a banner. */
const MOST_ELEMENTS = 150
