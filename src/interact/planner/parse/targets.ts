import type { Target } from './command.ts'
import { QUOTED } from './masked.ts'
import type { Masked } from './masked.ts'
import { ORDINALS } from './vocabulary.ts'

/** Words for kinds of elements, by the kind they stand for. */
const KINDS: Record<string, string> = {
  ...each('button icon', 'button'),
  ...each('link hyperlink', 'link'),
  ...each('tab', 'tab'),
  ...each('field textbox input textarea searchbox box', 'field'),
  ...each('checkbox checkmark switch toggle tickbox', 'checkbox'),
  ...each('radio', 'radio'),
  ...each('option choice slot chip', 'option'),
  ...each('dropdown drop-down select selector listbox combobox', 'list'),
  ...each('menu', 'menu'),
  ...each('slider', 'slider'),
  ...each('question accordion', 'disclosure'),
  ...each('section panel area heading part', 'section'),
  ...each('dialog popup pop-up modal window banner overlay notice', 'dialog'),
  ...each('sidebar navigation header footer navbar toolbar form', 'region'),
  ...each('row line entry item result card record', 'entry'),
}
const KIND = Object.keys(KINDS)
  .map((word) => `${word}(?:e?s)?`)
  .join('|')
/** `text field`, `radio button`, `drop-down menu`: the words before a kind that belong to it. */
const KIND_PHRASE = `(?:(?:text|input|search|check|radio|select|drop-?down|menu|tick|combo|list|toggle)\\s+)*(?:${KIND})`

const ARTICLE = /^(?:(?:on|the|a|an|my|your|this|that|its|these|those)\s+)+/i
const TAIL =
  /\s+(?:again|now|first|next|please|there|here|instead|too|as well|for me|right away|at the (?:top|bottom)(?: of the page)?|on (?:the|this) (?:page|site|website|screen)|(?:in order )?to (?:see|view|show|find|get|reach|open|reveal|continue|proceed|confirm|submit|save|start|finish|apply|search|load|display|update|go|make|do|complete|check)\b.*)$/i
const KIND_FIRST = new RegExp(
  `^(?<kind>${KIND_PHRASE})\\s+(?:(?:called|named|labelled|labeled|titled|with|for|of|about|saying|that says)\\s+)?(?:the\\s+)?(?<name>.+)$`,
  'iu',
)
const KIND_LAST = new RegExp(`^(?<name>.+?)\\s+(?<kind>${KIND_PHRASE})$`, 'iu')
const KIND_ALONE = new RegExp(`^(?<kind>${KIND_PHRASE})$`, 'iu')
const ORDINAL = new RegExp(`^(?<ordinal>${Object.keys(ORDINALS).join('|')})\\s+(?<rest>\\S.*)$`, 'iu')
/** `story about X`, `job called X`, `review by X`: a noun that the page need not use, and the name after it. */
const DESCRIBED =
  /^(?<noun>[\p{Ll}-]+(?:\s[\p{Ll}-]+)?)\s+(?:about|called|named|titled|labelled|labeled|by|from|with the (?:title|name)|for|of|on|with)\s+(?:the\s+)?(?<name>\S.*)$/u
/** `folder Minutes`, `version 2.x`: a noun and a name. */
const NOUN_NAME =
  /^(?<noun>\p{Ll}[\p{Ll}-]+(?:\s\p{Ll}[\p{Ll}-]+){0,2})\s+(?<name>(?:[\ue000\ue001]|\p{Lu}|\d).*)$/u
/** `20:15 showing`, `Slow Flow Yoga class`: a name and a noun that the page need not use. */
const NAME_NOUN =
  /^(?<name>(?:[\ue000\ue001]|\p{Lu}|\d)\S*(?:\s+(?:[\ue000\ue001]|\p{Lu}|\d)\S*)*)\s+\p{Ll}[\p{Ll}-]+(?:\s\p{Ll}[\p{Ll}-]+)?$/u
const IN_PLACE =
  /\s+(?:in|on|next to|beside|of|for|under|underneath|below|above|from|within|inside|at|by|about|with|to the (?:left|right) of|belonging to)\s+(?:the\s+|a\s+|my\s+)?(?:(?:row|card|line|entry|item|list|section|column|box)\s+(?:of|for|with|by|named|called|that says)\s+(?:the\s+)?)?/gi

/** The ways to read the description of an element, the likeliest first. */
export function readTargets(phrase: string, masked: Masked): Target[] {
  const bare = clean(phrase)
  const { ordinal: word, rest } = ORDINAL.exec(bare)?.groups ?? {}
  const ordinal = word === undefined ? undefined : ORDINALS[word.toLowerCase()]!
  const whole = bare === '' ? [] : [nameOf(bare, masked)]
  if (ordinal === undefined) return distinct([...whole, ...described(bare, masked)])
  const counted = described(rest!, masked, true).map((target) => ({ ...target, ordinal }))
  return distinct([
    ...whole,
    { ...nameOf(rest!, masked), ordinal },
    ...counted,
    ...entriesOf(rest!, ordinal, masked),
  ])
}

function distinct(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [JSON.stringify(target), target])).values()]
}

/** `first result for lamps`: the entries of the list that the page is about. */
function entriesOf(rest: string, ordinal: number, masked: Masked): Target[] {
  const [noun, place] = splitPlace(rest)
  const entry = { name: '', kind: 'entry', ordinal }
  return place === undefined || /^(?:list|page|results?|table|it)$/i.test(place) || noun === ''
    ? [entry]
    : [{ ...entry, place: nameOf(clean(place), masked) }, entry]
}

