import { fold } from '../language/fold.ts'

export function parseQuery(written: string): Query {
  const query: Required<Query> = {
    text: '',
    words: [],
    phrases: [],
    anyOf: [],
    excluded: [],
    sites: [],
    excludedSites: [],
    inTitle: [],
    excludedInTitle: [],
    inUrl: [],
    excludedInUrl: [],
    fileType: undefined,
    excludedFileTypes: [],
  }
  const texts: string[] = []
  for (const [token, ...others] of alternativesIn(written)) {
    if (others.length > 0) query.anyOf.push([token!, ...others].map(textOf))
    else if (!addScope(token!, query)) addWords(token!, query)
    if (isSearchText(token!)) texts.push(...[token!, ...others].map(textOf))
  }
  return { ...query, text: texts.join(' ') }
}

/** The same text without `site:` and `filetype:`, for who says in another way where to search. */
export function withoutScope(written: string): string {
  const pieces = tokensOf(written.replaceAll(GAP, ' ')).map(
    (token) => token.opening + (isScope(token) ? GAP : token.source) + token.closing,
  )
  let text = pieces.join(' ')
  while (text.search(GAPS) >= 0) text = text.replace(GAPS, GAP)
  return text.replace(AROUND_GAP, '').replaceAll('( ', '(').replaceAll(' )', ')').trim()
}

/** Stands for what was taken out, until the brackets around nothing else and the joins that join nothing are gone too. */
const GAP = '\0'
const JOIN = '(?:OR|AND|[|&])'
const GAPS = new RegExp(String.raw`\( ?\0 ?\)|\0 (?:${JOIN} )?\0`, 'g')
const AROUND_GAP = new RegExp(String.raw`(?:(?<![^ (])${JOIN} )?\0(?: ${JOIN}(?![^ )]))? ?`, 'g')

/** What a text such as `example.com`, `*.example.com` or a whole address stands for: a host, and a path if it has one. */
export function siteIn(text: string): string | undefined {
  const address = text.replace(/^[a-z]+:\/\//i, '').replace(/^\*?\./, '')
  const [, host = '', path = ''] = /^([^/?#:]+)(?::\d+)?([^?#]*)/.exec(address) ?? []
  if (!/^[\p{L}\p{N}_-]+(\.[\p{L}\p{N}_-]+)*\.?$/u.test(host)) return undefined
  const name = URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '')
  return name && name + path.replace(/[/*]+$/, '')
}

interface Token {
  opening: string
  closing: string
  source: string
  isExcluded: boolean
  operator: string | undefined
  value: string
  isPhrase: boolean
}

const TOKEN = /(\(*)([-+]?)(?:(site|intitle|inurl|filetype|ext):)?(?:"([^"]*)"?|(\S+))/gi
const OR = new Set<string | undefined>(['OR', '|'])
const JOINS = new Set<string | undefined>([...OR, 'AND', '&'])

function tokensOf(written: string): Token[] {
  const tokens: Token[] = []
  for (const match of written.replaceAll(/[“”„«»]/g, '"').matchAll(TOKEN)) {
    const [whole, opening = '', sign, operator, phrase, word = ''] = match
    const closing = phrase === undefined ? (/\)*$/.exec(word)?.[0] ?? '') : ''
    tokens.push({
      opening,
      closing,
      source: whole.slice(opening.length, whole.length - closing.length),
      isExcluded: sign === '-',
      operator: operator?.toLowerCase(),
      value: (phrase ?? word.slice(0, word.length - closing.length)).trim(),
      isPhrase: phrase !== undefined,
    })
  }
  return tokens
}

function alternativesIn(written: string): Token[][] {
  const groups: Token[][] = []
  let isJoined = false
  for (const token of tokensOf(written)) {
    if (isJoin(token)) isJoined = OR.has(textOf(token))
    else if (isScope(token) || LETTER.test(fold(textOf(token)))) {
      const before = groups.at(-1)
      if (isJoined && before && isText(before[0]!) && isText(token)) before.push(token)
      else groups.push([token])
      isJoined = false
    }
  }
  return groups
}

const LETTER = /[\p{L}\p{N}]/u

function isJoin(token: Token): boolean {
  return isText(token) && !token.isPhrase && JOINS.has(textOf(token))
}

function isText(token: Token): boolean {
  return !token.isExcluded && !isScope(token) && !isNamed(token, 'intitle', 'inurl')
}

function isSearchText(token: Token): boolean {
  return isText(token) || (isNamed(token, 'intitle') && !token.isExcluded)
}

function isNamed({ operator }: Token, ...names: string[]): boolean {
  return operator !== undefined && names.includes(operator)
}

function textOf({ isPhrase, value }: Token): string {
  return isPhrase ? value : value.replaceAll(/^[()]+|[()]+$/g, '')
}

/** A kind of file that is not wanted is for who finds it: nobody says that in another way. */
function isScope(token: Token): boolean {
  if (token.operator === 'site') return siteIn(token.value) !== undefined
  return isNamed(token, 'filetype', 'ext') && !token.isExcluded && fileTypeIn(token.value) !== undefined
}

function fileTypeIn(value: string): string | undefined {
  return /^\.?([a-z0-9]{1,10})$/i.exec(value)?.[1]?.toLowerCase()
}

function addScope(token: Token, query: Query): boolean {
  if (!isScope(token)) return false
  const { operator, isExcluded, value } = token
  if (operator === 'site') (isExcluded ? query.excludedSites : query.sites).push(siteIn(value)!)
  else query.fileType = fileTypeIn(value)
  return true
}

function addWords(token: Token, query: Required<Query>): void {
  const { isExcluded, isPhrase, value } = token
  const text = textOf(token)
  if (isNamed(token, 'intitle')) (isExcluded ? query.excludedInTitle : query.inTitle).push(text)
  else if (isNamed(token, 'inurl')) (isExcluded ? query.excludedInUrl : query.inUrl).push(text)
  else if (isExcluded && isNamed(token, 'filetype', 'ext'))
    query.excludedFileTypes.push(fileTypeIn(value) ?? value)
  else if (isExcluded) query.excluded.push(text)
  else (isPhrase ? query.phrases : query.words).push(text)
}

export interface Query {
  text: string
  words: string[]
  phrases: string[]
  /** Groups of words and phrases with OR between them: of each group one must be there. */
  anyOf?: string[][]
  excluded: string[]
  /** Hosts of `site:`, with a path where one was written; a host stands for its subdomains too. */
  sites: string[]
  excludedSites: string[]
  inTitle: string[]
  excludedInTitle?: string[]
  inUrl: string[]
  excludedInUrl?: string[]
  fileType: string | undefined
  excludedFileTypes?: string[]
}
