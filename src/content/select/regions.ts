import type { Element } from 'domhandler'
import { asksConsent } from './kind.ts'
import type { ElementKind } from './kind.ts'

export const REGIONS = {
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
export const CONSENT_REGION = 1 << 22

export function regionsOf({ name, attribs }: Element, { isUnseen, isConsent }: ElementKind): number {
  let bits = BY_NAME.get(name) ?? 0
  const { id } = attribs
  if (isConsent || (id !== undefined && asksConsent(id))) bits |= CONSENT_REGION
  if (isUnseen) bits |= REGIONS.unseen
  const { role } = attribs
  if (role !== undefined) bits |= BY_ROLE.get(role) ?? 0
  if (attribs['aria-hidden'] === 'true' || isNotShown(attribs)) bits |= REGIONS.hidden
  if (attribs['aria-modal'] === 'true') bits |= REGIONS.dialog
  return bits
}

export function isNotShown({ hidden, style }: Record<string, string | undefined>): boolean {
  return hidden !== undefined || (style !== undefined && HIDING_STYLE.test(style))
}

const HIDING_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

type Names = Partial<Record<keyof typeof REGIONS, string>>

function bitsByName(names: Names): Map<string, number> {
  const bits = new Map<string, number>()
  for (const [inside, list] of Object.entries(names)) {
    const bit = REGIONS[inside as keyof typeof REGIONS]
    for (const name of list.split(' ')) bits.set(name, (bits.get(name) ?? 0) | bit)
  }
  return bits
}

const BY_NAME = bitsByName({
  navigation: 'nav menu',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  main: 'main',
  article: 'article',
  section: 'section',
  form: 'form fieldset label',
  list: 'ul ol',
  table: 'table',
  link: 'a',
  button: 'button',
  heading: 'h1 h2 h3 h4 h5 h6',
  code: 'pre code',
  quote: 'blockquote',
  figure: 'figure',
  dialog: 'dialog',
  hidden: 'dialog',
  paragraph: 'p',
  noscript: 'noscript',
  definition: 'dl',
})

const BY_ROLE = bitsByName({
  navigation: 'navigation menu menubar toolbar',
  header: 'banner',
  footer: 'contentinfo',
  aside: 'complementary',
  main: 'main',
  article: 'article',
  form: 'search form',
  dialog: 'dialog alertdialog',
  hidden: 'tooltip',
  button: 'button',
  heading: 'heading',
})
