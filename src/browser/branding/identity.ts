import type { LogoCandidate, StyleSample } from './style-sample.ts'

export function brandNameOf({ metas, organizations, logos }: StyleSample): string | undefined {
  const declared = ['og:site_name', 'application-name'].map(
    (name) => metas.find((meta) => meta.name === name)?.content,
  )
  const label = bestLogo(logos.filter((logo) => logo.label !== ''))?.label
  return [...declared, organizations.find(({ name }) => name)?.name, label && withoutLogo(label)].find(
    (name) => name !== undefined && /[\p{L}\p{N}]/u.test(name) && name.length <= MAX_NAME,
  )
}

export function logoOf({ logos, organizations }: StyleSample): string | undefined {
  return (
    bestLogo(logos.filter(({ source }) => source !== undefined))?.source ??
    organizations.find(({ logo }) => logo)?.logo
  )
}

export function faviconOf({ icons }: StyleSample): string | undefined {
  const scored = icons.flatMap((icon) =>
    scoreOfIcon(icon) > 0 ? [{ ...icon, score: scoreOfIcon(icon) }] : [],
  )
  return scored.sort((one, other) => other.score - one.score)[0]?.href
}

export function ogImageOf({ metas, url: pageUrl }: StyleSample): string | undefined {
  const written = ['og:image:secure_url', 'og:image', 'og:image:url']
    .map((name) => metas.find((meta) => meta.name === name)?.content)
    .find((content) => content !== undefined)
  const url = written === undefined ? null : URL.parse(written, pageUrl)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

const MAX_NAME = 80
const ENOUGH = 5

function bestLogo(logos: readonly LogoCandidate[]): LogoCandidate | undefined {
  const scored = logos.map((logo) => ({ logo, score: scoreOfLogo(logo) }))
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (found, one) => (found === undefined || one.score > found.score ? one : found),
    undefined,
  )
  return best && best.score >= ENOUGH ? best.logo : undefined
}

/** Logos of customers and partners are called so too, but stand further down and lead elsewhere. */
function scoreOfLogo({ isNamed, isHome, isInHeader, isInFooter, label, box, source }: LogoCandidate): number {
  const [left, top, width, height] = box as [number, number, number, number]
  const isSized = width >= 16 && height >= 12 && width <= 600 && height <= 260
  return (
    (isNamed ? 4 : 0) +
    (isHome ? 4 : 0) +
    (isInHeader ? 2 : 0) +
    (/logo/i.test(label) || /^http.*logo/i.test(source?.slice(0, 2000) ?? '') ? 1.5 : 0) +
    (top < 200 ? 1.5 : top < 500 ? 0 : -4) +
    (left < 500 ? 0.5 : 0) +
    (isSized ? 0 : -4) +
    (isInFooter ? -2 : 0) +
    // A mark of the size of an icon may belong to a button beside the logo.
    (width <= 24 && height <= 24 ? -1 : 0)
  )
}

/** The word for a logo, in the languages that write it differently, says nothing about whose it is. */
function withoutLogo(label: string): string {
  const name = label.replaceAll(LOGO_WORDS, ' ').replaceAll(/\s+/g, ' ')
  return name.replaceAll(/^[\s\-–—|:·]+|[\s\-–—|:·]+$/g, '')
}

const LOGO_WORDS =
  /(?<![\p{L}\p{N}])(?:logo|logotype|logotipo|logótipo|homepage|home page|home|startseite|accueil|inicio|логотип|ロゴ|标志|로고)(?![\p{L}\p{N}])/giu

function scoreOfIcon({ rel, sizes, type, href }: StyleSample['icons'][number]): number {
  const relations = rel.split(/\s+/)
  const isIcon = relations.includes('icon')
  if (!isIcon && !relations.some((relation) => relation.startsWith('apple-touch-icon'))) return 0
  const isDrawing = /svg/i.test(type) || /\.svg(?:\?|#|$)/i.test(href) || sizes.toLowerCase() === 'any'
  const side = sizes
    .split(/\s+/)
    .reduce((largest, size) => Math.max(largest, Number.parseInt(size, 10) || 0), 0)
  return (isIcon ? 10_000 : 1) + (isDrawing ? 5_000 : Math.min(side, 4_000))
}
