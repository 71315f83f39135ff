import type { Page } from './page.ts'

/** Formats whose value is plain text. */
const TEXTS = new Set([
  'markdown',
  'html',
  'rawHtml',
  'summary',
  'answer',
  'highlights',
  'screenshot',
  'audio',
  'video',
])
const LISTS = new Set(['links', 'images'])

/** A page for people: a single format as text, several as JSON. */
export function pageText(page: Page): string {
  const [only, ...others] = Object.entries(page).filter(
    ([name, value]) => !['metadata', 'warning'].includes(name) && value !== undefined,
  )
  if (!only) return ''
  const [name, value] = only
  if (others.length > 0) return JSON.stringify(page, undefined, 2)
  if (TEXTS.has(name) && typeof value === 'string') return value
  if (LISTS.has(name) && Array.isArray(value)) return value.join('\n')
  return JSON.stringify(value, undefined, 2)
}
