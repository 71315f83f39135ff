import type { Entity, PiiSpan } from './span.ts'

interface Branch {
  next: Map<number, Branch>
  /** Set where a text ends. */
  entity?: Entity
}

/** A finder of texts that are known to be personal: one pass, whose work per letter is bounded by the longest of them. */
export function createKnownFinder(known: Iterable<[text: string, entity: Entity]>) {
  const root: Branch = { next: new Map() }
  for (const [text, entity] of known) grow(root, text).entity ??= entity

  return (text: string): PiiSpan[] => {
    const spans: PiiSpan[] = []
    for (let start = 0; start < text.length; start++) {
      const found = longestAt(root, text, start)
      const last = spans.at(-1)
      if (!found) continue
      if (last && start < last.end) last.end = Math.max(last.end, found.end)
      else spans.push({ start, ...found, kind: 'known' })
    }
    return spans
  }
}

function grow(root: Branch, text: string): Branch {
  let branch = root
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let next = branch.next.get(code)
    if (!next) branch.next.set(code, (next = { next: new Map() }))
    branch = next
  }
  return branch
}

function longestAt(root: Branch, text: string, start: number): { end: number; entity: Entity } | undefined {
  let found: { end: number; entity: Entity } | undefined
  let branch = root.next.get(text.charCodeAt(start))
  for (let end = start + 1; branch; end++) {
    if (branch.entity) found = { end, entity: branch.entity }
    branch = end < text.length ? branch.next.get(text.charCodeAt(end)) : undefined
  }
  return found
}
