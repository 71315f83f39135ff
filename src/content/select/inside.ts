import type { Element } from 'domhandler'
import { asksConsent } from './kind.ts'
import type { Kind } from './kind.ts'

/** What an element can be in, as bits. */
export const INSIDE = {
  navigation: 1 << 0,
  header: 1 << 1,
  footer: 1 << 2,
  aside: 1 << 3,
  main: 1 << 4,
  article: 1 << 5,
  form: 1 << 6,
  list: 1 << 7,
  table: 1 << 8,
  link: 1 << 9,
  button: 1 << 10,
  hidden: 1 << 11,
  heading: 1 << 12,
  code: 1 << 13,
  quote: 1 << 14,
  figure: 1 << 15,
  dialog: 1 << 16,
  paragraph: 1 << 17,
  noscript: 1 << 18,
  unseen: 1 << 19,
  section: 1 << 20,
  definition: 1 << 21,
} as const

/** One more bit, which is no matter of judgement: what asks for consent is not what a page is about. */
export const CONSENT = 1 << 22

/** The bits that an element adds to those of what it is in. */
export function insideOf({ name, attribs }: Element, { isUnseen, isConsent }: Kind): number {
  let bits = BY_NAME.get(name) ?? 0
  const { id } = attribs
  if (isConsent || (id !== undefined && asksConsent(id))) bits |= CONSENT
  if (isUnseen) bits |= INSIDE.unseen
  const { role } = attribs
  if (role !== undefined) bits |= BY_ROLE.get(role) ?? 0
  if (attribs['aria-hidden'] === 'true' || isNotShown(attribs)) bits |= INSIDE.hidden
  if (attribs['aria-modal'] === 'true') bits |= INSIDE.dialog
  return bits
}

/** Whether a reader of the page as it is does not see the element. */
export function isNotShown({ hidden, style }: Record<string, string | undefined>): boolean {
  return hidden !== undefined || (style !== undefined && HIDING_STYLE.test(style))
}

const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

const BY_NAME: ReadonlyMap<string, number> = new Map([
  ['nav', INSIDE.navigation],
  ['menu', INSIDE.navigation],
  ['header', INSIDE.header],
  ['footer', INSIDE.footer],
  ['aside', INSIDE.aside],
  ['main', INSIDE.main],
  ['article', INSIDE.article],
  ['section', INSIDE.section],
  ['form', INSIDE.form],
  ['fieldset', INSIDE.form],
  ['label', INSIDE.form],
  ['ul', INSIDE.list],
  ['ol', INSIDE.list],
  ['table', INSIDE.table],
  ['a', INSIDE.link],
  ['button', INSIDE.button],
  ['h1', INSIDE.heading],
  ['h2', INSIDE.heading],
  ['h3', INSIDE.heading],
  ['h4', INSIDE.heading],
  ['h5', INSIDE.heading],
  ['h6', INSIDE.heading],
  ['pre', INSIDE.code],
  ['code', INSIDE.code],
  ['blockquote', INSIDE.quote],
  ['figure', INSIDE.figure],
  ['dialog', INSIDE.dialog | INSIDE.hidden],
  ['p', INSIDE.paragraph],
  ['noscript', INSIDE.noscript],
  ['dl', INSIDE.definition],
])

const BY_ROLE: ReadonlyMap<string, number> = new Map([
  ['navigation', INSIDE.navigation],
  ['menu', INSIDE.navigation],
  ['menubar', INSIDE.navigation],
  ['toolbar', INSIDE.navigation],
  ['banner', INSIDE.header],
  ['contentinfo', INSIDE.footer],
  ['complementary', INSIDE.aside],
  ['main', INSIDE.main],
  ['article', INSIDE.article],
  ['search', INSIDE.form],
  ['form', INSIDE.form],
  ['dialog', INSIDE.dialog],
  ['alertdialog', INSIDE.dialog],
  ['tooltip', INSIDE.hidden],
  ['button', INSIDE.button],
  ['heading', INSIDE.heading],
])
