import { isAnyChange } from '../verify/changes.ts'
import type { Changes } from '../verify/changes.ts'
import { shorten } from './call.ts'

/** What changed in one clause: `the page now shows "Saved"`; undefined when nothing did. */
export function tellChanges(changes: Changes): string | undefined {
  if (!isAnyChange(changes)) return undefined
  if (changes.url && pathOf(changes.url.from) !== pathOf(changes.url.to))
    return `the page is now ${changes.url.to}`
  const dialog = changes.appeared.find((element) => element.role.endsWith('dialog'))
  if (dialog) return `a dialog${dialog.name ? ` ${quote(dialog.name)}` : ''} opened`
  const alert = changes.appeared.find((element) => /^(alert|status)$/.test(element.role) && element.text)
  if (alert) return `the page now shows ${quote(alert.text)}`
  if (changes.newTexts.length > 0)
    return `the page now shows ${changes.newTexts.slice(0, 3).map(quote).join(', ')}`
  const closed = changes.gone.find((element) => element.role.endsWith('dialog'))
  if (closed) return `the dialog${closed.name ? ` ${quote(closed.name)}` : ''} closed`
  if (changes.scrolled) return 'the page scrolled'
  if (changes.turned.length > 0 || changes.appeared.length > 0 || changes.gone.length > 0)
    return 'the page changed'
  if (changes.url) return `the page is now ${changes.url.to}`
  return changes.title && `the page is now called ${quote(changes.title.to)}`
}

function quote(text: string): string {
  return `"${shorten(text, 80)}"`
}

function pathOf(url: string): string {
  return url.replace(/#.*$/, '')
}
