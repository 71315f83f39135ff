import type { ViewElement } from '../../../browser/browser.ts'
import { choose } from '../answer/prepare.ts'
import { isSmall } from '../answer/small-words.ts'
import { isCheckable } from '../match/kinds.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'
import { notFound, seek, seekHere } from '../recover/seek.ts'
import type { Found } from '../resolve/resolve.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'
import {
  ANY,
  GIVES,
  controlOf,
  giverOf,
  givesIn,
  isFormat,
  isGiving,
  isLeaf,
  menuOf,
  namesOf,
  openerOf,
  speaksOf,
  worth,
} from './givers.ts'
import type { Wanted } from './givers.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

export const download: TakeStep<'download'> = async (step, scene) => {
  const before = scene.stage.downloads().length
  const wanted = { words: wordsIn(step.target), format: step.as?.toLowerCase() }
  const outcome = await fileMeant(wanted, step.said ?? step.target.words, scene)
  if (outcome) return outcome
  const tree = await scene.tree()
  const shown = (await seek(step.target, scene, 'click', 'look')).find(
    ({ element }) => givesIn(element, wanted, tree) !== undefined,
  )
  const named = shown ?? (await inItsMenu(step.target, scene)) ?? (await seek(step.target, scene, 'click'))[0]
  const control = named && controlOf(named.element, wanted, await scene.tree())
  if (!control) return failed(await notFound(step.target, scene, 'click'))
  return (
    (await fileFrom(control, before, scene, LONG)) ??
    (await inWhatOpened(wanted, before, scene)) ??
    failed(`Clicked ${call(control)}, but no file came.`)
  )
}

/** What gives the file at once, else what does when what is said was chosen, in the entry that is meant, in a menu. */
async function fileMeant(wanted: Wanted, said: string, scene: Scene): Promise<StepOutcome | undefined> {
  const before = scene.stage.downloads().length
  let direct = giverOf(wanted, await scene.tree())
  if (!direct && (await choose(said, wanted.words, scene)).length > 0)
    direct = giverOf(wanted, await scene.tree())
  const control = direct ?? menuOf(wanted, await scene.tree()) ?? openerOf(wanted, await scene.tree())
  if (!control) return undefined
  const outcome = await fileFrom(control, before, scene, direct ? LONG : SHORT)
  return (
    outcome ??
    (await inWhatOpened(wanted, before, scene)) ??
    (direct && failed(`Clicked ${call(direct)}, but no file came.`))
  )
}

/** What can be done with an entry is often in a menu of its own: nothing outside of that entry is meant. */
async function inItsMenu(target: Target, scene: Scene): Promise<Found | undefined> {
  const [entry] = await seekHere(target, scene, 'any')
  const record = entry && recordOf(entry.element, await scene.tree())
  if (!record || target.words === '') return undefined
  const download = { words: 'download', quoted: false, relations: [{ how: 'of' as const, target }] }
  const found = await seek(download, scene, 'click')
  const tree = await scene.tree()
  return found.find(
    ({ element }) => isGiving(element) && (tree.holds(record, element) || !scene.former?.get(element.ref)),
  )
}

/** Gives the file that a description without a verb means, where the page has one: `the March invoice`. */
export async function fileNamed(said: string, scene: Scene): Promise<StepOutcome | undefined> {
  if (!FILES.test(said)) return undefined
  const words = wordsOf(said).filter((word) => !isSmall(word))
  const format = words.find((word) => FORMAT.test(word))
  const wanted = { words: words.filter((word) => !FILES.test(word) && !FORMAT.test(word)), format }
  if (wanted.words.length === 0) return undefined
  const outcome = await fileMeant(wanted, said, scene)
  return outcome?.state === 'done' ? outcome : undefined
}

const FORMAT = /^(pdf|csv|zip|xlsx?|excel|json|png|docx?|xml)$/
const FILES =
  /\b(invoice|receipt|statement|report|brochure|manual|document|file|pdf|csv|spreadsheet|certificate|rechnung|beleg|quittung|bericht|dokument|datei|facture|reçu|rapport|fichier|factura|recibo|informe|archivo|fattura|ricevuta|documento|fatura|relat[oó]rio|factuur|bon|bestand)\b/i
const LONG = [200, 200, 300, 300, 400, 600]
const SHORT = [150, 250, 400]

function wordsIn(target: Target): string[] {
  const own = wordsOf(target.words)
  const related = (target.relations ?? []).flatMap((relation) => wordsIn(relation.target))
  return [...own, ...related].filter((word) => !isSmall(word))
}

/** Clicks and waits for a file; undefined when none came. */
async function fileFrom(
  control: ViewElement,
  before: number,
  scene: Scene,
  waits: readonly number[],
): Promise<StepOutcome | undefined> {
  await scene.act({ do: 'click', ref: control.ref }, { type: 'click', target: call(control) })
  scene.last = control
  for (const ms of waits) {
    if (scene.stage.downloads().length > before) break
    await scene.stage.act({ do: 'wait', ms }, scene.signal)
  }
  await scene.look()
  const file = scene.stage.downloads().at(-1)
  if (!file || scene.stage.downloads().length === before) return undefined
  return done(`Downloaded "${file.name}"${file.sizeBytes === undefined ? '' : ` (${file.sizeBytes} bytes)`}.`)
}

/** In a menu or a dialog that came up: the kind of file is chosen, and what gives it is pressed. */
async function inWhatOpened(wanted: Wanted, before: number, scene: Scene): Promise<StepOutcome | undefined> {
  const tree = await scene.tree()
  const known = scene.former
  const fresh = tree.elements.filter((element) => !known?.get(element.ref))
  const list = fresh.find((element) =>
    element.options?.some((option) => isFormat(option.label, wanted.format)),
  )
  if (list) {
    const label = list.options!.find((option) => isFormat(option.label, wanted.format))!.label
    await scene.act(
      { do: 'select', ref: list.ref, labels: [label] },
      { type: 'choose', target: call(list), value: label },
    )
    return pressGiver(fresh, before, scene)
  }
  const named = fresh
    .filter((element) => isLeaf(element, tree) && isFormat(element.name || element.text, wanted.format))
    .toSorted((a, b) => worth(b, wanted, tree) - worth(a, wanted, tree))[0]
  const only = fresh.filter((element) => element.clickable && isLeaf(element, tree))
  const choice =
    named ?? (wanted.format === undefined && only.length === 1 ? only[0] : byWords(only, wanted, tree))
  if (!choice) {
    if (wanted.format === undefined && only.length > 1)
      return failed(`It is not said which is wanted: ${only.slice(0, 8).map(call).join(', ')}.`)
    return pressGiver(fresh, before, scene)
  }
  const outcome = await fileFrom(choice, before, scene, isCheckable(choice) ? [] : LONG)
  return (
    outcome ??
    pressGiver(
      (await scene.tree()).elements.filter((element) => !known?.get(element.ref)),
      before,
      scene,
    )
  )
}

function byWords(
  elements: readonly ViewElement[],
  { words }: Wanted,
  tree: PageTree,
): ViewElement | undefined {
  const telling = words.filter((word) => !ANY.test(word))
  return elements.find(
    (element) => telling.length > 0 && telling.every((word) => speaksOf(element, word, tree)),
  )
}

async function pressGiver(
  fresh: readonly ViewElement[],
  before: number,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const giver = fresh.findLast(
    (element) => element.clickable && !isCheckable(element) && GIVES.test(namesOf(element)),
  )
  return giver && fileFrom(giver, before, scene, LONG)
}
