import type { Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { look, part, raw, seek, trimmed, without } from './phrase.ts'
import { countOf } from './read-click.ts'
import { readFillIn } from './read-fill.ts'
import { readTarget, readTargets } from './read-target.ts'
import type { Code } from './tongue.ts'

/** `…, next, …`: a button called so, or only a word that counts the steps. */
export function readOnward(clause: Clause): Step[] {
  const click: Step = { do: 'click', target: { words: raw(clause.said), quoted: false } }
  const until = look(clause.body, 'role', 0, 'until')
  if (until) return [{ do: 'repeat', steps: [click], until: raw(part(clause.body, until.length)) }]
  return [{ ...click, others: [[]] }]
}

/** `increase the temperature three times`, `raise it by 2`; with `to` it has a value. */
export function readNudge(clause: Clause, up: boolean): Step[] {
  const { rest, count } = countOf(clause.body)
  if (count === undefined && seek(rest, 'role', ['to'], 1)) return readFillIn(clause, ['to'])
  const by = seek(rest, 'role', ['by', 'with'], 1)
  const number = by && numberIn(part(rest, by.after))
  const target = trimmed(by ? part(rest, 0, by.at) : rest)
  return [
    {
      do: 'nudge',
      target: target.tokens.length > 0 ? readTarget(target) : undefined,
      up,
      count: count ?? number ?? 1,
    },
  ]
}

function numberIn(phrase: Phrase): number | undefined {
  const value = Number(look(phrase, 'number', 0)?.meaning ?? phrase.tokens[0]?.text)
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** What leads on and back is called so, before a noun or behind it. */
const WAYS: Record<Code, [next: string, previous: string, behind?: boolean]> = {
  en: ['next', 'previous'],
  de: ['nächste', 'vorherige'],
  nl: ['volgende', 'vorige'],
  fr: ['suivante', 'précédente', true],
  es: ['siguiente', 'anterior', true],
  it: ['successiva', 'precedente', true],
  pt: ['seguinte', 'anterior', true],
}
const LONGEST_LEAP = 7

/** `go two weeks ahead`, `blättere einen Monat zurück`: so often what leads to the next or the previous one. */
export function readLeap(whole: Phrase): Step[] | undefined {
  const moves = look(whole, 'little', 0, 'moves')
  const unit = moves && seek(whole, 'little', ['unit'], moves.length)
  const ahead = unit && seek(whole, 'little', ['ahead', 'behind'])
  if (!ahead || whole.tokens.length > LONGEST_LEAP || (ahead.at > 0 && ahead.at < moves.length))
    return undefined
  const taken = whole.tokens.map(
    (_, at) =>
      at < moves.length || (at >= unit.at && at < unit.after) || (at >= ahead.at && at < ahead.after),
  )
  const rest = whole.tokens.filter((_, at) => !taken[at])
  const count =
    rest
      .map((_, at) => numberIn({ ...whole, tokens: rest.slice(at) }))
      .find((number) => number !== undefined) ?? 1
  const isSmall = (at: number) =>
    look({ ...whole, tokens: rest }, 'little', at, 'article') ??
    look({ ...whole, tokens: rest }, 'number', at) ??
    look({ ...whole, tokens: rest }, 'role', at)
  if (!rest.every((token, at) => /^\d+$/.test(token.text) || isSmall(at))) return undefined
  const [next, previous, isBehind] = WAYS[whole.tongue.code ?? 'en']
  const way = ahead.meaning === 'ahead' ? next : previous
  const noun = raw(part(whole, unit.at, unit.after)).replace(/(?<=\p{L}{3})(?:n|s|es)$/u, '')
  const words = isBehind ? `${noun} ${way}` : `${way} ${noun}`
  const leaf: Step = { do: 'page', number: ahead.meaning === 'ahead' ? 'next' : 'previous' }
  const click: Step = { do: 'click', target: { words, quoted: false }, ...(count > 1 && { count }) }
  return [{ ...click, others: [Array.from({ length: Math.min(count, 12) }, () => leaf)] }]
}

const FORMATS =
  /^(?:pdf|csv|xlsx?|excel|json|xml|png|jpe?g|svg|zip|docx?|word|txt|ics|ical|epub|mp3|mp4|html|markdown|md|text|spreadsheet)$/

/** `download the report as a PDF`, `export as CSV`: what, and as which kind of file. */
export function readDownload(clause: Clause): Step[] {
  const { body } = clause
  const as = seekFormat(body)
  const rest = trimmed(
    as ? { ...body, tokens: [...body.tokens.slice(0, as.at), ...body.tokens.slice(as.after)] } : body,
  )
  const said = readTargets(rest)
  const nothing: Target = { words: '', quoted: false, same: true }
  return (said.length > 0 ? said : [nothing]).map((target) => ({
    do: 'download',
    target,
    ...(as && { as: as.name }),
  }))
}

function seekFormat(body: Phrase): { at: number; after: number; name: string } | undefined {
  for (let at = 0; at < body.tokens.length; at += 1) {
    const role = look(body, 'role', at, 'as', 'in', 'to', 'into', 'with')
    if (!role) continue
    const rest = without(part(body, at + role.length), 'article')
    const name = rest.tokens[0]
    if (!name || !FORMATS.test(name.low.replace(/^\./, ''))) continue
    const start = body.tokens.indexOf(name)
    const noun = look(body, 'kind', start + 1, 'file')
    return { at, after: start + 1 + (noun?.length ?? 0), name: name.text }
  }
  return undefined
}
