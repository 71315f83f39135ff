import type { ViewElement } from '../../../browser/browser.ts'
import { isButtonInput, isCheckable, isField } from '../match/kinds.ts'
import { isOnward } from '../match/onward.ts'
import { wordsOf } from '../match/words.ts'
import { deedsOf } from '../ground/deeds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { findCalendar } from '../widgets/date/calendar.ts'
import { captionOf, captionOfGroup } from './caption.ts'
import { compoundsOf } from './compounds.ts'
import type { Compound } from './compounds.ts'
import { labelsFrom } from './labels.ts'
import type { Labels } from './labels.ts'
import { dateIn } from './said-values.ts'

/** Something of a form that words may be about. */
export interface Control {
  kind: 'field' | 'choice' | 'opener' | Compound['kind']
  element: ViewElement
  /** All elements that take the value together; empty where it is one. */
  parts: readonly ViewElement[]
  labels: Labels
  /** What the group of a choice is called: `Size`. */
  group: Labels
}

const MOST = 400
const NONE: Labels = { names: [], others: [], words: [] }

/** The fields and choices that are shown, in the dialog on top when one is open. */
export function controlsOf(tree: PageTree): Control[] {
  const dialog = tree.dialog
  const inDialog = dialog ? tree.descendants(dialog) : []
  const inside = inDialog.some(isField) ? inDialog : tree.elements
  const shown = new Set(inside)
  const compounds = compoundsOf(tree).filter((compound) => shown.has(compound.parts[0]!))
  const taken = new Set(compounds.filter(({ kind }) => kind !== 'nameParts').flatMap(({ parts }) => parts))
  const single = inside.filter((element) => !element.disabled && !taken.has(element)).slice(0, MOST * 5)
  const repeated = repeatedButtons(single)
  const controls = single.flatMap((element) =>
    repeated.has(element) ? [] : (controlOf(element, tree) ?? []),
  )
  const calendar = controls.some(({ element }) => element.tag === 'input' && isDateLike(element))
    ? undefined
    : findCalendar(tree)?.holder
  return [
    ...compounds.map(({ kind, parts, caption }): Control => ({
      kind,
      element: parts[0]!,
      parts,
      labels: labelsFrom([caption], true),
      group: NONE,
    })),
    ...(calendar ? [plainControl('field', calendar, ['date', 'day'], false)] : []),
    ...controls.slice(0, MOST),
  ]
}

/** `Like` of one post and `Like` of the next: a name alone does not say which one is meant. */
function repeatedButtons(elements: readonly ViewElement[]): Set<ViewElement> {
  const byName = new Map<string, ViewElement[]>()
  for (const element of elements)
    if (element.role === 'button' && element.pressed !== undefined)
      byName.set(element.name, [...(byName.get(element.name) ?? []), element])
  return new Set([...byName.values()].filter((alike) => alike.length > 1).flat())
}

function plainControl(
  kind: Control['kind'],
  element: ViewElement,
  names: readonly string[],
  byWord: boolean,
  group = '',
): Control {
  return {
    kind,
    element,
    parts: [],
    labels: labelsFrom(names, byWord),
    group: group === '' ? NONE : labelsFrom([group], true),
  }
}

function controlOf(element: ViewElement, tree: PageTree): Control | undefined {
  if (isCheckable(element) || element.pressed !== undefined || element.role === 'option')
    return choice(element, tree)
  if (isField(element)) {
    if (isButtonInput(element) || element.type === 'file') return undefined
    const isOpened = !element.editable && !element.options
    const besides = isOpened ? [captionOf(element, tree), hinted(element)] : unnamed(element, tree)
    return plainControl(isOpened ? 'opener' : 'field', element, [...namesOf(element), ...besides], true)
  }
  const opens = isInNavigation(element, tree) ? undefined : isOpener(element)
  if ((opens !== 'surely' || isPlainButton(element)) && isTile(element, tree)) return choice(element, tree)
  if (!opens) return undefined
  const caption = /\p{L}:\s/u.test(element.text) ? '' : captionOf(element, tree)
  const names = [...namesOf(element), caption, hinted(element)]
  return caption === '' && opens !== 'surely' ? undefined : plainControl('opener', element, names, true)
}

/** The menus of a site are no lists of a form. */
function isInNavigation(element: ViewElement, tree: PageTree): boolean {
  return tree
    .ancestors(element)
    .some(({ role, tag }) => role === 'navigation' || role === 'menubar' || tag === 'nav')
}

/** What the hints of a list without a name call it: `property-switcher`. */
function hinted({ hints }: ViewElement): string {
  return wordsOf(hints)
    .filter(
      (word) =>
        word.length > 3 &&
        !/^(select|dropdown|button|combo|combobox|picker|switcher|toggle|menu|list|trigger|value|open|control|field|input|wrap|wrapper|container|box)$/.test(
          word,
        ),
    )
    .slice(0, 2)
    .join(' ')
}

function choice(element: ViewElement, tree: PageTree): Control {
  const first = tree.children(element)[0]?.text ?? ''
  const text = element.text.length <= 80 ? element.text : ''
  return plainControl(
    'choice',
    element,
    [...namesOf(element), text, first],
    false,
    captionOfGroup(siblingsOf(element, tree), tree),
  )
}

