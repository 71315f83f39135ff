import type { ViewElement } from '../../../browser/browser.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { plain } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { seekHere } from '../recover/seek.ts'
import { resolveAll } from '../resolve/resolve.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'

/** `You find X`, `bis du X siehst`, `X turns up`: what is said around the thing that is waited for. */
const LEAD =
  /^(?:you|i|we|one|it|du|sie|man|ich|tu|vous|on|je|que|tú|usted|yo|jij|je|u|tu|você|que tu|que vous|ce que|ce que tu|ce que vous)?\s*(?:can )?(?:finds?|found|sees?|reach(?:es)?|come(?:s)? (?:across|upon|to)|spots?|gets? to|shows?|trouves?|trouviez|voies|voyez|vois|encuentr\w+|ve\w*s|aparezca\w*|aparece\w*|trov\w+|ved\w+|vind\w*|zie\w*|encontr\w+|vej\w+)\s+/iu
const TAIL =
  /\s+(?:(?:turns?|shows?|comes?|pops?) up|appears?|(?:is|are|becomes?) (?:shown|visible|there|listed|found|on the page|displayed|in view|in sight)|loads?|has loaded|erscheint|auftaucht|zu sehen ist|findest|siehst|gefunden hast|apparaisse\w*|apparaît|apparait|s'affiche|aparezca|aparece|appare|compare|verschijnt|te zien is|ziet|vindt|apareça|aparecer)$/iu

/** What is waited for as a thing on the page; undefined where words tell of something else. */
export function thingAwaited(until: string): Target | undefined {
  const words = until.trim().replace(LEAD, '').replace(TAIL, '').trim()
  if (words === '' || words === until.trim()) return undefined
  const [step, ...others] = readInstruction(`find ${words}`)
  return step?.do === 'find' && others.length === 0 ? step.target : undefined
}

/** Whether the page shows what is waited for: a thing, a quoted text, a number of things. What is found is what later steps are about. */
export async function holds(until: string, scene: Scene): Promise<boolean> {
  const tree = await scene.tree()
  const quoted = /["“”'‘’«»]([^"“”‘’«»]+)["“”'‘’«»]/.exec(until)?.[1]
  if (quoted) {
    const shown = tree.elements.findLast((element) =>
      plain(element.ownText || element.name).includes(plain(quoted)),
    )
    return shown !== undefined && comeUpon(shown, scene, tree)
  }
  const many = /(\d+)(?:\s+or more)?\s+([\p{L}]+)/u.exec(until)
  if (many) {
    const kind = many[2]!.toLowerCase().replace(/s$/, '')
    const count = Math.max(
      resolveAll({ words: '', quoted: false, kind, all: true }, tree, 'read').length,
      largestList(tree.elements),
    )
    return count >= Number(many[1])
  }
  const thing = thingAwaited(until)
  if (thing) {
    const [found] = await seekHere(thing, scene, 'any')
    return found !== undefined && comeUpon(found.element, scene, tree)
  }
  const told = /(?:see|shows?|says?|appears?|is)\s+(.+)$/i.exec(until)?.[1]
  return (
    told !== undefined &&
    tree.elements.some((element) => plain(element.ownText || element.name).includes(plain(told)))
  )
}

function comeUpon(element: ViewElement, scene: Scene, tree: PageTree): true {
  scene.last = element
  scene.within = recordOf(element, tree)
  return true
}

function largestList(elements: readonly { role: string; parent: string | undefined }[]): number {
  const counts = new Map<string | undefined, number>()
  for (const element of elements)
    if (/^(listitem|row|article|option)$/.test(element.role))
      counts.set(element.parent, (counts.get(element.parent) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
