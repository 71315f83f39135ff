import { readFileSync } from 'node:fs'

/** Endings of files that have nothing to read. Those that are also the end of many names (`.ai`, `.so`) are left out. */
const NOT_PAGES = new Set(
  readFileSync(new URL('not-pages.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
)
/** Lists for programs, which repeat what the pages say. */
const FEED = /^(?:sitemap[\w.-]*|feed|rss|atom|index)\.xml$/

export function mayBePage(url: string): boolean {
  const { pathname } = new URL(url)
  const name = fileName(pathname)
  const dot = name.lastIndexOf('.')
  // A wiki's page about a picture is called `File:Picture.jpg`.
  if (dot < 0 || name.includes(':')) return true
  return !NOT_PAGES.has(name.slice(dot + 1)) && !FEED.test(name)
}

function fileName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const parameter = name.indexOf(';')
  return parameter < 0 ? name : name.slice(0, parameter)
}
