import type { Element } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'

/** The icon that a page names: the sharpest one for a tab, else what a phone would show. Nothing is made up. */
export function bestIcon(links: readonly Element[], base: string | undefined): string | undefined {
  const icons = links
    .map(({ attribs }) => ({ score: scoreOf(attribs), address: iconUrl(attribs['href'], base) }))
    .filter((icon) => icon.score > 0 && icon.address !== undefined)
  const best = icons.reduce<(typeof icons)[number] | undefined>(
    (found, icon) => (found === undefined || icon.score > found.score ? icon : found),
    undefined,
  )
  return best?.address
}

/** An icon that is its own address would fill the answer with its pixels. */
function iconUrl(href: string | undefined, base: string | undefined): string | undefined {
  const url = absoluteUrl(href, base)
  return url === undefined || /^data:/i.test(url) ? undefined : url
}

function scoreOf({ rel = '', sizes = '', type = '', href = '' }: Record<string, string>): number {
  const relations = rel.toLowerCase().split(/\s+/)
  const isIcon = relations.includes('icon')
  if (!isIcon && !relations.some((relation) => relation.startsWith('apple-touch-icon'))) return 0
  const isDrawing = /svg/i.test(type) || /\.svg(\?|#|$)/i.test(href) || sizes.toLowerCase() === 'any'
  const side = sizes
    .split(/\s+/)
    .reduce((largest, size) => Math.max(largest, Number.parseInt(size, 10) || 0), 0)
  return (isIcon ? 10_000 : 1) + (isDrawing ? 5_000 : Math.min(side, 4_000))
}
