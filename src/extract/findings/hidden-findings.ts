import type { AnyNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import { itemSheet } from '../compose/item-sheets.ts'
import type { ReadablePage } from '../page.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { cuesFrom, urlWords } from './cues.ts'
import type { Cues, FindingInput } from './cues.ts'
import { textOf, webUrl } from './element-profile.ts'
import { folded, firstWords, lastWords, partsOf } from './layout.ts'
import type { Spot } from './layout.ts'
import { mentionsIn } from './mentions.ts'
import { readWordSets } from '../../language/data-files.ts'
import { decodeUrlPart } from '../../language/decode-url-part.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
const MOST_LINKS = 1500

export function attributeFindings(
  page: ReadablePage,
  spots: readonly Spot[],
  cues: readonly Cues[],
): FindingInput[] {
  const made: FindingInput[] = []
  const firstIn = new Map<Element, number>()
  spots.forEach(({ element }, at) => {
    for (let node: Element | null = element, up = 0; node && up < 4 && !firstIn.has(node); up++) {
      firstIn.set(node, at)
      node = node.parent && isTag(node.parent) ? node.parent : null
    }
  })
  let last = 0
  const visit = (node: AnyNode): void => {
    if (!('children' in node) || made.length >= MOST_LINKS) return
    if (isTag(node)) {
      if (node.name === 'head' || node.name === 'script' || node.name === 'template') return
      const at = firstIn.get(node)
      last = at ?? last
      const spot = at === undefined ? undefined : spots[at]
      const { heading = '', section = '' } = cues[last] ?? {}
      const around = at === undefined ? cuesFrom({ heading, section }) : cues[at]!
      made.push(...attributesOf(node, page.base, around).map((one) => ({ element: node, spot, ...one })))
    }
    for (const child of node.children) visit(child)
  }
  visit(page.root)
  return made
}

function attributesOf(element: Element, base: string | undefined, around: Cues): FindingInput[] {
  const { attribs, name } = element
  const made: FindingInput[] = []
  const named = attribs['itemprop'] ?? attribs['property'] ?? attribs['rel'] ?? ''
  const value = attribs['content'] ?? attribs['datetime']
  if (value && name !== 'meta')
    made.push({ text: folded(value), reader: 'attribute', cues: { ...around, named: named || around.named } })
  else if (value && attribs['itemprop'])
    made.push({ text: folded(value), reader: 'attribute', cues: cuesFrom({ named }) })
  const target = name === 'a' ? attribs['href'] : name === 'img' ? sourceOf(attribs) : undefined
  if (target) made.push(...linkOf(element, target, base, around, named))
  const said = attribs['aria-label'] ?? attribs['title'] ?? attribs['alt']
  if (said && said.length < 100 && !/^(?:nav|header|button|form)$/.test(name)) {
    const tight = `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.trim().slice(0, 100)
    made.push({ text: folded(said), reader: 'attribute', cues: { ...around, tight: tight || around.tight } })
    for (const { text, kind, start, end } of mentionsIn(said)) {
      if (text === said || kind === 'name') continue
      const lead = lastWords(said.slice(0, start))
      made.push({
        text,
        reader: 'attribute',
        kind,
        cues: { ...around, tight, lead, tail: firstWords(said.slice(end)) },
      })
    }
  }
  if (name === 'input' && attribs['value'] && /^(?:text|search|)$/.test(attribs['type'] ?? ''))
    made.push({
      text: folded(attribs['value']),
      reader: 'attribute',
      cues: cuesFrom({
        named: attribs['name'] ?? '',
        hint: attribs['placeholder'] ?? attribs['aria-label'] ?? '',
      }),
    })
  return made.filter(({ text }) => text !== '')
}

/** Where a picture is, which may be loaded late. */
export function sourceOf({ src, srcset, ...attribs }: Element['attribs']): string | undefined {
  const [inSet] = (srcset ?? attribs['data-srcset'] ?? '').trim().split(/\s/, 1)
  const places = [src, attribs['data-src'], attribs['data-original'], attribs['data-lazy-src'], inSet]
  return places.find((one) => one !== undefined && /^(?!data:)\S/.test(one.trim()))
}

function linkOf(
  element: Element,
  target: string,
  base: string | undefined,
  around: Cues,
  named: string,
): FindingInput[] {
  if (target.length > 2000) return []
  const scheme = /^(mailto|tel):([^?]*)/i.exec(target)
  if (scheme) {
    const isMail = scheme[1]!.toLowerCase() === 'mailto'
    const text = decodeUrlPart(scheme[2]!).trim()
    const hint = isMail ? 'e-mail' : 'phone'
    return [
      {
        text,
        reader: 'attribute',
        kind: isMail ? 'email' : 'phone',
        cues: { ...around, hint: around.hint || hint },
      },
    ]
  }
  const url = webUrl(target, base)
  if (!url) return []
  const { attribs } = element
  const cues = cuesFrom({
    named,
    marked: textIn(element),
    hint: (attribs['title'] ?? attribs['alt'] ?? '').slice(0, 80),
    tight: `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.trim().slice(0, 100),
    link: urlWords(element),
    row: around.row,
    colon: around.colon,
    before: around.before,
    heading: around.heading,
    section: around.section,
  })
  return [{ text: url.href, reader: 'link', kind: 'url', cues }]
}

