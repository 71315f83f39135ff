import type { Entity, PiiSpan } from './span.ts'

/** Aho and Corasick's search: one pass over the text, whatever the number and length of the known texts. */
export function createKnownFinder(known: Iterable<[text: string, entity: Entity]>) {
  const texts = [...known].filter(([text]) => text !== '')
  const automaton = createAutomaton(texts.map(([text]) => text))

  return (text: string): PiiSpan[] => {
    const spans: PiiSpan[] = []
    let state = 0
    for (let at = 0; at < text.length; at++) {
      state = automaton.step(state, text.charCodeAt(at))
      const ending = texts[automaton.ending(state)]
      if (!ending) continue
      const end = at + 1
      addSpan(spans, { start: end - ending[0].length, end, entity: ending[1], kind: 'known' })
    }
    return spans
  }
}

/** Spans come by where they end; those that overlap become one, named by the longest of those that begin first. */
function addSpan(spans: PiiSpan[], added: PiiSpan): void {
  let span = added
  for (let last = spans.at(-1); last && last.end > span.start; last = spans.at(-1)) {
    spans.pop()
    if (last.start < span.start) span = { ...last, end: span.end }
  }
  spans.push(span)
}

const ROOT = 0
const NONE = -1

/**
 * Finds many texts in one pass. A state is a prefix of some texts; `ending` is the index of the longest text that ends
 * there. The states of one text are numbered in a row, so only branches need a map.
 */
function createAutomaton(texts: readonly string[]) {
  const size = texts.reduce((sum, { length }) => sum + length + 1, 2)
  const letters = new Int32Array(size).fill(NONE)
  const endings = new Int32Array(size).fill(NONE)
  /** For each state the longest other one that it ends with. */
  const shorter = new Int32Array(size)
  const branches = new Map<number, Map<number, number>>()
  let free = ROOT + 2
  for (const [index, text] of texts.entries()) addText(text, index)
  linkShorter()
  return { step, ending: (state: number) => endings[state]! }

  function addText(text: string, index: number) {
    let state = ROOT
    let at = 0
    for (let next; at < text.length && (next = longer(state, text.charCodeAt(at))); at++) state = next
    if (at < text.length) {
      if (!branches.has(state)) branches.set(state, new Map())
      branches.get(state)!.set(text.charCodeAt(at), free)
      for (; at < text.length; at++) letters[free++] = text.charCodeAt(at)
      state = free++ - 1
    }
    if (endings[state] === NONE) endings[state] = index
  }

  function longer(state: number, letter: number): number {
    return letters[state + 1] === letter ? state + 1 : (branches.get(state)?.get(letter) ?? ROOT)
  }

  function step(from: number, letter: number): number {
    for (let state = from; ; state = shorter[state]!) {
      const next = longer(state, letter)
      if (next !== ROOT || state === ROOT) return next
    }
  }

  /** Shorter states first, since longer ones are told by them. */
  function linkShorter() {
    const queue = [ROOT]
    for (const state of queue) {
      if ((letters[state + 1] ?? NONE) !== NONE) link(state, state + 1)
      for (const next of branches.get(state)?.values() ?? []) link(state, next)
    }

    function link(state: number, next: number) {
      if (state !== ROOT) shorter[next] = step(shorter[state]!, letters[next]!)
      if (endings[next] === NONE) endings[next] = endings[shorter[next]!]!
      queue.push(next)
    }
  }
}
