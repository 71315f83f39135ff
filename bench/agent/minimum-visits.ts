import type { Pages, Site } from './site.ts'
import type { Task } from './task.ts'

/**
 * The fewest pages that lead to all that a task needs: the pages that it starts with, those that it needs, and those
 * between them over which they are found. Grown from page to page, always to the nearest.
 */
export function minimumVisits(site: Site, task: Task): number {
  if (!task.urls) return task.needs.length
  const starts = new Set(task.urls.flatMap((url) => pathOf(url, site) ?? []))
  const visited = new Set<string>()
  const left = new Set(task.needs)
  while (left.size > 0) {
    const way = wayToNearest(site, { starts, visited, wanted: left })
    if (way === undefined) throw new Error(`${task.id}: ${[...left].join(' ')} cannot be reached.`)
    for (const path of way) {
      visited.add(path)
      left.delete(path)
    }
  }
  return visited.size
}

interface Search {
  starts: ReadonlySet<string>
  visited: ReadonlySet<string>
  wanted: ReadonlySet<string>
}

/** The new pages on the way to the nearest page that is wanted. */
function wayToNearest(site: Site, { starts, visited, wanted }: Search): string[] | undefined {
  const seen = new Set(visited)
  let edge = [...starts, ...[...visited].flatMap((path) => linksOf(site, path))].map((path) => [path])
  while (edge.length > 0) {
    const next: string[][] = []
    for (const way of edge) {
      const last = way.at(-1)!
      if (seen.has(last)) continue
      seen.add(last)
      if (wanted.has(last)) return way
      for (const path of linksOf(site, last)) next.push([...way, path])
    }
    edge = next
  }
  return undefined
}

const links = new Map<Pages, Map<string, string[]>>()

/** Where a page of a site leads within it, redirects followed, in the order of the page. */
export function linksOf(site: Pages, path: string): string[] {
  const known = links.get(site) ?? new Map<string, string[]>()
  links.set(site, known)
  let found = known.get(path)
  if (found === undefined) {
    const anchors = site.respond(path).body.matchAll(/<a\b[^>]*?\bhref="([^"#]+)[^"]*"/gi)
    const addresses = Array.from(
      anchors,
      ([, href]) => new URL(href!.replaceAll('&amp;', '&'), site.origin + path),
    )
    found = [...new Set(addresses.flatMap(({ href }) => pathOf(href, site) ?? []))]
    known.set(path, found)
  }
  return found
}

/** The path of the site that an address ends at. */
function pathOf(address: string, site: Pages): string | undefined {
  const { origin, pathname, search } = new URL(address)
  if (origin !== site.origin) return undefined
  const { status, headers } = site.respond(pathname + search)
  if (status !== 301 && status !== 302) return pathname + search
  return pathOf(new URL(headers['location']!, address).href, site)
}
