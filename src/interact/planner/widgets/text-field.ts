import { StageError } from '../../../browser/browser.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call, shorten, showValue } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import { isKept } from '../verify/kept.ts'
import { bestSuggestion, compact, waitForSuggestions } from './autocomplete.ts'
import type { Widget } from './widget.ts'

/** A field that is typed into; one that does not take what is put into it at once is typed into key by key; what it suggests then is taken. */
export const textField: Widget = {
  is: (element) => element.editable && !element.readonly,
  async put(element, values, scene) {
    const text = values.join(', ')
    const shown = showValue(element, text)
    const telling = { type: 'fill', target: call(element), value: shown }
    const before = await scene.tree()
    await scene.act({ do: 'fill', ref: element.ref, value: text }, telling)
    const picked = await takeSuggestion(element, text, before, scene)
    if (picked !== undefined) return done(`Chose "${picked}" in ${call(element)}.`)
    if (await lacks(element, text, scene)) {
      await scene.do({ do: 'click', ref: element.ref })
      await scene.do({ do: 'press', key: 'Control+a' })
      await scene.do({ do: 'type', text })
    }
    const instead = await lacks(element, text, scene)
    return instead === undefined
      ? done(`Entered "${shown}" into ${call(element)}.`)
      : failed(
          `${call(element)} did not take "${shown}"; it holds "${shorten(showValue(element, instead), 80)}".`,
        )
  },
}

/** Fields of which many suggest what they take: places, people, things of a list. */
const OFFERS =
  /address|adresse|anschrift|city|town|ort\b|stadt|ville|place|location|country|land\b|pays|país|where|wo\b|from|to\b|von\b|nach\b|destination|origin|airport|station|bahnhof|haltestelle|gare|people|attendee|member|assignee|person|teilnehmer|recipient|empfänger|skill|tag\b|tags|keyword|add |hinzufügen|ajouter|añadir|search|such|find|company|school|customer|kunde|client|product|artikel/i

/** Takes what a field suggests once it is typed into, where that is what was said; the text of it. */
async function takeSuggestion(
  element: ViewElement,
  text: string,
  before: PageTree,
  scene: Scene,
): Promise<string | undefined> {
  if (element.tag !== 'input' || !/^(text|search|)$/.test(element.type ?? '') || text === '') return undefined
  const offers = OFFERS.test(`${element.name} ${element.placeholder ?? ''} ${element.hints}`)
  const waits = offers ? WAITS : [0]
  let shown = await waitForSuggestions(element, before, scene, waits)
  const [start, ...more] = text.split(',')
  if (shown.length === 0 && offers && more.length > 0 && start!.trim().length > 2) {
    await scene.do({ do: 'fill', ref: element.ref, value: start!.trim() })
    shown = await waitForSuggestions(element, before, scene, waits)
    if (!bestSuggestion(shown, text)) await scene.do({ do: 'fill', ref: element.ref, value: text })
  }
  const picked = bestSuggestion(shown, text)
  if (!picked || !isAlone(picked, shown, text)) return undefined
  await clickFresh(picked, element, text, before, scene)
  return picked.text || picked.name
}

/** Clicks a suggestion; where the page has drawn its list anew meanwhile, the one in the new list. */
async function clickFresh(
  picked: ViewElement,
  field: ViewElement,
  text: string,
  before: PageTree,
  scene: Scene,
): Promise<void> {
  try {
    await scene.do({ do: 'click', ref: picked.ref })
  } catch (error) {
    if (!(error instanceof StageError)) throw error
    await scene.look()
    const fresh = bestSuggestion(await waitForSuggestions(field, before, scene, WAITS), text)
    if (!fresh) throw error
    await scene.do({ do: 'click', ref: fresh.ref })
  }
}

/** Whether no other suggestion is what was said as much: then it is for who asked to say which. */
function isAlone(picked: ViewElement, shown: readonly ViewElement[], text: string): boolean {
  const isExact = compact(picked.text) === compact(text)
  const alike = shown.filter((other) => compact(other.text).includes(compact(text)))
  return isExact || alike.length <= 1
}

const WAITS = [0, 200, 350]

/** What a field holds instead of a text; undefined where it has the text, or does not show what it has. */
async function lacks({ ref }: ViewElement, text: string, scene: Scene): Promise<string | undefined> {
  const now = (await scene.tree()).get(ref)
  if (now?.value === undefined || now.type === 'password' || isLong(now.value)) return undefined
  return isKept(text, now.value) ? undefined : now.value
}

/** The end of a long text is left out when the page is looked at. */
function isLong(value: string): boolean {
  return value.length >= 5000
}
