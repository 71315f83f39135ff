import type { Target } from './command.ts'
import { MASKED_QUOTE, invertTable, ORDINALS, phrase, words } from './vocabulary.ts'
import type { Masked } from './vocabulary.ts'

const KINDS =
  invertTable(`button: button, icon; link: link, hyperlink; tab: tab; radio: radio; menu: menu; slider: slider;
field: field, textbox, input, textarea, searchbox, box; checkbox: checkbox, checkmark, switch, toggle, tickbox;
option: option, choice, slot, chip; list: dropdown, drop-down, select, selector, listbox, combobox;
disclosure: question, accordion; section: section, panel, area, heading, part;
dialog: dialog, popup, pop-up, modal, window, banner, overlay, notice;
region: sidebar, navigation, header, footer, navbar, toolbar, form;
entry: row, line, entry, item, result, card, record`)
/** `text field`, `radio button`, `drop-down menu`: the words before a kind that belong to it. */
const KIND_PHRASE = `((text|input|search|check|radio|select|drop-?down|menu|tick|combo|list|toggle) )*(${Object.keys(KINDS).join('|')})(e?s)?`

const ARTICLE = phrase`^((on|the|an?|my|your|this|that|its|these|those) )+`
/** What an instruction adds to a name: `Next again`, `the menu to see the prices`, `Save at the bottom of the page`. */
const TAIL = phrase` (again|now|first|next|please|there|here|instead|too|as well|for me|right away|at the (top|bottom)( of the page)?|on (the|this) (page|site|website|screen)|(in order )?to (see|view|show|find|get|reach|open|reveal|continue|proceed|confirm|submit|save|start|finish|apply|search|load|display|update|go|make|do|complete|check)\b.*)$`
const KIND_FIRST = words`(?<kind>${KIND_PHRASE}) ((called|named|labell?ed|titled|with|for|of|about|saying|that says) )?(the )?<name>`
const KIND_LAST = words`<name?> (?<kind>${KIND_PHRASE})`
const KIND_ALONE = words`(?<kind>${KIND_PHRASE})`
const ORDINAL = words`(?<ordinal>${Object.keys(ORDINALS).join('|')}) (?<rest>\S.*)`
/** `story about X`, `job called X`, `review by X`: a noun that the page need not use, and the name after it. */
const DESCRIBED =
  /^(?<noun>[\p{Ll}-]+(?:\s[\p{Ll}-]+)?)\s+(?:about|called|named|titled|labell?ed|by|from|with the (?:title|name)|for|of|on|with)\s+(?:the\s+)?(?<name>\S.*)$/u
/** `folder Minutes`, `version 2.x`: a noun and a name. */
const NOUN_NAME = /^\p{Ll}[\p{Ll}-]+(?:\s\p{Ll}[\p{Ll}-]+){0,2}\s+(?<name>[\ue000\ue001\p{Lu}\d].*)$/u
/** `20:15 showing`, `Slow Flow Yoga class`: a name and a noun that the page need not use. */
const NAME_NOUN =
  /^(?<name>[\ue000\ue001\p{Lu}\d]\S*(?:\s+[\ue000\ue001\p{Lu}\d]\S*)*)\s+\p{Ll}[\p{Ll}-]+(?:\s\p{Ll}[\p{Ll}-]+)?$/u
const IN_PLACE =
  /\s+(?:in|on|next to|beside|of|for|under|underneath|below|above|from|within|inside|at|by|about|with|to the (?:left|right) of|belonging to)\s+(?:the\s+|a\s+|my\s+)?(?:(?:row|card|line|entry|item|list|section|column|box)\s+(?:of|for|with|by|named|called|that says)\s+(?:the\s+)?)?/gi

export function readTargets(said: string, masked: Masked): Target[] {
  const bare = trimPhrase(said)
  const whole = bare === '' ? [] : [nameOf(bare, masked)]
  const { ordinal: word, rest } = ORDINAL.exec(bare)?.groups ?? {}
  const others =
    word === undefined
      ? describedTargets(bare, masked)
      : ordinalTargets(rest!, ORDINALS[word.toLowerCase()]!, masked)
  return [...new Map([...whole, ...others].map((target) => [JSON.stringify(target), target])).values()]
}

/** `first result for lamps`: the first of what is called so, or of the entries of the list that the page is about. */
function ordinalTargets(rest: string, ordinal: number, masked: Masked): Target[] {
  const bares = [nameOf(rest, masked), ...describedTargets(rest, masked, true)]
  const [[name, place] = ['', '']] = placesIn(rest)
  if (name !== '' && !/^(?:list|page|results?|table|it)$/i.test(place))
    bares.push({ name: '', kind: 'entry', ordinal, place: nameOf(trimPhrase(place), masked) })
  return [...bares, { name: '', kind: 'entry' }].map((target) => ({ ...target, ordinal }))
}

function placesIn(said: string): [name: string, place: string][] {
  const gaps = [...said.matchAll(IN_PLACE)]
  return gaps.map(({ 0: gap, index }) => [said.slice(0, index), said.slice(index + gap.length)])
}

