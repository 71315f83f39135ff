import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import { resolveAll } from '../resolve/resolve.ts'
import { drawnThings } from '../match/drawn.ts'
import { nearestText, pairIn } from './from-view.ts'
import { isOfKind, kindAsked } from './kind-asked.ts'
import { solve } from './arithmetic.ts'
import { textOf } from './value-text.ts'

/** What the page says to a question: counted, read off a thing that is named, or found in its text. */
export async function answer(
  question: string,
  target: Target | undefined,
  scene: Scene,
): Promise<string | undefined> {
  await untilLoaded(scene)
  const counted = target && COUNTING.test(question) ? await count(target, scene) : undefined
  if (counted !== undefined) return counted
  const sum = /\d\s*[-+*/×÷=]/.test(question) ? solve(question) : undefined
  if (sum !== undefined) return String(sum)
  const pair = pairIn(question, await scene.tree())
  const kind = kindAsked(question)
  if (pair !== undefined && isOfKind(pair, kind)) return pair
  const told = await scene.answerFrom(
    { html: await scene.stage.html(scene.signal), url: scene.stage.url() },
    question,
    scene.signal,
  )
  if (told !== undefined && told !== '' && isOfKind(told, kind)) return told
  const near = nearestText(question, scene.changes?.newTexts ?? [], await scene.tree())
  if (near !== undefined || !target) return near
  const [best] = await seekHere(target, scene, 'read')
  const text = best && textOf(best.element, await scene.tree())
  return text !== undefined && text !== '' && isOfKind(text, kind) ? text : undefined
}

/** Asks for a number of things that are shown, not for a number that is told. */
const COUNTING =
  /^\s*(how many\b.*\b(are there|is there|shown|listed|on (the|this) page|visible|can you see)|count\b|(the )?number of\b)/i

async function count(target: Target, scene: Scene): Promise<string | undefined> {
  const drawn = drawnThings(target, await scene.tree())
  if (drawn) return String(drawn.length)
  const all = resolveAll({ ...target, all: true }, await scene.tree(), 'read')
  return all.length > 0 ? String(all.length) : undefined
}

const LOADING =
  /^(loading|please wait|one moment|laden|wird geladen|chargement|cargando|caricamento)\b|^(recherche|searching)…|^(…|\.\.\.)$/i

/** Waits while the page says that something is still to come, a few seconds at most. */
async function untilLoaded(scene: Scene): Promise<void> {
  for (let times = 0; times < 20; times++) {
    const tree = await scene.tree()
    const busy = tree.elements.some(
      (element) => LOADING.test(element.ownText) || element.role === 'progressbar',
    )
    if (!busy) return
    await scene.stage.act({ do: 'wait', ms: 150 }, scene.signal)
    await scene.look()
  }
}
