import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { languageNamed, languageOffered } from '../match/languages.ts'
import { wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'
import { putInto } from '../widgets/widgets.ts'
import { clickOn } from './click-on.ts'
import type { StepOutcome } from './step-outcome.ts'

/** Words for what is in a language. */
const IN_LANGUAGE =
  /(?<!\p{L})(language|site|website|page|version|interface|everything|sprache|seite|webseite|fassung|langue|langage|version|idioma|sitio|pagina|página|lingua|sito|versione|taal|língua|versão|versión)(?!\p{L})/iu

/** Who says so speaks of something that is about a language or a country. */
const ABOUT = /(?<!\p{L})(about|named|called|titled|über|namens|à propos|sobre|acerca|circa|over)(?!\p{L})/iu

/** The language that a step asks the page to be shown in; undefined where it asks for something else. */
export function languageAsked(step: Step): string | undefined {
  const { said } = step
  if (!said || !/^(fill|choose|open|act|unclear|click|read|find)$/.test(step.do) || /["“«,;]/.test(said))
    return undefined
  if (step.do === 'read' && !/(?<!\p{L})in (?!which|what)\p{L}+\s*$/iu.test(said)) return undefined
  const named = wordsOf(said)
    .map(languageNamed)
    .filter((code) => code !== undefined)
  const [first] = named
  if (first === undefined || new Set(named).size > 1 || ABOUT.test(said)) return undefined
  if (IN_LANGUAGE.test(said)) return first
  return step.do === 'open' && languageOffered(step.target.words) === first ? first : undefined
}

/** Shows the page in a language, where it offers that: by a list, a link, or what opens them. */
export async function switchLanguage(code: string, scene: Scene): Promise<StepOutcome | undefined> {
  const shown = await choose(code, scene)
  if (shown) return shown
  const tree = await scene.tree()
  const opener = tree.elements.find((element) => isSwitcher(element, tree))
  if (!opener) return undefined
  await scene.act({ do: 'click', ref: opener.ref }, { type: 'click', target: call(opener) })
  for (const ms of [0, 200, 400]) {
    if (ms > 0) await scene.pause(ms)
    const opened = await choose(code, scene)
    if (opened) return opened
  }
  return undefined
}

async function choose(code: string, scene: Scene): Promise<StepOutcome | undefined> {
  const tree = await scene.tree()
  for (const element of tree.elements) {
    const option = element.options?.find(({ label }) => languageOffered(label) === code)
    if (option) return putInto(element, [option.label], scene, true)
  }
  const offered = tree.elements.find(
    (element) =>
      element.clickable &&
      !element.editable &&
      isSafeToTry(element, tree) &&
      languageOffered(element.name || element.text || element.title || '') === code,
  )
  return offered && clickOn(offered, scene)
}

/** What opens a list of languages: called so, or by the language that is shown. */
function isSwitcher(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.editable || !isSafeToTry(element, tree)) return false
  const said = `${element.name} ${element.title ?? ''} ${element.text.slice(0, 30)}`
  const isHinted = /\b(lang(uage)?s?|locale|i18n|sprache|langue|idioma|lingua|taal)\b|🌐|🌍/iu.test(
    `${element.hints} ${said}`,
  )
  return isHinted || languageOffered(element.name || element.text) !== undefined
}
