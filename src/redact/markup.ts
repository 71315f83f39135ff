import { Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'
import type { RedactPii } from '../contract/redact-pii.ts'
import { matchesOf } from '../language/matches-of.ts'
import { findPii } from './find.ts'
import { firstIndex, replacement } from './span.ts'
import type { PiiSpan } from './span.ts'

interface TextRedactions {
  find: (text: string) => readonly PiiSpan[]
  text: (text: string) => string
  url: (url: string) => string
  value: (json: unknown) => unknown
}

interface Edit {
  start: number
  end: number
  text: string
}

export function redactMarkup(
  html: string,
  options: RedactPii,
  { find, text: redactText, url, value }: TextRedactions,
): string {
  const { texts, attributes, links, encoded, data, scripts } = readMarkup(html)
  const edits: Edit[] = []
  for (const text of [texts, attributes]) {
    for (const span of find(text.text)) edits.push(...editsOf(html, text, span, options))
  }
  for (const { start, end, decoded } of links) addChange(start, end, decoded, url(decoded))
  for (const { start, end, decoded } of encoded) addChange(start, end, decoded, redactText(decoded))
  for (const { start, end, decoded, isElement } of data) {
    const redacted = redactJson(decoded, value)
    if (redacted !== undefined)
      edits.push({ start, end, text: isElement ? redacted.replaceAll('<', '\\u003c') : escape(redacted) })
  }
  for (const [start, end] of scripts) edits.push(...scriptEdits(html, start, end, options))
  return applyEdits(html, edits)

  function addChange(start: number, end: number, decoded: string, redacted: string) {
    if (redacted !== decoded) edits.push({ start, end, text: escape(redacted) })
  }
}

/** One edit in every piece of source that a span covers: the first takes what stands in its place, others nothing. */
function editsOf(
  html: string,
  { text, pieces }: MarkupText,
  span: PiiSpan,
  { replaceStyle }: RedactPii,
): Edit[] {
  const edits: Edit[] = []
  let at = firstIndex(pieces, (piece) => piece.at + piece.length > span.start)
  for (; at < pieces.length && pieces[at]!.at < span.end; at++) {
    const piece = pieces[at]!
    const from = Math.max(0, span.start - piece.at)
    const to = Math.min(piece.length, span.end - piece.at)
    if (to <= from) continue
    const isWhole = piece.length !== piece.end - piece.start
    const start = isWhole ? piece.start : piece.start + from
    const end = isWhole ? piece.end : piece.start + to
    const decoded = isWhole ? text.slice(piece.at, piece.at + piece.length) : html.slice(start, end)
    if (/^\s+$/u.test(decoded) && edits.length > 0) continue
    const isNeeded = edits.length === 0 || replaceStyle === 'mask'
    edits.push({ start, end, text: isNeeded ? escape(replacement(replaceStyle, span.entity, decoded)) : '' })
  }
  return edits
}

function redactJson(source: string, value: TextRedactions['value']): string | undefined {
  try {
    const json: unknown = JSON.parse(source)
    const before = JSON.stringify(json)
    const redacted = JSON.stringify(value(json))
    return redacted === before ? undefined : redacted
  } catch {
    return undefined
  }
}

/** In a program only what can hardly be anything else is replaced, since everything else may be its working. */
const KINDS_IN_SCRIPTS = new Set(['email', 'jwt', 'token', 'aws-key', 'google-key', 'private-key', 'api-key'])

function scriptEdits(html: string, start: number, end: number, options: RedactPii): Edit[] {
  const entities = options.entities.filter((entity) => entity === 'EMAIL' || entity === 'SECRET')
  if (entities.length === 0) return []
  const source = html.slice(start, end)
  return findPii(source, { mode: options.mode, entities })
    .filter(({ kind }) => KINDS_IN_SCRIPTS.has(kind))
    .map((span) => ({
      start: start + span.start,
      end: start + span.end,
      text: replacement(options.replaceStyle, span.entity, source.slice(span.start, span.end)),
    }))
}

function applyEdits(html: string, edits: readonly Edit[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text } of edits.toSorted((one, other) => one.start - other.start)) {
    if (start < done) continue
    result += html.slice(done, start) + text
    done = end
  }
  return result + html.slice(done)
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign]!)

/** A text put together from pieces of source, decoded; `at` is where a piece stands in the text. */
interface MarkupText {
  text: string
  pieces: { at: number; length: number; start: number; end: number }[]
}

interface Value {
  start: number
  end: number
  decoded: string
}

interface MarkupTexts {
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

function readMarkup(html: string): MarkupTexts {
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
