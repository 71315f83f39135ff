import type { AnyNode, Element } from 'domhandler'
import { isTag, isText } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import type { Candidate } from './candidate.ts'
import { cuesFrom } from './cues.ts'
import type { Cues } from './cues.ts'
import type { Place } from './place.ts'
import { folded } from './survey.ts'

/**
 * Candidates that are no text of the page: its title, values for machines, and addresses where they are asked for. What
 * else its head says is about the page; it is found by its name or not at all.
 */
export function attributePlaces({ root, landmarks, base }: ReadablePage, hasAddresses: boolean): Place[] {
  const places = landmarks
    .filter(({ name }) => name === 'title')
    .slice(0, 1)
    .flatMap(titlePlace)
  collect(root, { places, base, hasAddresses })
  return places
}

interface Collection {
  places: Place[]
  base: string | undefined
  hasAddresses: boolean
}

const MAX_PLACES = 1500

function titlePlace(element: Element): Place[] {
  const text = folded(element.children.map((child) => (isText(child) ? child.data : '')).join(''))
  return text ? [place(text, 'title', element, cuesFrom({ hint: 'title' }))] : []
}

function collect(node: AnyNode, collection: Collection): void {
  const { places, base, hasAddresses } = collection
  if (!('children' in node) || places.length >= MAX_PLACES) return
  if (isTag(node)) {
    if (node.name === 'meta' || node.name === 'head') return
    const name = node.attribs['itemprop'] ?? node.attribs['property']
    const value = node.attribs['content'] ?? node.attribs['datetime']
    if (value && (name || node.name === 'time')) {
      const cues = cuesFrom({ named: name ?? 'time', tight: node.attribs['class']?.slice(0, 100) ?? '' })
      places.push(place(folded(value), 'attribute', node, cues))
    }
    const target = !hasAddresses
      ? undefined
      : node.name === 'a'
        ? node.attribs['href']
        : node.name === 'img'
          ? node.attribs['src']
          : undefined
    if (target && /^(https?:|\/|\w)/i.test(target)) addAddress(node, target, places, base)
  }
  for (const child of node.children) collect(child, collection)
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
