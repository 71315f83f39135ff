import type { ProviderRequest } from './provider.ts'

interface TextLimits {
  characters: number
  terms: number
}

export function writeQueryText(
  { words, scope }: Pick<ProviderRequest, 'words' | 'scope'>,
  most: TextLimits = { characters: 2_000, terms: 500 },
): { text: string; notes: string[] } {
  const kind = scope.fileType === undefined ? [] : [`filetype:${scope.fileType}`]
  const sites = scope.sites.map((site) => `site:${site}`)
  const always = [...kind, ...sites.slice(0, 1)]
  const said = shorten(words, remainingLimits(most, always))
  const room = remainingLimits(most, [...always, ...(said.text === '' ? [] : [said.text])])
  const named = sites.slice(
    0,
    1 +
      countFitting(
        sites.slice(1).map((site) => `OR ${site}`),
        room,
      ),
  )
  const excluded = scope.excludedSites.map((site) => `-site:${site}`)
  // Results of the others are left out afterwards.
  const spared = excluded.slice(
    0,
    countFitting(
      excluded,
      remainingLimits(
        room,
        named.slice(1).map((site) => `OR ${site}`),
      ),
    ),
  )
  const places = named.length > 1 ? [`(${named.join(' OR ')})`] : named
  return {
    text: [said.text, ...kind, ...spared, ...places].filter((part) => part !== '').join(' '),
    notes: [...said.notes, ...domainsNote(named.length, sites.length)],
  }
}

export function shorten(words: string, most: TextLimits): { text: string; notes: string[] } {
  const all = words.split(' ')
  const kept = all.slice(0, countFitting(all, most))
  const text =
    kept.length === 0 ? words.slice(0, Math.max(0, most.characters)).toWellFormed() : kept.join(' ')
  return text === words
    ? { text, notes: [] }
    : { text, notes: ['Only the beginning of the query was searched: more does not fit into one question.'] }
}

export function domainsNote(named: number, wanted: number): string[] {
  return named < wanted
    ? [`Only ${named} of ${wanted} domains were searched: more do not fit into one question.`]
    : []
}

function countFitting(parts: readonly string[], room: TextLimits): number {
  let { characters, terms } = room
  const tooMany = parts.findIndex((part) => {
    characters -= part.length + 1
    terms -= part.split(' ').length
    return characters < 0 || terms < 0
  })
  return tooMany < 0 ? parts.length : tooMany
}

/** The room that is left; two characters are for brackets. */
function remainingLimits(most: TextLimits, parts: readonly string[]): TextLimits {
  const text = parts.join(' ')
  return {
    characters: most.characters - text.length - 3,
    terms: most.terms - (text === '' ? 0 : text.split(' ').length),
  }
}
