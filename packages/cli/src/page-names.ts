import { createHash } from 'node:crypto'

/** Names for the files of pages, each used once. */
export interface PageNames {
  /** The path of a page below the folder, with `/` between its parts and without an ending. */
  nameOf(url: string): string
}

/**
 * Gives every page a file of its own that any file system takes. Names follow the address; where two would be the same,
 * also on file systems that do not tell capitals, the later one gets a mark made from its address. `taken` are names of
 * an earlier run, which pages keep.
 */
export function createPageNames(start: string, taken: ReadonlyMap<string, string> = new Map()): PageNames {
  const home = hostOf(start)
  const names = new Map(taken)
  const files = new Set<string>()
  const folders = new Set<string>()
  const claim = (name: string) => {
    files.add(foldCase(name))
    for (const parent of parentsOf(name)) folders.add(foldCase(parent))
  }
  // A file `a.md` cannot stand where a folder `a.md` does, whichever ending it is going to have.
  const isFree = (name: string) =>
    !files.has(foldCase(name)) &&
    !EXTENSIONS.some((ending) => folders.has(foldCase(name + ending))) &&
    !parentsOf(name).some((parent) => EXTENSIONS.some((ending) => isFile(parent, ending)))
  const isFile = (path: string, ending: string) =>
    foldCase(path).endsWith(ending) && files.has(foldCase(path).slice(0, -ending.length))
  for (const name of [INDEX_NAME, ...names.values()]) claim(name)

  return {
    nameOf(url) {
      const known = names.get(url)
      if (known !== undefined) return known
      const wanted = pathOf(url, home)
      let name = wanted
      // A site may have named a page like a mark.
      for (let times = 0; !isFree(name); times++)
        name = `${cut(wanted.replaceAll('/', '-'), 60)}~${hashOf(url + '#'.repeat(times))}`
      claim(name)
      names.set(url, name)
      return name
    },
  }
}

/** The name of the file that lists the others, which no page may have. */
export const INDEX_NAME = 'winnow-index'

/** What files of one page may end in. No name ends with `.raw`, so that what a file is can be told by its ending. */
export const EXTENSIONS = ['.md', '.html', '.raw.html', '.json'] as const

/** Windows has paths of 260 characters, and the folder they are in is part of them. */
const MAX_PATH_BYTES = 160
const MAX_PART_BYTES = 80

function pathOf(url: string, home: string): string {
  const { pathname, search, host } = parse(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  const isFolder = pathname.endsWith('/') || parts.length === 0
  const page = isFolder ? 'index' : parts.pop()!.replace(/\.(?:html?|xhtml|md)$/i, '')
  const last = (search.length > 1 ? `${page}-${search.slice(1)}` : page).replace(/\.(raw)$/i, '-$1')
  const path = [...(host === home ? [] : [host]), ...parts, last].map(safePart).join('/')
  return Buffer.byteLength(path) <= MAX_PATH_BYTES
    ? path
    : `${cut(path.replaceAll('/', '-'), 60)}~${hashOf(url)}`
}

/** One part of a path: no separators, no control characters, no names that Windows keeps for itself, not too long. */
function safePart(part: string): string {
  const clean = decode(part)
    .normalize('NFC')
    .replaceAll(UNSAFE, '-')
    .replace(/^[.\s~]+/, '_')
    .replace(/[.\s]+$/, '_')
  const named = clean === '' ? '_' : clean
  const own = RESERVED.test(named) ? `_${named}` : named
  return Buffer.byteLength(own) <= MAX_PART_BYTES ? own : `${cut(own, MAX_PART_BYTES - 10)}~${hashOf(part)}`
}

/** Separators, wildcards, quotes, what shells and Windows read as more than a letter, and what cannot be seen. */
const UNSAFE = /[<>:"/\\|?*%$`&;'!]|\p{C}|\p{Zl}|\p{Zp}/gu
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)/i

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The beginning of a text that fits into so many bytes, whole characters only. */
function cut(text: string, bytes: number): string {
  let kept = ''
  for (const character of text) {
    if (Buffer.byteLength(kept + character) > bytes) break
    kept += character
  }
  return kept
}

function parentsOf(name: string): string[] {
  const parts = name.split('/')
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** The same for two names that some file system takes for one. */
function foldCase(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase()
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}

function hostOf(url: string): string {
  return parse(url).host
}

function parse(url: string): URL {
  return URL.canParse(url) ? new URL(url) : new URL(`http://unknown.invalid/${encodeURIComponent(url)}`)
}
