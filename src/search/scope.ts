import { decodeUrlPart } from '../language/decode-url-part.ts'
import type { Query } from './parse-query.ts'

export interface Scope {
  /** Hosts with their subdomains, or parts of them such as `example.com/docs`; none means everywhere. */
  sites: readonly string[]
  excludedSites: readonly string[]
  fileType: string | undefined
}

/**
 * What all of several limits leave: the query's own, those of the request, those of a category. Limits that leave
 * nothing contradict each other.
 */
export function scopeOf(
  query: Query,
  limits: {
    sites: readonly (readonly string[])[]
    excludedSites: readonly string[]
    fileType?: string | undefined
  },
): Scope | 'contradiction' {
  const groups = [query.sites, ...limits.sites].filter((group) => group.length > 0)
  const sites = groups.reduce<readonly string[]>(
    (left, group, index) => (index === 0 ? group : intersection(left, group)),
    [],
  )
  if (groups.length > 0 && sites.length === 0) return 'contradiction'
  const fileTypes = new Set([query.fileType, limits.fileType].filter((one) => one !== undefined))
  if (fileTypes.size > 1) return 'contradiction'
  return {
    sites: [...new Set(sites)],
    excludedSites: [...new Set([...query.excludedSites, ...limits.excludedSites])],
    fileType: [...fileTypes][0],
  }
}

/** Whether a result is from where it may be from; not everybody who searches keeps to that. */
export function isWithin(url: string, { sites, excludedSites }: Scope): boolean {
  const { hostname, pathname } = new URL(url)
  const place = hostname.replace(/\.$/, '') + pathname
  const isOf = (site: string) => isSameOrBelow(place, site)
  return (sites.length === 0 || sites.some(isOf)) && !excludedSites.some(isOf)
}

function intersection(left: readonly string[], right: readonly string[]): string[] {
  return left.flatMap((a) =>
    right.flatMap((b) => (isSameOrBelow(a, b) ? [a] : isSameOrBelow(b, a) ? [b] : [])),
  )
}

function isSameOrBelow(place: string, site: string): boolean {
  const [inner, outer] = [partsOf(place), partsOf(site)]
  return (
    (inner.host === outer.host || inner.host.endsWith(`.${outer.host}`)) &&
    `${inner.path}/`.startsWith(outer.path === '' ? '' : `${outer.path}/`)
  )
}

function partsOf(place: string): { host: string; path: string } {
  const at = place.indexOf('/')
  return at < 0
    ? { host: place, path: '' }
    : { host: place.slice(0, at), path: place.slice(at).replaceAll(ESCAPES, decodeUrlPart).toLowerCase() }
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi

interface Category {
  sites: readonly string[]
  fileType?: string
}

const sitesIn = (list: string) => list.split(/\s+/)

const CATEGORIES = {
  github: { sites: ['github.com'] },
  research: {
    sites: sitesIn(
      `arxiv.org ncbi.nlm.nih.gov semanticscholar.org nature.com science.org sciencedirect.com springer.com ieee.org acm.org
      biorxiv.org medrxiv.org plos.org openreview.net jstor.org`,
    ),
  },
  pdf: { sites: [], fileType: 'pdf' },
  developer: {
    sites: sitesIn(
      `github.com gitlab.com stackoverflow.com developer.mozilla.org readthedocs.io docs.python.org docs.rs pkg.go.dev npmjs.com
      pypi.org learn.microsoft.com developer.apple.com developers.google.com docs.oracle.com kubernetes.io`,
    ),
  },
} satisfies Record<string, Category>

export type CategoryName = keyof typeof CATEGORIES

export function categoryOf(name: CategoryName | undefined): Category {
  return name === undefined ? { sites: [] } : CATEGORIES[name]
}
