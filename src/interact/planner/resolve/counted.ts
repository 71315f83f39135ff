import type { ViewElement } from '../../../browser/browser.ts'
import { isRecordNoun } from '../match/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { mainRecords } from '../page/records.ts'
import type { Target } from '../step.ts'

/** `The third customer`, `the last one`: the entry of the list that the page is about, whatever the page calls it. */
export function countedRecord(target: Target, tree: PageTree): ViewElement | undefined {
  const { words, quoted, ordinal, relations, condition, traits } = target
  const isSaidMore = (relations?.length ?? 0) + (traits?.length ?? 0) > 0 || condition !== undefined
  if (!ordinal || quoted || isSaidMore || !/^\p{Ll}*$/u.test(words)) return undefined
  if (
    target.kind !== undefined &&
    !isRecordNoun(target.kind) &&
    !/^(row|listitem|article)$/.test(target.kind)
  )
    return undefined
  return mainRecords(tree).at(ordinal > 0 ? ordinal - 1 : ordinal)
}
