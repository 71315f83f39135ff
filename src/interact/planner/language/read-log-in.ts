import type { Step } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { isMark, look, part, raw, seek, startsUpper, without } from './phrase.ts'

/** `log in as U with P`, `sign in with username U and password P`, `login using U / P`. */
export function readLogIn(clause: Clause): Step[] {
  const { body } = clause
  const password = seek(body, 'little', ['password']) ?? seekCode(body)
  const slash = body.tokens.findIndex((token) => isMark(token, '/'))
  const cut = password ?? (slash > 0 ? { at: slash, after: slash + 1 } : seekSecond(body))
  if (!cut) return [{ do: 'click', target: { words: raw(clause.said), quoted: false } }]
  return [{ do: 'logIn', user: userOf(part(body, 0, cut.at)), password: secretOf(part(body, cut.after)) }]
}

/** `… and the code 481620`: a code that is sent stands for a password. */
function seekCode(body: Phrase): { at: number; after: number } | undefined {
  const at = body.tokens.findIndex((token, i) => i > 0 && /^(?:code|codigo|codice)$/.test(token.low))
  return at === -1 ? undefined : { at, after: at + 1 }
}

/** Where the second of two bare words begins: `as U with P`, `with U and P`. */
function seekSecond(body: Phrase): { at: number; after: number } | undefined {
  const as = seek(body, 'role', ['as'])
  if (as) return seek(body, 'role', ['with'], as.after)
  const first = seek(body, 'role', ['with'])
  return first && seek(body, 'little', ['and'], first.after)
}

/** The name of the user among what is said before the password. */
function userOf(phrase: Phrase): string {
  let end = phrase.tokens.length
  const hangs = (at: number) =>
    phrase.tokens[at]?.type === 'mark' ||
    look(phrase, 'role', at) ||
    look(phrase, 'little', at, 'and', 'article')
  while (end > 0 && hangs(end - 1)) end -= 1
  const said = part(phrase, 0, end)
  const lead = seek(said, 'role', ['as']) ?? seek(said, 'role', ['with']) ?? seek(said, 'role', ['for'])
  let rest = lead ? part(said, lead.after) : said
  for (;;) {
    const bare = without(rest, 'article')
    const label = look(bare, 'little', 0, 'user')
    // `with user` alone is a name; `with user bob` is not.
    const next = label && label.length < bare.tokens.length ? part(bare, label.length) : bare
    const stripped = isMark(next.tokens[0], ':=,') ? part(next, 1) : next
    if (stripped.tokens.length === rest.tokens.length || stripped.tokens.length === 0) break
    rest = stripped
  }
  const last = rest.tokens.at(-1)
  // `membership number 77120`: what it is called is not part of it.
  const label = rest.tokens.slice(0, -1)
  const isLabel =
    label.length > 0 &&
    label.every(({ text }) => /^\p{L}+$/u.test(text)) &&
    (rest.tongue.capitals || !startsUpper(label[0]))
  if (last && isLabel && /[\d@]/.test(last.text)) return last.text
  return rest.tokens.find((token) => token.type === 'quoted')?.text ?? raw(rest)
}

/** A password keeps every sign that stands right behind it, but for the full stop or comma of the sentence. */
function secretOf(phrase: Phrase): string {
  const at = phrase.tokens.findIndex((token) => !isMark(token, ':=,') && !/^(?:is|of|the)$/.test(token.low))
  const token = phrase.tokens[at]
  if (!token) return ''
  if (token.type === 'quoted') return token.text
  return (/^\S+/.exec(phrase.prompt.slice(token.start))?.[0] ?? token.text).replace(/[.,;]$/, '')
}
