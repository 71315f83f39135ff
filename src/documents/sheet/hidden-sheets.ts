import { listOfNames } from './cell-budget.ts'

/** Says which sheets are left out because nobody who opens the document sees them. */
export function hiddenWarnings(sheets: readonly { name: string; isHidden: boolean }[]): string[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  return hidden.length === 0 ? [] : [`Hidden sheets are left out: ${listOfNames(hidden)}.`]
}
