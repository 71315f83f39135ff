const END = `[^\\s"'\`„“”‚‘’«»<>()[\\]{},;|]`

/** A path that a prompt spells out; a slash within a word, as in "and/or", begins none. */
export const WRITTEN_PATH = new RegExp(`(?<![^\\s"'\`„“”‚‘’«»(\\[,])/[\\p{L}\\p{N}_~%*.@+-]${END}*`, 'uy')

/** An address that a prompt spells out, with or without its protocol; `sitemap.xml` looks like one. */
export const WRITTEN_ADDRESS = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?!sitemap)(?:https?://${END}+|[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){0,9}\\.[a-z]{2,18}(?![\\p{L}\\p{N}])(?::\\d+)?(?:/${END}*)?)`,
  'iuy',
)

/** The pattern for a path with everything below it; `*` stands for one segment or, at the end, for whatever follows. */
export function pathPattern(written: string): string | undefined {
  const path = written.replace(/[?#].*$/, '').replace(/[.!:]+$/, '')
  const folder = path.replace(/\/\*{1,2}$/, '/')
  const source = folder
    .replace(/\/$/, '')
    .replaceAll(/[\\^$.*+?()[\]{}|]+/g, (signs) =>
      /^\*+$/.test(signs) ? '[^/]*' : signs.replaceAll(/./g, '\\$&'),
    )
  if (source === '') return undefined
  return folder === path ? `^${source}(/|$)` : `^${source}/`
}

export function pathOnSite(written: string, start: URL): string | undefined {
  const address = written.replace(/[.!:]+$/, '')
  const url = URL.parse(/^https?:/i.test(address) ? address : `${start.protocol}//${address}`)
  return url !== null && siteOf(url) === siteOf(start) ? url.pathname : undefined
}

function siteOf({ host }: URL): string {
  return host.replace(/^www\./, '')
}
