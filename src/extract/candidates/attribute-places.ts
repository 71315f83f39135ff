import type { AnyNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import type { Candidate } from './value-candidate.ts'
import { cuesFrom } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Place } from './place.ts'
import { folded } from './survey.ts'

/** Candidates that are no text of the page: its title, what it says about itself, values for machines, addresses. */
export function attributePlaces(page: ReadablePage, within: Element | undefined): Place[] {
  const places = within ? [] : page.landmarks.slice(0, MAX_LANDMARKS).flatMap(landmarkPlaces)
  collect(within ?? page.root, places, page.base)
  return places
}

const MAX_LANDMARKS = 300
const MAX_PLACES = 1500

function landmarkPlaces(element: Element): Place[] {
  if (element.name === 'title') {
    const text = folded(element.children.map((child) => (isText(child) ? child.data : '')).join(''))
    return text ? [place(text, 'title', element, cuesFrom({ hint: 'title' }))] : []
  }
  if (element.name !== 'meta') return []
  const name = element.attribs['property'] ?? element.attribs['itemprop'] ?? element.attribs['name']
  const text = folded(element.attribs['content'] ?? '')
  if (!name || !text || TECHNICAL.test(name)) return []
  return [place(text, 'meta', element, cuesFrom({ named: name.slice(0, 80) }))]
}

/** What a page says to browsers and search engines about its handling. */
const TECHNICAL =
  /^(viewport|robots|googlebot|generator|theme-color|referrer|format-detection|msapplication.*|verify.*|.*verification|csrf.*)$/i

function collect(node: AnyNode, places: Place[], base: string | undefined): void {
  if (!('children' in node) || places.length >= MAX_PLACES) return
  if (isTag(node)) {
    if (node.name === 'meta' || node.name === 'head') return
    const name = node.attribs['itemprop'] ?? node.attribs['property']
    const value = node.attribs['content'] ?? node.attribs['datetime']
    if (value && (name || node.name === 'time')) {
      const cues = cuesFrom({ named: name ?? 'time', tight: node.attribs['class']?.slice(0, 100) ?? '' })
      places.push(place(folded(value), 'attribute', node, cues))
    }
    const target =
      node.name === 'a' ? node.attribs['href'] : node.name === 'img' ? node.attribs['src'] : undefined
    if (target && /^(https?:|\/|\w)/i.test(target)) addAddress(node, target, places, base)
  }
  for (const child of node.children) collect(child, places, base)
}

function addAddress(element: Element, target: string, places: Place[], base: string | undefined): void {
  const url = target.length < 2000 ? URL.parse(target, base) : null
  if (!url || !/^https?:$/.test(url.protocol)) return
  const { attribs } = element
  const cues = cuesFrom({
    named: attribs['itemprop'] ?? attribs['rel'] ?? '',
    marked: textOf(element),
    hint: (attribs['title'] ?? attribs['alt'] ?? '').slice(0, 80),
    tight: `${attribs['class'] ?? ''} ${attribs['id'] ?? ''}`.slice(0, 100),
  })
  places.push({ ...place(url.href, 'attribute', element, cues), isAddress: true })
}

function textOf(element: Element): string {
  const first = element.children[0]
  return first && isText(first) ? folded(first.data).slice(0, 60) : ''
}

function place(text: string, source: Candidate['source'], element: Element, cues: Cues): Place {
  const labels = [cues.named, cues.marked, cues.hint, cues.tight].filter((label) => label !== '')
  return { text, labels, source, element, order: 0, cues, spot: undefined, isAddress: false }
}
