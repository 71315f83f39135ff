import { PageControllerError } from '../../../browser/browser.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, hasSize, pathOf } from '../page-tree.ts'
import type { PageTree } from '../page-tree.ts'
import type { Driver } from '../driver.ts'
import { closeButtonIn } from '../locate/locate.ts'
import { setChecked } from '../widgets/choices.ts'
import { normalize } from '../match/words.ts'
import lines from './consent-words.json' with { type: 'json' }

/** Refuses consent: at once where there is a button for that, else by way of the settings. Gives what was clicked last. */
export async function refuseConsent(banner: Banner, driver: Driver): Promise<ViewElement | undefined> {
  const [button] = banner.buttons.reject
  if (button) return press(button, driver)
  const [settings] = banner.buttons.settings
  const before = await driver.tree()
  if (settings) await press(settings, driver)
  for (const ms of settings ? [0, 200, 400, 800] : []) {
    const inner = findBanner(ms === 0 ? await driver.tree() : await driver.pause(ms), before)
    const refuses = inner?.buttons.reject[0]
    if (refuses) return press(refuses, driver)
    if (inner && inner.choices.length > 0 && inner.buttons.save.length > 0)
      return rejectChoices(inner, driver)
  }
  const tree = await driver.tree()
  const closer = closeButtonIn(findBanner(tree)?.element ?? banner.element, tree)
  return closer && press(closer, driver)
}

async function rejectChoices({ choices, buttons }: Banner, driver: Driver): Promise<ViewElement> {
  for (const choice of choices) {
    const isOn = choice.checked ?? choice.pressed ?? choice.selected
    if (!isOn || choice.disabled) continue
    await setChecked(choice, false, driver)
  }
  return press(buttons.save[0]!, driver)
}

async function press(button: ViewElement, driver: Driver): Promise<ViewElement> {
  await driver.click(button)
  return button
}

/** Acts; a cookie banner that covers the element is declined first, and an element that the page replaced is tried again. */
export async function declineBannerAndRetry<Result>(
  driver: Driver,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof PageControllerError) || error.code !== 'covered') throw error
    const banner = findBanner(await driver.refresh())
    if (!banner || (await refuseConsent(banner, driver)) === undefined) throw error
    return act()
  }
}

export interface Banner {
  element: ViewElement
  buttons: Record<ConsentButton, ViewElement[]>
  choices: ViewElement[]
}

/** What has come up since an earlier look need not speak of cookies: it is the next page of a banner. */
export function findBanner(tree: PageTree, since?: PageTree): Banner | undefined {
  const [best] = tree.elements
    .filter((element) => !/^(html|body|main)$/.test(element.tag) && hasSize(element))
    .flatMap((element) => readBanner(element, tree, since !== undefined && !since.get(element.ref)) ?? [])
    .sort((a, b) => b.worth - a.worth || tree.order(b.banner.element) - tree.order(a.banner.element))
  return best?.banner
}

function readBanner(element: ViewElement, tree: PageTree, isNew: boolean) {
  const inside = tree.descendants(element)
  if (inside.length > MOST_ELEMENTS || inside.some((inner) => inner.editable)) return undefined
  const usable = inside.filter((one) => one.clickable && !one.disabled && !isChoice(one, tree))
  const said = usable.flatMap((one) => {
    const read = readConsentButton(one.name || one.text || (one.title ?? ''))
    return read && !(read.button === 'settings' && linksElsewhere(one, tree)) ? [{ one, ...read }] : []
  })
  const named = said.toSorted((a, b) => Number(b.all) - Number(a.all))
  const of = (kind: ConsentButton) => named.filter(({ button }) => button === kind).map(({ one }) => one)
  const buttons = { accept: of('accept'), reject: of('reject'), settings: of('settings'), save: of('save') }
  const kinds = new Set(said.map(({ button }) => button)).size
  if (kinds === 0) return undefined
  const around = tree.ancestors(element).slice(0, 3)
  const hints = [element, ...around, ...inside].map(({ hints: own }) => own)
  const text = normalize([element.name, ...inside.map((inner) => inner.ownText), ...hints].join(' '))
  const isSure = WORDS.consent.test(text)
  if (!isSure && !isNew && !(WORDS.privacy.test(text) && kinds > 1)) return undefined
  const banner: Banner = { element, buttons, choices: inside.filter(isCheckable) }
  return { banner, worth: kinds * 2 + (isSure ? 1 : 0) - Math.log2(inside.length + 1) }
}

/** A purpose with its box, not an answer to all of it. */
function isChoice(element: ViewElement, tree: PageTree): boolean {
  return isCheckable(element) || element.tag === 'label' || tree.descendants(element).some(isCheckable)
}

/** A link to a page about cookies is no settings. */
function linksElsewhere({ href }: ViewElement, { view }: PageTree): boolean {
  return href !== undefined && !/^javascript:/i.test(href) && pathOf(href) !== pathOf(view.url)
}

const MOST_ELEMENTS = 150

export type ConsentButton = 'accept' | 'reject' | 'settings' | 'save'

/** Beginnings of words, line by line in English, German, French, Spanish, Italian, Dutch and Portuguese; `no` may go on. */
const WORDS = Object.fromEntries(
  Object.entries(lines).map(([kind, words]) => [kind, new RegExp(`(?<!\\p{L})(?:${words.join('|')})`, 'u')]),
) as Record<keyof typeof lines, RegExp>

export function readConsentButton(name: string): { button: ConsentButton; all: boolean } | undefined {
  const said = normalize(name)
  if (said === '' || said.length > 60) return undefined
  const isAll = WORDS.all.test(said)
  if (WORDS.reject.test(said)) return { button: 'reject', all: isAll }
  if (WORDS.accept.test(said) && isAll) return { button: 'accept', all: true }
  if (WORDS.save.test(said) && !/manage|verwalten|gerer/.test(said)) return { button: 'save', all: isAll }
  if (WORDS.settings.test(said)) return { button: 'settings', all: false }
  if (WORDS.no.test(said)) return { button: 'reject', all: false }
  return WORDS.accept.test(said) ? { button: 'accept', all: false } : undefined
}
