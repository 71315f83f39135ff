import type { PageView } from '../../browser/browser.ts'
import { readPageWords, strangeNumbers } from '../../extract/extract.ts'
import type { Secrets } from '../secrets.ts'

/** What was seen so far: what a model says is held against it. */
export interface SeenPages {
  learn(view: PageView): void
  /** Something else that was told: an answer, the message of a dialog. */
  hear(text: string): void
  /** Why an address must not be opened. */
  refusalOf(url: string): string | undefined
  /** What an output says that stands nowhere. */
  remarksOn(output: string): string[]
}

const MOST_CHARACTERS = 500_000
const MOST_ADDRESSES = 20_000
const MOST_QUOTES = 10
const LONGEST_QUOTE = 200

export function createSeenPages(prompt: string, secrets: Secrets): SeenPages {
  const texts = new Set<string>()
  const addresses = new Set<string>()
  const hosts = new Set<string>()
  const asked = prompt.toLowerCase()
  let at = 'about:blank'
  let room = MOST_CHARACTERS

  function hear(text: string): void {
    if (texts.has(text) || text.length > room) return
    room -= text.length
    texts.add(text)
  }

  return {
    hear,
    learn({ url, title, elements }) {
      at = url
      const host = hostOf(url)
      if (host !== undefined) hosts.add(host)
      hear(url)
      hear(title)
      for (const { name, text, ownText, value = '', href, options = [] } of elements) {
        for (const said of [name, text, ownText, value, ...options.map(({ label }) => label)]) hear(said)
        const target = href === undefined ? undefined : URL.parse(href, url)?.href
        if (target !== undefined && addresses.size < MOST_ADDRESSES) addresses.add(target)
      }
    },
    refusalOf(said) {
      const { protocol, href, hostname } = URL.parse(said, at) ?? {}
      if (href === undefined || hostname === undefined) return `${quoted(said)} is no address.`
      if (protocol !== 'http:' && protocol !== 'https:') return 'Only http and https addresses can be opened.'
      if (asked.includes(said.toLowerCase())) return undefined
      if (secrets.isHeldBy(href)) return 'An address with a password in it is not opened.'
      // Before any page was seen, nobody but the caller and the model itself can have named it.
      const isKnown =
        hosts.size === 0 || hosts.has(hostname) || addresses.has(href) || isNamed(hostname, asked)
      return isKnown ? undefined : `${quoted(said)} is named neither by the task nor by a page that was seen.`
    },
    remarksOn(output) {
      const words = readPageWords([...texts].join('\n'), undefined)
      const numbers = strangeNumbers(output, words, prompt)
      const quotes = [...output.matchAll(QUOTED)].map(([, double, curly]) => double ?? curly ?? '')
      const strange = quotes
        .filter(({ length }) => length <= LONGEST_QUOTE)
        .filter((quote) => !asked.includes(quote.toLowerCase()) && words.find(quote) === undefined)
      const named = [...new Set([...numbers, ...strange.map(quoted)])].slice(0, MOST_QUOTES)
      if (named.length === 0) return []
      return [`The output names what stands on none of the pages that were seen: ${named.join(', ')}.`]
    },
  }
}

const QUOTED = /"([^"\n]+)"|“([^”\n]+)”/g

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, LONGEST_QUOTE))
}

function hostOf(url: string): string | undefined {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return protocol === 'http:' || protocol === 'https:' ? hostname : undefined
}

/** Whether a task speaks of a host, in full or by its own name: `wikipedia` for `en.wikipedia.org`. */
function isNamed(host: string, asked: string): boolean {
  const plain = host.replace(/^www\./, '')
  const own = plain.split('.').at(-2) ?? plain
  return asked.includes(plain) || new Set<string>(asked.match(/[\p{L}\p{N}-]+/gu)).has(own)
}
