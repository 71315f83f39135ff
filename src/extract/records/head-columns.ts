import type { Element } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import type { Column } from './sheet.ts'

/** What a page says about itself in its head. */
export function headColumns({ landmarks }: ReadablePage): Column[] {
  return landmarks.slice(0, 200).flatMap((element) => {
    if (element.name === 'link') return linkColumn(element)
    if (element.name !== 'meta') return []
    const name = element.attribs['property'] ?? element.attribs['name'] ?? element.attribs['itemprop'] ?? ''
    const text = element.attribs['content']?.replaceAll(/\s+/g, ' ').trim() ?? ''
    if (name === '' || text === '' || TECHNICAL.test(name)) return []
    const labels = [
      {
        text: name === 'date' ? 'date published' : name.replace(PREFIX, ''),
        weight: /^(?:og|article|product|book|profile):/.test(name) ? 0.9 : 0.8,
      },
    ]
    const kind = /image(?::url|:src)?$/.test(name) ? 'image' : name.endsWith('url') ? 'link' : 'text'
    return [headColumn(`meta ${name}`, { text, labels, kind, element })]
  })
}

const TECHNICAL =
  /^(?:viewport|robots|googlebot|generator|theme-color|referrer|format-detection|msapplication|verif|csrf|google-|fb:|twitter:(?:card|site|creator)|og:(?:type|site_name|locale|image:|title$)|apple-)/i
const PREFIX = /^(?:og|article|product|book|profile|twitter|dc|dcterms|dc\.terms|citation|video|music)[:._]/i

function linkColumn(element: Element): Column[] {
  const { rel, href } = element.attribs
  if (!href || rel !== 'canonical') return []
  return [
    headColumn('canonical', {
      text: href,
      labels: [{ text: 'canonical url', weight: 0.8 }],
      kind: 'link',
      element,
    }),
  ]
}

function headColumn(
  key: string,
  { text, labels, kind, element }: Pick<Column, 'labels' | 'kind'> & { text: string; element: Element },
): Column {
  return {
    key,
    labels,
    kind,
    isHeading: false,
    isLink: false,
    isAside: false,
    source: 'meta',
    cells: [{ text, element }],
    repeats: 1,
  }
}
