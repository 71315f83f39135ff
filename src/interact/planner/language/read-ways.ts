import type { Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { look, part, raw, seek, trimmed, without } from './phrase.ts'
import { readDetails } from './read-act.ts'
import { readTarget } from './read-target.ts'

const URL =
  /^(?:https?:\/\/\S+|(?:www\.)\S+|(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|de|fr|es|it|nl|pt|br|uk|eu|edu|gov|info|co|ai|app|me|ch|at|be|ca|us|test|local)(?::\d+)?(?:[/?#]\S*)?|localhost(?::\d+)?(?:\/\S*)?)$/i

/** An address, a page of results, a way back, or something to open. */
export function readGo(clause: Clause): Step[] {
  const { body } = clause
  const url = urlOf(body)
  if (url) return [{ do: 'goto', url }]
  const page = readPage(clause)
  if (page.length > 0) return page
  const target = readTarget(body)
  const top = look(without(body, 'article'), 'little', 0, 'top', 'bottom')
  if (top && clause.verb === 'go') return readScroll(clause)
  if (target.words === '' && target.kind === undefined && !target.ordinal) return readBackOr(clause, target)
  return [{ do: 'open', target }]
}

function readBackOr(clause: Clause, target: Target): Step[] {
  return clause.body.tokens[0]?.low === 'back' ? [{ do: 'back' }] : [{ do: 'open', target }]
}

function urlOf(phrase: Phrase): string | undefined {
  const told = phrase.tokens.find(
    (token, at) =>
      URL.test(token.text) &&
      (token.type === 'quoted' || at === phrase.tokens.length - 1 || token.text.includes('://')),
  )
  if (!told) return undefined
  return /^https?:/i.test(told.text) ? told.text : `https://${told.text}`
}

/** `page 3`, `next page`, `the last page`: nothing when it is not one of these. */
export function readPage(clause: Clause): Step[] {
  const of = seek(clause.body, 'role', ['of', 'in'], 1)
  const bare = without(of ? part(clause.body, 0, of.at) : clause.body, 'article')
  const end = bare.tokens.length
  const number = look(bare, 'little', 0, 'page')
  if (number && end === number.length + 1) {
    const text = bare.tokens[number.length]?.text.replace(/^#/, '') ?? ''
    const value = Number(look(bare, 'number', number.length)?.meaning ?? text)
    if (Number.isInteger(value) && value > 0) return [{ do: 'page', number: value }]
  }
  if (end < 2 || !look(bare, 'little', end - 1, 'page')) return []
  const which = look(bare, 'little', 0, 'next', 'previous') ?? undefined
  const ordinal = look(bare, 'ordinal', 0)
  if (ordinal && ordinal.length === end - 1)
    return [
      {
        do: 'page',
        number:
          ordinal.meaning === '-1' ? 'last' : ordinal.meaning === '1' ? 'first' : Number(ordinal.meaning),
      },
    ]
  if (which && which.length === end - 1)
    return [{ do: 'page', number: which.meaning === 'next' ? 'next' : 'previous' }]
  return []
}

export function readSearch(clause: Clause): Step[] {
  const body = trimmed(clause.body)
  const on = seek(body, 'role', ['in', 'with', 'into'], 1)
  const place = on && readTarget(part(body, on.after))
  const asked =
    on &&
    (/searchbox|page/.test(place?.kind ?? '') ||
      /^(?:site|website)$|(?:^|\s)(?:search|suche|recherche|buscador|ricerca|zoekbalk)$/i.test(
        place?.words ?? '',
      ))
      ? part(body, 0, on.at)
      : body
  const forWhat = seek(asked, 'role', ['for'])
  const query =
    forWhat && (forWhat.at === 0 || look(asked, 'little', 0, 'article')) ? part(asked, forWhat.after) : asked
  const quote = query.tokens.length === 1 && query.tokens[0]?.type === 'quoted' ? query.tokens[0] : undefined
  const words = quote?.text ?? raw(trimmed(query))
  if (words === '') return [{ do: 'click', target: { words: raw(clause.said), quoted: false } }]
  const details = quote ? [] : readDetails(query, 'what')
  return [{ do: 'search', query: words, ...(details.length > 1 && { details }) }]
}

export function readScroll(clause: Clause): Step[] {
  const { body } = clause
  const until = seek(body, 'role', ['until'])
  if (until)
    return [
      {
        do: 'repeat',
        steps: readScroll({ ...clause, body: part(body, 0, until.at) }),
        until: raw(part(body, until.after)),
      },
    ]
  const to = seek(body, 'role', ['to', 'into'])
  const place = trimmed(to ? part(body, to.after) : body)
  const bare = without(place, 'article')
  const end = look(bare, 'little', 0, 'top', 'bottom')
  const of = end && seek(bare, 'role', ['of', 'in'], end.length)
  const within = to && to.at > 0 ? trimmed(part(body, 0, to.at)) : undefined
  const held = within && !look(within, 'little', 0, 'up', 'down') ? readTarget(within) : undefined
  if (end) {
    const inside = of ? readTarget(part(bare, of.after)) : undefined
    const box =
      held ??
      (inside && inside.kind !== 'page' && inside.words !== 'text' && inside.kind !== 'text'
        ? inside
        : undefined)
    return [{ do: 'scroll', to: end.meaning as 'top', ...(box && { within: box }) }]
  }
  const way = look(body, 'little', 0, 'up', 'down', 'left', 'right')
  if (way && !to) return [{ do: 'scroll', to: way.meaning as 'up' }]
  if (body.tokens.length === 0) return [{ do: 'scroll', to: 'down' }]
  return [{ do: 'scroll', to: readTarget(place), ...(held && { within: held }) }]
}

const UNITS: Record<string, number> = { seconds: 1000, milliseconds: 1, minutes: 60_000 }

export function readWait(clause: Clause): Step[] {
  const body = trimmed(clause.body)
  const rest = without(look(body, 'role', 0, 'for', 'until') ? part(body, 1) : body, 'see')
  const bare = without(rest, 'article')
  const number = look(bare, 'number', 0)
  const amount = Number(number?.meaning ?? bare.tokens[0]?.text)
  const unit = UNITS[look(bare, 'number', number?.length ?? 1)?.meaning ?? '']
  if (Number.isFinite(amount) && unit) return [{ do: 'wait', ms: Math.min(amount * unit, 600_000) }]
  const glued = /^(\d+(?:\.\d+)?)(ms|s|sec)$/i.exec(bare.tokens[0]?.text ?? '')
  if (glued) return [{ do: 'wait', ms: Number(glued[1]) * (glued[2]?.toLowerCase() === 'ms' ? 1 : 1000) }]
  if (rest.tokens.length === 0) return [{ do: 'wait' }]
  const gone = seek(rest, 'little', ['gone'], 1)
  const shown = seek(rest, 'little', ['appear'], 1)
  const cut = gone ?? shown
  const target = readTarget(cut ? part(rest, 0, cut.at) : rest)
  // A page and a spinner are known by no name here.
  const plain = !target.words && (target.kind === 'page' || target.kind === 'spinbutton')
  const named = plain ? { words: target.kind === 'page' ? 'page' : 'spinner', quoted: false } : target
  return [{ do: 'wait', for: named, ...(gone && { gone: true }) }]
}
