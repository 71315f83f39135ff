/** Numbers between 0 and 1 that are the same for the same seed, on every machine. */
export function chanceFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const NOUNS =
  'river bank harbour valley orchard market bridge garden meadow village mill forest lantern workshop kitchen library ' +
  'museum railway station castle tower island lighthouse vineyard cellar barn stable quarry canal square chapel school ' +
  'engine letter ledger archive map compass anchor sail loom kiln furnace hammer chisel clock window roof chimney'
const VERBS =
  'carries keeps follows crosses measures repairs gathers shelters divides outlasts describes surrounds replaces ' +
  'supports reveals remembers delays feeds drains lifts'
const QUALITIES =
  'narrow patient old shallow bright quiet northern wooden careful distant steady uneven warm early hidden common ' +
  'local broad rough gentle late empty crowded familiar'
const MANNERS =
  'every spring|before the first frost|for longer than anybody planned|with very little help|against all advice|' +
  'after the fair|in most years|on ordinary days|without a written plan|by the light of one lamp|once the snow is gone|' +
  'while the town sleeps|since the old road was closed|at the end of each week'

const nouns = NOUNS.split(' ')
const verbs = VERBS.split(' ')
const qualities = QUALITIES.split(' ')
const manners = MANNERS.split('|')

function pick<Item>(from: readonly Item[], chance: () => number): Item {
  return from[Math.floor(chance() * from.length)]!
}

function thing(chance: () => number): string {
  return `the ${chance() < 0.6 ? `${pick(qualities, chance)} ` : ''}${pick(nouns, chance)}`
}

/** A sentence that reads like one; long ones are two joined. */
export function sentence(chance: () => number): string {
  const clause = () => `${thing(chance)} ${pick(verbs, chance)} ${thing(chance)} ${pick(manners, chance)}`
  const text = chance() < 0.4 ? `${clause()}, and ${clause()}` : clause()
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

export function paragraph(chance: () => number, sentences: number): string {
  return Array.from({ length: sentences }, () => sentence(chance)).join(' ')
}

/** A few words such as headlines are made of. */
export function headline(chance: () => number): string {
  const noun = pick(nouns, chance)
  const text = `${pick(qualities, chance)} ${noun} and ${thing(chance)}`
  return text[0]!.toUpperCase() + text.slice(1)
}
