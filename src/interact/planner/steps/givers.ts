import type { ViewElement } from '../../../browser/browser.ts'
import { sameness } from '../answer/concepts.ts'
import { has } from '../answer/judge.ts'
import { listsOf } from '../answer/lists.ts'
import { isSmall } from '../answer/small-words.ts'
import { plain, wordsOf } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { recordOf } from '../page/records.ts'

/** What is wanted of a page: the words that say which file, and the kind of file. */
export interface Wanted {
  words: readonly string[]
  format: string | undefined
}

/** What every file may be called. */
export const ANY =
  /^(file|document|data|table|list|report|all|everything|results?|copy|version|format|datei|tabelle|daten|liste|bericht|fichier|tableau|donnees|rapport|archivo|tabla|datos|informe|tabella|dati|bestand|tabel|gegevens|arquivo|tabela|dados)$/
const MENU = /\b(more|menu|options|actions|kebab|ellipsis|dots)\b|[⋮⋯…]|\.\.\./i

/** The menu of the entry that has most of what is said, where one has more of it than all others. */
export function menuOf(wanted: Wanted, tree: PageTree): ViewElement | undefined {
  const telling = wanted.words.filter((word) => !ANY.test(word))
  const ranked = listsOf(tree)
    .flat()
    .map(({ element, words }) => ({
      element,
      hits: telling.filter((word) => has(words, word) >= 0.9).length,
    }))
    .toSorted((a, b) => b.hits - a.hits)
  const [best, next] = ranked
  if (!best || best.hits === 0 || best.hits === next?.hits || best.hits * 3 < telling.length) return undefined
  return tree
    .descendants(best.element)
    .find(
      (element) =>
        element.clickable &&
        MENU.test(
          `${element.name} ${element.text.length < 20 ? element.text : ''} ${element.hints} ${element.title ?? ''}`,
        ),
    )
}

export function isLeaf(element: ViewElement, tree: PageTree): boolean {
  const text = element.name || element.text
  return text !== '' && text.length <= 60 && !tree.descendants(element).some((inner) => inner.clickable)
}

const ALIKE: Record<string, RegExp> = {
  excel: /\b(excel|xlsx?)\b/i,
  xls: /\b(excel|xlsx?)\b/i,
  xlsx: /\b(excel|xlsx?)\b/i,
  word: /\b(word|docx?)\b/i,
  image: /\b(image|png|jpe?g|svg)\b/i,
  picture: /\b(image|png|jpe?g|svg)\b/i,
}

export function isFormat(text: string, format: string | undefined): boolean {
  if (format === undefined) return false
  return ALIKE[format]?.test(text) ?? wordsOf(text.replace(/[.()]/g, ' ')).includes(format)
}

export const GIVES =
  /download|export|herunterladen|t[eé]l[eé]charger|descargar|scarica|esporta|baixar|transferir|\bpdf\b|\bcsv\b|\bzip\b|\bxlsx?\b|\bjson\b|save as|speichern als|⬇|↓|⤓/i

export function namesOf(element: ViewElement): string {
  return `${element.name} ${element.text.length <= 80 ? element.text : ''} ${element.title ?? ''} ${element.hints} ${element.href ?? ''}`
}

export function isGiving(element: ViewElement): boolean {
  return element.clickable && !element.disabled && !element.editable && GIVES.test(namesOf(element))
}

/** Whether a control, or the entry that it is part of, has a word. */
export function speaksOf(element: ViewElement, word: string, tree: PageTree): boolean {
  const record = recordOf(element, tree)
  const texts = [namesOf(element), record && record.text.length <= 300 ? record.text : '']
  return texts.some((text) => wordsOf(text).some((other) => sameness(word, other) >= 0.9))
}

export function worth(element: ViewElement, { words, format }: Wanted, tree: PageTree): number {
  const named = words.filter((word) =>
    wordsOf(namesOf(element)).some((other) => sameness(word, other) >= 0.9),
  ).length
  const spoken = words.filter((word) => speaksOf(element, word, tree)).length
  const isDirect = /^(link|button|menuitem)$/.test(element.role) ? 0.1 : 0
  return named + spoken + (format !== undefined && isFormat(namesOf(element), format) ? 1 : 0) + isDirect
}

/** What gives the file at once: it or its entry speaks of all that is wanted, and of the kind of file. */
export function giverOf(wanted: Wanted, tree: PageTree): ViewElement | undefined {
  const givers = tree.elements.filter((element) => isGiving(element) && isLeaf(element, tree))
  const headings = tree.elements
    .filter((element) => element.role === 'heading')
    .flatMap(({ text }) => wordsOf(text))
  // What the page as a whole is about need not be said again beside each file.
  const isSaidAbove = (word: string) =>
    headings.some((other) => sameness(word, other) >= 0.9) &&
    !givers.some((element) => speaksOf(element, word, tree))
  const telling = wanted.words.filter((word) => !ANY.test(word) && !isSaidAbove(word))
  return givers
    .filter((element) => wanted.format === undefined || isFormat(namesOf(element), wanted.format))
    .filter((element) => telling.every((word) => speaksOf(element, word, tree)))
    .filter(
      (element) =>
        telling.length > 0 ||
        wanted.format !== undefined ||
        wanted.words.some((word) => speaksOf(element, word, tree)),
    )
    .toSorted((a, b) => worth(b, wanted, tree) - worth(a, wanted, tree))[0]
}

const BARE =
  /^(download|downloads|export|exporting|exportieren|herunterladen|telecharger|exporter|descargar|exportar|scarica|esporta|baixar|downloaden|exporteren|as|als|to|file|data|daten|\W)*$/

/** What may lead to it: a button that only says that it gives files, and no entry's own. */
export function openerOf(wanted: Wanted, tree: PageTree): ViewElement | undefined {
  const givers = tree.elements.filter((element) => isGiving(element) && isLeaf(element, tree))
  return givers
    .filter((element) => {
      const name = plain(element.name || element.text)
      const words = wordsOf(name).filter((word) => !isSmall(word) && !BARE.test(word))
      const isOthers = words.some((word) => !wanted.words.some((said) => sameness(said, word) >= 0.7))
      const isOneOfMany = givers.some(
        (other) => other !== element && plain(other.name || other.text) === name,
      )
      return !isOthers && !isOneOfMany
    })
    .toSorted((a, b) => worth(b, wanted, tree) - worth(a, wanted, tree))[0]
}

/** What gives a file: the thing itself, else what is for that in the entry that it is part of. */
export function givesIn(element: ViewElement, wanted: Wanted, tree: PageTree): ViewElement | undefined {
  if (isGiving(element)) return element
  const entry = recordOf(element, tree)
  const inEntry = entry ? tree.descendants(entry).filter(isGiving) : []
  return inEntry.toSorted((a, b) => worth(b, wanted, tree) - worth(a, wanted, tree))[0]
}

export function controlOf(element: ViewElement, wanted: Wanted, tree: PageTree): ViewElement | undefined {
  return givesIn(element, wanted, tree) ?? (element.clickable ? element : undefined)
}
