import { splitClauses } from './clauses.ts'
import type { Command } from './command.ts'
import { mask, QUOTED, phrase } from './vocabulary.ts'
import { readClause } from './read-clause.ts'
import { readTargets } from './targets.ts'
import { wordsOf } from '../match/words.ts'

export type Instruction =
  | { state: 'parsed'; commands: Command[]; forbidden: string[] }
  | { state: 'unread'; clause: string }

/** Parses an instruction into commands. One clause that no rule reads refuses the whole instruction. */
export function parseInstruction(prompt: string): Instruction {
  const masked = mask(prompt)
  const commands: Command[] = []
  const clauses = splitClauses(masked.text)
  const forbidden = clauses.filter(({ kind }) => kind === 'forbidden').map(({ text }) => masked.plain(text))
  const mentions = clauses.map(({ text }) => new RegExp(QUOTED, 'u').exec(text)?.[0])
  for (const [at, { kind, text, condition }] of clauses.entries()) {
    if (kind === 'forbidden') continue
    // `I need the book "Salt Roads". Find it in the catalogue.`
    const isMentioned = mentions[at] !== undefined || SEARCH_IT.test(clauses[at + 1]?.text ?? '')
    if (WISH.test(text) && isMentioned && at < clauses.length - 1) {
      mentions[at] ??= text.replace(WISH, '')
      continue
    }
    const mention = mentions.slice(0, at).findLast((one) => one !== undefined)
    const said = mention === undefined ? text : text.replace(SEARCH_IT, `$1 ${mention}`)
    // Only whether something is on the page can be checked.
    const isCheckable = condition === undefined || (SHOWS.test(condition) && !COMPARES.test(condition))
    const isRefused = text.length > LONGEST_CLAUSE || UNCLEAR.test(text) || !isCheckable
    const order = isRefused ? undefined : readClause(said, masked, commands.at(-1))
    if (!order) return { state: 'unread', clause: masked.plain(text) }
    // `a cookie banner appears` is about the cookie banner.
    const shown = condition?.replace(THERE_IS, '').replace(APPEARS, '')
    const only = shown === undefined ? {} : { condition: readTargets(shown, masked) }
    commands.push({ ...order, said: masked.plain(text), ...only })
  }
  // `How much is the lamp? Open its page.`: a question that comes first is answered last.
  const [first, ...others] = commands
  const isAskedFirst = first?.do === 'tell' && others.length > 0 && others.every((one) => one.do !== 'tell')
  return { state: 'parsed', commands: isAskedFirst ? [...others, first] : commands, forbidden }
}

/** No command is longer than this; longer texts belong in quotes. */
const LONGEST_CLAUSE = 600
/** Corrections, alternatives and commands for each of several things are a model's work. */
const UNCLEAR = phrase`\b(no,? wait|wait,? no|scratch that|otherwise|or else|if not)\b|\belse (click|press|tap|open|go)\b|^(for|on|in) (each|every)\b(?! page\b)|^(click|tap|press|hit|like|open|delete|remove|archive|select) (on )?(every|each|all (of )?(the )?[a-z]+s$)`
const COMPARES = phrase`\b(not|no|n['’]t|(dis|en)abled|empty|below|above|less|more|than|cheaper|before|after)\b`
const SHOWS = phrase`\b((appear|show|open|ask|exist)s?|(pop|come)s? up|there|shown|visible|displayed|present|asked|see|offered)\b`
const WISH = /^i(?:\s+(?:need|want|would like|am looking for)|['’](?:d like|m looking for))\s/i
const SEARCH_IT = /^(find|search for|look for|look up)\s+(?:it|this|that|them|those)\b/i
const THERE_IS = phrase`^(there( is|'s| are)|you see|it shows|the page (shows|has)) `
const APPEARS = phrase` (appears?|(show|pop|come)s? up|is (there|shown|visible|displayed|present|open)|asks?.*|exists?|opens?)$`

const FORMS = `click "Save"; click "Remove" next to "Lena Fischer"; type "tent" into "Search";
fill in the form with: name=Ann, email=ann@site.example; select "Norway" as "Country"; set "Guests" to 2;
tick "I agree"; untick "Newsletter"; search for "lamp"; log in with user "ann" and password "…";
sort by price ascending; filter by status Open; go to page 3; open the first result; go back; press Enter;
hover over "Menu"; scroll to the bottom; wait for "Results"; accept cookies; download "report.pdf";
click "Load more" until it disappears; tell me the price; list the titles; count the rows`.split(/;\s/)

export function nearestForms(clause: string): string {
  const said = new Set(wordsOf(clause))
  const shared = (form: string) => wordsOf(form).filter((word) => said.has(word)).length
  const near = FORMS.toSorted((a, b) => shared(b) - shared(a))
  return `Known forms: ${near.slice(0, 3).join('; ')}.`
}