function textIn(element: Element): string {
  const first = element.children[0]
  return first && isText(first) ? folded(first.data).slice(0, 60) : ''
}

export function headFindings({ landmarks }: ReadablePage): FindingInput[] {
  const made: FindingInput[] = []
  for (const element of landmarks) {
    const { name, attribs } = element
    if (name === 'title') {
      const text = textOf(element)
      if (text === '' || made.some(({ reader }) => reader === 'title')) continue
      const cues = cuesFrom({ hint: 'title' })
      made.push({ text, reader: 'title', cues, element })
      const parts = new Set([...partsOf(text).map((part) => part.text), ...text.split(TITLE_PARTS)])
      for (const part of parts)
        if (part !== text && part !== '') made.push({ text: part, reader: 'title', cues, element })
    } else if (name === 'meta' && attribs['content']) {
      const named = (attribs['property'] ?? attribs['name'] ?? '').replace(
        /^(?:og|twitter|article|product|book|profile):/i,
        '',
      )
      if (named === '' || TECHNICAL.test(named)) continue
      made.push({ text: folded(attribs['content']), reader: 'meta', cues: cuesFrom({ named }), element })
    } else if (name === 'link' && attribs['rel'] === 'canonical' && attribs['href'])
      made.push({
        text: attribs['href'],
        reader: 'link',
        kind: 'url',
        cues: cuesFrom({ named: 'canonical url' }),
        element,
      })
  }
  return made
}

const TITLE_PARTS = /\s*[|·•»«›‹]\s*|\s+[–—-]\s+|\s*:{1,2}\s+/u
const TECHNICAL =
  /viewport|charset|robots|generator|theme|verification|msapplication|format-detection|^type$|card$|^(?:twitter:)?site$|referrer|color|locale/i

export function itemFindings(page: ReadablePage, items: readonly Item[]): FindingInput[] {
  const headings = page.landmarks
    .filter(({ name }) => name === 'h1' || name === 'title')
    .slice(0, 4)
    .map((element) => textOf(element).toLowerCase())
  const solid = items.filter((item) => !isSupporting(item))
  return items.slice(0, 20).flatMap((item) => {
    const isOfMain =
      headings.some((heading) => isAbout(item, heading)) || (solid.length === 1 && solid[0] === item)
    // Of several things of one type each has its own name, and the page another one.
    const type = item.types[0] ?? ''
    const isListed = !isOfMain && solid.filter(({ types }) => types[0] === type).length > 1
    return itemSheet([item], []).columns.flatMap(({ labels: [name = ''], cells: [cell] }) => {
      if (!cell) return []
      const { text, cues, element = item.element } = cell
      const named = isListed ? `${type} ${name}` : name
      return [{ text: folded(text), reader: item.source, cues: { ...cues, named }, element, isOfMain }]
    })
  })
}

export function isOfListed({ cues: { named, section } }: FindingInput): boolean {
  return section !== '' && named.startsWith(`${section} `)
}

const SUPPORTING = sets('supporting')

function isSupporting({ types }: Item): boolean {
  return types.length > 0 && types.every((type) => SUPPORTING.has(type))
}

function isAbout({ properties }: Item, heading: string): boolean {
  const [name] = properties.get('name') ?? properties.get('headline') ?? properties.get('title') ?? []
  if (typeof name !== 'string' || name.length < 3) return false
  const said = name.toLowerCase().trim()
  return heading.includes(said) || (heading.length > 3 && said.includes(heading))
}