/** The choices beside a choice, itself among them. */
function siblingsOf(element: ViewElement, tree: PageTree): ViewElement[] {
  for (const outer of tree.ancestors(element).slice(0, 3)) {
    const alike = tree
      .descendants(outer)
      .filter(
        (other) =>
          other.tag === element.tag && other.role === element.role && other.clickable === element.clickable,
      )
    if (alike.length > 1) return alike.slice(0, 2)
  }
  return []
}

function namesOf(element: ViewElement): string[] {
  const names = [element.name, element.placeholder ?? ''].filter((name) => name !== '' && name.length <= 80)
  return [...names, ...names.map((name) => name.split(/[(:*\d€$£–—·]| in | per /)[0]!.trim())]
}

/** A field without a name is called by what stands before it, a large one by what goes into it. */
function unnamed(element: ViewElement, tree: PageTree): string[] {
  const large = element.tag === 'textarea' || (element.editable && element.tag !== 'input')
  return [
    element.name === '' ? captionOf(element, tree) : '',
    ...(large ? ['text', 'message', 'body', 'content', 'story', 'description'] : []),
  ].filter((name) => name !== '')
}

/** Names of buttons that do something: pressing one is never a choice. */
const ACTION =
  /^(search|find|go|get|book|check|calculate|create|update|join|reserve|start|register|subscribe|filter|suchen|finden|buchen|anmelden|rechercher|chercher|réserver|buscar|reservar|cerca|prenota|zoeken|edit|delete|remove|rename|save|cancel|close|open|view|show|details|add|buy|pay|order|more|next|back|previous|reply|forward|share|like|copy|print|download|sign|log|submit|send|apply|clear|reset|confirm|continue|publish|archive|undo|abbrechen|zurück|weiter|speichern|löschen|entfernen|senden|hinzufügen|annuler|retour|supprimer|enregistrer|ajouter|cancelar|volver|guardar|eliminar|añadir|annulla|indietro|salva|elimina|aggiungi|annuleren|terug|opslaan|verwijderen|toevoegen)(?![\p{L}])/iu

/** Whether a button is called like something that is done by it, in any tongue. */
function isDeed({ role, pressed, checked }: ViewElement, said: string): boolean {
  const [first] = wordsOf(said)
  return (
    role === 'button' &&
    (pressed ?? checked) === undefined &&
    first !== undefined &&
    deedsOf(first).length > 0
  )
}

/** One of several alike that are clicked to choose it: a time, a size, a card. */
function isTile(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || element.role === 'link' || element.tag === 'label') return false
  const said = element.name || element.text
  if (said === '' || said.length > 60 || ACTION.test(said) || isDeed(element, said) || isOnward(element))
    return false
  const parent = tree.parent(element)
  const siblings = parent
    ? tree.children(parent).filter((other) => other.clickable && other.tag === element.tag)
    : []
  return siblings.length >= 2
}

const ASKS =
  /^(?:please )?(?:choose|select|pick|any|all|none|bitte wählen|wählen|auswählen|alle|choisir|choisissez|sélectionner|elige|seleccionar|selecciona|scegli|seleziona|kies|selecteer|escolha|selecione)(?![\p{L}])/iu
const ARROW = /[▾▼⌄∨˅▿⏷🔽]\s*$/u

/** Something that is clicked for a list or a calendar: it says so, or looks like it. */
/** `All` beside `Paid` and `Overdue` is one of them: nothing but its name would make it a list. */
function isPlainButton({ expanded, text, name }: ViewElement): boolean {
  return expanded === undefined && !ARROW.test(text.trim()) && !ARROW.test(name.trim())
}

function isOpener(element: ViewElement): 'surely' | 'likely' | undefined {
  if (
    !element.clickable ||
    element.text.length > 60 ||
    /^(link|label|tab)$/.test(element.role) ||
    element.tag === 'label'
  )
    return undefined
  const said = (element.name || element.text).trim()
  if (ARROW.test(element.text.trim()) || ARROW.test(said)) return 'surely'
  if (element.expanded !== undefined || ASKS.test(said))
    return element.role === 'button' || ASKS.test(said) ? 'surely' : 'likely'
  return /select|dropdown|\bdd\b|picker|combo|calendar|date/i.test(element.hints) ||
    (element.role === 'generic' && /\d/.test(element.text))
    ? 'likely'
    : undefined
}

/** Whether a field, by its type or its name, is for a date. */
export function isDateLike(element: ViewElement): boolean {
  if (/^(date|datetime-local)$/.test(element.type ?? '')) return true
  if (element.options)
    return element.options.some(({ label }) => /\d/.test(label) && dateIn(label) !== undefined)
  if (element.type !== undefined && !/^(text|)$/.test(element.type)) return false
  const said = `${element.name} ${element.hints} ${element.placeholder ?? ''}`
  return (
    /\b(date|day|check-? ?in|check-? ?out|arriv\w*|depart\w*|return|birth\w*|born|when|calendar|datum)\b/i.test(
      said,
    ) || /\b(dd|mm)[-/. ]+(dd|mm)[-/. ]+(yy)/i.test(said)
  )
}
