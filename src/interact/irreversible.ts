import table from './irreversible.json' with { type: 'json' }
import type { ViewElement } from '../browser/browser.ts'

/** Whether pressing an element cannot be undone, and if so, whether these words ask for it. All in lower case. */
export function checkIrreversible(
  { name, text, role }: ViewElement,
  words: string,
): 'harmless' | 'asked' | 'unasked' {
  if (HARMLESS_ROLES.test(role)) return 'harmless'
  const called = (name || text.slice(0, 100)).toLowerCase().replaceAll(HARMLESS_NAMES, '')
  // A link that only begins with such a word leads to a page about it as a rule.
  const found = KINDS.filter(({ press, link }) => (role === 'link' ? link.test(called) : press.test(called)))
  const unasked = found.filter(({ asked }) => !asked.test(words))
  if (unasked.some(({ isUsual }) => !isUsual)) return 'unasked'
  return found.length > unasked.length ? 'asked' : 'harmless'
}

/** Choosing one of these sends nothing. */
const HARMLESS_ROLES =
  /^(tab|radio|checkbox|switch|option|combobox|textbox|searchbox|heading|slider|row|cell|treeitem|text)$/

const HARMLESS_NAMES =
  /\b(?:sort(?: order)?|reorder|(?:view|track|my|show|your) orders?|order (?:by|history|details|status|number)|orders|post ?code|postal|posts|book details|books|remove filters?|payment (?:methods?|options?)|send (?:me )?(?:a |the )?code|resend)\b/g

/** By names of buttons and links; `asked` are words of a task that ask for it, which `isUsual` needs not. */
const KINDS = table.map(({ press, link, asked, isUsual = false }) => {
  return { press: new RegExp(press), link: new RegExp(link), asked: new RegExp(asked), isUsual }
})

const PROHIBITION =
  /\b(?:do not|don['’]?t|never|without|avoid|must not|should not|shouldn['’]?t|no need to|nicht|ne pas|sin|zonder|niet)\b(?! forget)(?! fail to)[^.;,!\n]*/g

/** The clauses of a text that say what is not to be done. Texts in quotes are values. */
export function prohibitionsIn(text: string): string[] {
  return text.replaceAll(QUOTED, '""').match(PROHIBITION) ?? []
}

export function withoutProhibitions(text: string): string {
  const quoted = text.match(QUOTED) ?? []
  return [text.replaceAll(QUOTED, '""').replaceAll(PROHIBITION, ' '), ...quoted].join(' ')
}

const QUOTED = /"[^"\n]*"|“[^”\n]*”|«[^»\n]*»/g
