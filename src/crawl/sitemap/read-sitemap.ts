import { setImmediate as nextTurn } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import type { OpenedUrl } from '../open-url.ts'
import { sitemapBytes, sitemapText } from './sitemap-text.ts'

/** Malformed or truncated files give the entries that could be read. Fails only when there are none. */
export async function* readSitemap(opened: OpenedUrl, signal: AbortSignal): AsyncGenerator<SitemapEntry> {
  let count = 0
  try {
    for await (const entries of entryBatches(opened)) {
      for (const entry of entries) {
        signal.throwIfAborted()
        yield entry
        if (++count === MAX_ENTRIES) return
      }
      // Text may arrive faster than it is parsed, so other tasks get a turn.
      await nextTurn()
      signal.throwIfAborted()
    }
  } catch (failure) {
    if (signal.aborted || count === 0) throw failure
  }
}

/** The protocol allows 50,000, but larger sitemaps exist. */
const MAX_ENTRIES = 500_000

async function* entryBatches({ url, headers, body }: OpenedUrl): AsyncGenerator<SitemapEntry[]> {
  let format: SitemapFormat | undefined
  for await (const text of sitemapText(sitemapBytes(body), headers['content-type'] ?? '')) {
    format ??= formatOf(text, url)
    const { found, isDone } = format?.read(text) ?? NO_ENTRIES
    yield found
    if (isDone) return
  }
  yield format?.end() ?? []
}

const NO_ENTRIES = { found: [], isDone: false }

function formatOf(text: string, base: string): SitemapFormat | undefined {
  const first = text.trimStart()[0]
  if (first === undefined) return undefined
  return first === '<' ? createXmlFormat(base) : createTextFormat()
}

interface SitemapEntry {
  kind: 'page' | 'sitemap'
  url: string
}

interface SitemapFormat {
  /** The entries that this piece completed. `isDone` means that nothing useful follows. */
  read(text: string): { found: SitemapEntry[]; isDone: boolean }
  end(): SitemapEntry[]
}

/** Servers accept no longer URLs; the protocol allows 2,048. */
const MAX_URL_CHARS = 8192

function httpUrl(written: string, base?: string): string | undefined {
  const text = written.trim()
  if (text === '' || text.length > MAX_URL_CHARS) return undefined
  const url = URL.parse(text, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/**
 * Elements are identified by their name within their parent, with any prefix, so the URL of an image is no
 * page.
 */
function createXmlFormat(base: string): SitemapFormat {
  const path: string[] = []
  let found: SitemapEntry[] = []
  let current: OpenText | undefined
  let unreadChars = 0
  let isDone = false

  const addEntry = (kind: SitemapEntry['kind'], written: string) => {
    const url = httpUrl(written, base)
    if (url !== undefined && !isDone) found.push({ kind, url })
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        unreadChars = 0
        const parent = path.at(-1) ?? ''
        const kind = kindOfText(parent, name)
        path.push(name)
        if (kind !== undefined) current ??= { depth: path.length, kind, text: '' }
        if (isAlternate(parent, name, attributes)) addEntry('page', attributes['href']!)
        isDone ||= path.length > MAX_DEPTH || (path.length === 1 && name === 'html')
      },
      ontext(text) {
        if (current?.depth === path.length && current.text.length <= MAX_TEXT_CHARS) current.text += text
      },
      onclosetag() {
        unreadChars = 0
        if (current?.depth === path.length) {
          addEntry(current.kind, current.text)
          current = undefined
        }
        path.pop()
      },
      oncomment() {
        unreadChars = 0
      },
      onprocessinginstruction() {
        unreadChars = 0
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  )

  return {
    read(text) {
      found = []
      unreadChars += text.length
      parser.write(text)
      return { found, isDone: isDone || unreadChars > MAX_TOKEN_CHARS }
    },
    // The parser is not closed: it would complete a truncated URL.
    end: () => [],
  }
}

interface OpenText {
  depth: number
  kind: SitemapEntry['kind']
  text: string
}

const MAX_TEXT_CHARS = 2 * MAX_URL_CHARS
/** The limit between two tags: the parser buffers comments, tags and escaped text until they end. */
const MAX_TOKEN_CHARS = 4 * 1024 * 1024
/** The parser searches all open elements for the one that ends. */
const MAX_DEPTH = 200

const URL_ELEMENTS: Record<string, { child: string; kind: SitemapEntry['kind'] } | undefined> = {
  url: { child: 'loc', kind: 'page' },
  sitemap: { child: 'loc', kind: 'sitemap' },
  item: { child: 'link', kind: 'page' },
}

function kindOfText(parent: string, name: string): SitemapEntry['kind'] | undefined {
  const own = localName(parent)
  const text = URL_ELEMENTS[own]
  return text !== undefined && name === withPrefixOf(parent, own, text.child) ? text.kind : undefined
}

/** `<xhtml:link>` in a sitemap, `<link>` in an entry of Atom. */
function isAlternate(parent: string, name: string, { href, rel }: Record<string, string>): boolean {
  if (href === undefined || localName(name) !== 'link') return false
  if (!/^(url|item|entry)$/.test(localName(parent))) return false
  return rel === undefined || /(^|\s)alternate(\s|$)/i.test(rel)
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function withPrefixOf(parent: string, parentLocalName: string, child: string): string {
  return parent.slice(0, parent.length - parentLocalName.length) + child
}

/** A text file with one URL per line. They must be absolute, because any other line may be a sentence. */
function createTextFormat(): SitemapFormat {
  let partialLine = ''

  return {
    read(text) {
      const lines = (partialLine + text).split(/\r\n|\r|\n/)
      // Of an unfinished line, the beginning shows that it is too long.
      partialLine = lines.pop()!.slice(0, MAX_URL_CHARS + 1)
      return { found: lines.flatMap(entriesOfLine), isDone: false }
    },
    end: () => entriesOfLine(partialLine),
  }
}

function entriesOfLine(line: string): SitemapEntry[] {
  const url = /^\s*https?:\/\/\S+\s*$/i.test(line) ? httpUrl(line) : undefined
  return url === undefined ? [] : [{ kind: 'page', url }]
}
