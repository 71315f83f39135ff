import { Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'
import { matchesOf } from '../language/matches-of.ts'

/** A text put together from pieces of source, decoded; `at` is where a piece stands in the text. */
export interface MarkupText {
  text: string
  pieces: { at: number; length: number; start: number; end: number }[]
}

interface Value {
  start: number
  end: number
  decoded: string
}

export interface MarkupTexts {
  texts: MarkupText
  attributes: MarkupText
  links: Value[]
  /** Values that are texts and have signs in them that are written as entities. */
  encoded: Value[]
  data: (Value & { isElement: boolean })[]
  scripts: [number, number][]
}

const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const CELLS = new Set(['td', 'th', 'dd'])
const PARAGRAPHS = new Set(
  'p h1 h2 h3 h4 h5 h6 table section article header footer main nav aside ul ol dl form'.split(' '),
)
const LINKS = new Set(
  'href src action formaction cite poster longdesc background ping data-href data-url data-src'.split(' '),
)
const STRUCTURE =
  /^(?:class|id|style|name|type|rel|for|role|lang|dir|width|height|target|method|media|sizes|srcset|integrity|crossorigin|charset|http-equiv|property|itemprop|itemtype|itemscope|tabindex|colspan|rowspan|scope|loading|async|defer|d|viewbox|xmlns.*|fill|stroke.*|points|transform|on\w+|aria-(?!label$|description$).*)$/u

export function readMarkup(html: string): MarkupTexts {
  const reader = new SourceReader(html)
  const tokenizer = new Tokenizer({ decodeEntities: true }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return { texts: reader.texts.done(), attributes: reader.attributes.done(), ...reader.found }
}

class SourceReader implements TokenizerCallbacks {
  readonly texts = createCollector()
  readonly attributes = createCollector()
  readonly found: Omit<MarkupTexts, 'texts' | 'attributes'> = {
    links: [],
    encoded: [],
    data: [],
    scripts: [],
  }
  readonly #html: string
  #tag = ''
  #scriptType = ''
  #content: 'text' | 'script' | 'style' = 'text'
  #position = 0
  #attribute = { name: '', nameEnd: 0, decoded: '' }

  constructor(html: string) {
    this.#html = html
  }

  ontext(start: number, end: number): void {
    this.#position = end
    if (this.#content === 'text') this.texts.add(this.#html, start, end)
    else if (this.#content === 'script') this.#addScript(start, end)
  }

  ontextentity(codepoint: number, end: number): void {
    if (this.#content === 'text') this.texts.addSign(String.fromCodePoint(codepoint), this.#position, end)
    this.#position = end
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase()
    this.#scriptType = ''
    this.#position = end
  }

  onopentagend(end: number): void {
    this.texts.separate(separatorOf(this.#tag))
    this.#content = this.#tag === 'script' || this.#tag === 'style' ? this.#tag : 'text'
    this.#position = end + 1
  }

  onselfclosingtag(end: number): void {
    this.texts.separate(separatorOf(this.#tag))
    this.#position = end + 1
  }

  onclosetag(start: number, end: number): void {
    this.texts.separate(separatorOf(this.#html.slice(start, end).toLowerCase()))
    this.#content = 'text'
    this.#position = end + 1
  }

  onattribname(start: number, end: number): void {
    this.#attribute = { name: this.#html.slice(start, end).toLowerCase(), nameEnd: end, decoded: '' }
  }

  onattribdata(start: number, end: number): void {
    this.#attribute.decoded += this.#html.slice(start, end)
  }

  onattribentity(codepoint: number): void {
    this.#attribute.decoded += String.fromCodePoint(codepoint)
  }

  onattribend(): void {
    if (this.#attribute.decoded) this.#addAttribute()
  }

  oncomment(start: number, end: number): void {
    this.texts.separate('\n\n')
    this.texts.add(this.#html, start, Math.max(start, end - 2))
    this.texts.separate('\n\n')
    this.#position = end + 1
  }

  oncdata(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #addScript(start: number, end: number): void {
    const source = this.#html.slice(start, end)
    if (/json/u.test(this.#scriptType) || /^\s*[[{]"/u.test(source))
      this.found.data.push({ start, end, decoded: source, isElement: true })
    else this.found.scripts.push([start, end])
  }

  #addAttribute(): void {
    const { name, nameEnd, decoded } = this.#attribute
    if (this.#tag === 'script' && name === 'type') this.#scriptType = decoded.toLowerCase()
    if (STRUCTURE.test(name) && !(name === 'value')) return
    const [start, end] = valueRange(this.#html, nameEnd)
    if (LINKS.has(name) || /^(?:https?:\/\/|mailto:|tel:)\S+$/iu.test(decoded))
      this.found.links.push({ start, end, decoded })
    else if (/^\s*[[{]/u.test(decoded)) this.found.data.push({ start, end, decoded, isElement: false })
    else if (decoded.length > 2 && !/^[a-z\d]{1,8}$/u.test(decoded)) {
      if (end - start !== decoded.length) return void this.found.encoded.push({ start, end, decoded })
      this.attributes.add(this.#html, start, end)
      this.attributes.separate('\n\n')
    }
  }
}

function separatorOf(tag: string): string {
  if (INLINE.has(tag)) return ''
  if (CELLS.has(tag)) return ' | '
  return PARAGRAPHS.has(tag) ? '\n\n' : '\n'
}

function valueRange(html: string, nameEnd: number): [number, number] {
  let start = nameEnd
  while (start < html.length && /[\s=]/u.test(html[start]!)) start++
  const quote = html[start]
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, start + 1)
    return [start + 1, end < 0 ? html.length : end]
  }
  let end = start
  while (end < html.length && !/[\s>]/u.test(html[end]!)) end++
  return [start, end]
}

const GAP = /[^\S ][\s]*|\s{2,}/gu

/** Puts a text together and remembers where its pieces come from; runs of white space become one space. */
function createCollector() {
  const parts: string[] = []
  const pieces: MarkupText['pieces'] = []
  let length = 0
  const push = (text: string, start: number, end: number) => {
    pieces.push({ at: length, length: text.length, start, end })
    parts.push(text)
    length += text.length
  }
  return {
    add(html: string, start: number, end: number) {
      const source = html.slice(start, end)
      let done = 0
      for (const gap of matchesOf(source, GAP)) {
        if (gap.index > done) push(source.slice(done, gap.index), start + done, start + gap.index)
        done = gap.index + gap[0].length
        push(' ', start + gap.index, start + done)
      }
      if (done < source.length) push(source.slice(done), start + done, end)
    },
    addSign: push,
    separate(separator: string) {
      parts.push(separator)
      length += separator.length
    },
    done: (): MarkupText => ({ text: parts.join(''), pieces }),
  }
}
