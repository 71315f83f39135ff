import type { Edit } from './line-edits.ts'

const CONTEXT = 3

/** Edits as a unified diff. Context lines are shown as in the current text. */
export function unifiedDiff(
  old: readonly string[],
  current: readonly string[],
  edits: readonly Edit[],
): string {
  const lines = ['--- previous', '+++ current']
  for (const hunk of hunksOf(edits)) {
    lines.push(headerOf(hunk))
    for (const { isEqual, ...edit } of hunk) {
      if (!isEqual) for (let at = edit.old[0]; at < edit.old[1]; at++) lines.push(`-${old[at]!}`)
      for (let at = edit.new[0]; at < edit.new[1]; at++) lines.push(`${isEqual ? ' ' : '+'}${current[at]!}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function hunksOf(edits: readonly Edit[]): Edit[][] {
  const hunks: Edit[][] = []
  let hunk: Edit[] = []
  for (const [index, edit] of edits.entries()) {
    if (!edit.isEqual) {
      hunk.push(edit)
      continue
    }
    const isLast = index === edits.length - 1
    if (hunk.length > 0 && !isLast && lengthOf(edit.new) <= 2 * CONTEXT) {
      hunk.push(edit)
      continue
    }
    if (hunk.length > 0) hunks.push([...hunk, firstOf(edit)])
    hunk = isLast ? [] : [lastOf(edit)]
  }
  return hunk.length > 0 ? [...hunks, hunk] : hunks
}

function lengthOf([from, to]: Edit['old']): number {
  return to - from
}

function firstOf({ isEqual, old, new: current }: Edit): Edit {
  const count = Math.min(CONTEXT, lengthOf(old))
  return { isEqual, old: [old[0], old[0] + count], new: [current[0], current[0] + count] }
}

function lastOf({ isEqual, old, new: current }: Edit): Edit {
  const count = Math.min(CONTEXT, lengthOf(old))
  return { isEqual, old: [old[1] - count, old[1]], new: [current[1] - count, current[1]] }
}

function headerOf(hunk: readonly Edit[]): string {
  const [first, last] = [hunk[0]!, hunk.at(-1)!]
  return `@@ -${rangeOf(first.old[0], last.old[1])} +${rangeOf(first.new[0], last.new[1])} @@`
}

function rangeOf(from: number, to: number): string {
  return `${to > from ? from + 1 : from},${to - from}`
}