function splitPlace(phrase: string): [name: string, place: string | undefined] {
  const split = [...phrase.matchAll(IN_PLACE)].at(0)
  return split
    ? [phrase.slice(0, split.index), phrase.slice(split.index + split[0].length)]
    : [phrase, undefined]
}

function described(bare: string, masked: Masked, isCounted = false): Target[] {
  const targets: Target[] = []
  const add = (name: string | undefined, more: Partial<Target> = {}) => {
    if (name !== undefined && clean(name) !== '') targets.push({ ...nameOf(clean(name), masked), ...more })
  }
  const quoted = quotedReading(bare, masked)
  if (quoted) targets.push(...quoted)
  const last = KIND_LAST.exec(bare)?.groups
  if (last) add(last['name'], { kind: kindOf(last['kind']!) })
  const first = KIND_FIRST.exec(bare)?.groups
  if (first) add(first['name'], { kind: kindOf(first['kind']!) })
  const alone = KIND_ALONE.exec(bare)?.groups?.['kind']
  if (alone !== undefined && (isCounted || kindOf(alone) !== 'entry'))
    targets.push({ name: '', kind: kindOf(alone) })
  add(NOUN_NAME.exec(bare)?.groups?.['name'])
  add(NAME_NOUN.exec(bare)?.groups?.['name'])
  for (const { 0: words, index } of [...bare.matchAll(IN_PLACE)].toReversed()) {
    const [name, place] = [bare.slice(0, index), bare.slice(index + words.length)]
    if (name === '' || place === '') continue
    if (ANYWHERE.test(clean(place))) {
      add(name)
      continue
    }
    const kinds = KIND_LAST.exec(name)?.groups
    add(name, { place: readPlace(place, masked) })
    add(NAME_NOUN.exec(name)?.groups?.['name'], { place: readPlace(place, masked) })
    if (kinds) add(kinds['name'], { kind: kindOf(kinds['kind']!), place: readPlace(place, masked) })
    const only = KIND_ALONE.exec(name)?.groups?.['kind']
    if (only !== undefined) targets.push({ name: '', kind: kindOf(only), place: readPlace(place, masked) })
  }
  const { noun = '', name: about } = DESCRIBED.exec(bare)?.groups ?? {}
  const isEntry = about !== undefined && kindOf(noun) === undefined
  if (isEntry) add(about)
  if (isEntry) targets.push({ name: '', kind: 'entry', place: nameOf(clean(about), masked) })
  return targets
}

/** Places that say nothing about where an element is. */
const ANYWHERE =
  /^(?:suggestions?|list|drop-?down|results?|options?|menu|page|table|screen|catalogue|catalog|site|suggested (?:places|items|values|towns))$/i

/** The words around a quoted name: `the folder "Minutes"`, `"Helpful" on the review by Marta`, `Remove next to "Lena"`. */
function quotedReading(bare: string, masked: Masked): Target[] | undefined {
  const found = QUOTED_PARTS.exec(bare)?.groups
  if (!found) return undefined
  const { before = '', quoted = '', after = '' } = found
  const name = nameOf(quoted, masked)
  const kind = [...before.split(/\s+/), ...after.split(/\s+/)].map(kindOf).find((one) => one !== undefined)
  const [, place] = splitPlace(` ${after}`.replace(/\s+/g, ' '))
  const placed =
    /^(?<name>.*?\S)\s+(?:next to|in|of|for|on|by|with|beside|from|under)(?:\s+the)?(?:\s+(?:row|entry|item|card|line)(?:\s+(?:of|for|with))?)?\s*$/i.exec(
      before,
    )
  if (placed && kindOf(placed.groups!['name']!) === undefined) {
    return [{ ...nameOf(clean(placed.groups!['name']!), masked), place: name }]
  }
  return [
    {
      ...name,
      ...(kind !== undefined && { kind }),
      ...(place !== undefined && { place: readPlace(place, masked) }),
    },
    name,
  ]
}

const QUOTED_PARTS = new RegExp(`^(?<before>[^\\ue001]*)(?<quoted>${QUOTED})(?<after>[^\\ue001]*)$`, 'u')

/** A place that an instruction names: a row, an entry, a section. */
export function readPlace(phrase: string, masked: Masked): Target {
  const bare = clean(phrase)
  const named = quotedReading(bare, masked)?.[0]
  if (named) return { name: named.name, isQuoted: true }
  const kinds = KIND_LAST.exec(bare)?.groups
  const inner = DESCRIBED.exec(bare)?.groups?.['name'] ?? NOUN_NAME.exec(bare)?.groups?.['name']
  if (kinds && kindOf(kinds['kind']!))
    return { ...nameOf(kinds['name']!, masked), kind: kindOf(kinds['kind']!)! }
  return nameOf(inner ?? bare, masked)
}

function nameOf(words: string, masked: Masked): Target {
  const isQuoted = new RegExp(`^${QUOTED}$`, 'u').test(words.trim())
  return { name: masked.plain(words), ...(isQuoted && { isQuoted }) }
}

function clean(phrase: string): string {
  let bare = phrase.trim()
  for (let before = ''; before !== bare;) {
    before = bare
    bare = bare
      .replace(ARTICLE, '')
      .replace(TAIL, '')
      .replace(/[\s,.:;]+$/, '')
  }
  return bare
}

function kindOf(words: string): string | undefined {
  const word = words.toLowerCase().split(/\s+/).at(-1)!
  return KINDS[word] ?? KINDS[word.replace(/e?s$/, '')] ?? KINDS[word.replace(/s$/, '')]
}

function each(words: string, kind: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]))
}