function describedTargets(bare: string, masked: Masked, isCounted = false): Target[] {
  const { noun = '', name = '' } = DESCRIBED.exec(bare)?.groups ?? {}
  const about = trimPhrase(name)
  const isEntry = about !== '' && kindOf(noun) === undefined
  const placed = placesIn(bare).toReversed()
  return [
    ...quotedReading(bare, masked),
    ...matchName(KIND_LAST, bare, masked),
    ...matchName(KIND_FIRST, bare, masked),
    ...kindAlone(bare).filter(({ kind }) => isCounted || kind !== 'entry'),
    ...matchName(NOUN_NAME, bare, masked),
    ...matchName(NAME_NOUN, bare, masked),
    ...placed.flatMap(([inner, place]) => targetsInPlace(inner, place, masked)),
    ...(isEntry ? [nameOf(about, masked), { name: '', kind: 'entry', place: nameOf(about, masked) }] : []),
  ]
}

const ANY = /^(?<name>.*)$/u
/** Places that say nothing about where an element is. */
const ANYWHERE = words`suggestions?|list|drop-?down|results?|options?|menu|page|table|screen|catalog(ue)?|site|suggested (places|items|values|towns)`

function targetsInPlace(name: string, said: string, masked: Masked): Target[] {
  if (name === '' || said === '') return []
  if (ANYWHERE.test(trimPhrase(said)))
    return [...matchName(ANY, name, masked), ...describedTargets(name, masked)]
  const place = readPlace(said, masked)
  const readings = [ANY, NAME_NOUN, KIND_LAST].flatMap((pattern) => matchName(pattern, name, masked))
  return [...readings, ...kindAlone(name)].map((target) => ({ ...target, place }))
}

function matchName(pattern: RegExp, said: string, masked: Masked): Target[] {
  const { name = '', kind } = pattern.exec(said)?.groups ?? {}
  if (trimPhrase(name) === '') return []
  return [{ ...nameOf(trimPhrase(name), masked), ...(kind !== undefined && { kind: kindOf(kind)! }) }]
}

function kindAlone(said: string): Target[] {
  const kind = KIND_ALONE.exec(said)?.groups?.['kind']
  return kind === undefined ? [] : [{ name: '', kind: kindOf(kind)! }]
}

const QUOTED_NAME = new RegExp(`^(?<before>[^\\ue001]*)(?<quoted>${MASKED_QUOTE})(?<after>[^\\ue001]*)$`, 'u')
const PLACE_AFTER = words`(?<name>.*?\S) (next to|in|of|for|on|by|with|beside|from|under)( the)?( (row|entry|item|card|line)( (of|for|with))?)?\s*`

/** The words around a quoted name: `the folder "Minutes"`, `"Helpful" on the review by Marta`, `Remove next to "Lena"`. */
function quotedReading(bare: string, masked: Masked): Target[] {
  const found = QUOTED_NAME.exec(bare)?.groups
  if (!found) return []
  const { before = '', quoted = '', after = '' } = found
  const quotation = nameOf(quoted, masked)
  const owned = PLACE_AFTER.exec(before)?.groups?.['name']
  if (owned !== undefined && kindOf(owned) === undefined)
    return [{ ...nameOf(trimPhrase(owned), masked), place: quotation }]
  const kinds = `${before} ${after}`.split(/\s+/).map(kindOf)
  const kind = kinds.find((one) => one !== undefined)
  const [[, place] = []] = placesIn(` ${after}`.replace(/\s+/g, ' '))
  const inside = place === undefined ? {} : { place: readPlace(place, masked) }
  return [{ ...quotation, ...(kind !== undefined && { kind }), ...inside }, quotation]
}

export function readPlace(said: string, masked: Masked): Target {
  const bare = trimPhrase(said)
  const [quoted] = quotedReading(bare, masked)
  if (quoted) return { name: quoted.name, isQuoted: true }
  const { name, kind } = KIND_LAST.exec(bare)?.groups ?? {}
  if (kind !== undefined) return { ...nameOf(name!, masked), kind: kindOf(kind)! }
  const inner = DESCRIBED.exec(bare)?.groups?.['name'] ?? NOUN_NAME.exec(bare)?.groups?.['name']
  return nameOf(inner ?? bare, masked)
}

function nameOf(said: string, masked: Masked): Target {
  const isQuoted = new RegExp(`^${MASKED_QUOTE}$`, 'u').test(said.trim())
  return { name: masked.plain(said), ...(isQuoted && { isQuoted }) }
}

function trimPhrase(said: string): string {
  const untailed = said.trim().replace(ARTICLE, '').replace(TAIL, '')
  const bare = untailed.replace(/[\s,.:;]+$/, '')
  return bare === said ? bare : trimPhrase(bare)
}

function kindOf(said: string): string | undefined {
  const word = said.toLowerCase().split(/\s+/).at(-1)!
  return KINDS[word] ?? KINDS[word.replace(/e?s$/, '')] ?? KINDS[word.replace(/s$/, '')]
}
