import type { Step, Target, Value } from '../step.ts'

/** What is asked about a message, whoever wrote it and however it is put. */
interface MessageOrder {
  verb: 'delete' | 'star' | 'reply' | 'forward'
  /** Who the message is from. */
  sender: string
  /** Whom it goes to. */
  to?: string
  /** What is answered. */
  text?: string
}

/** Steps as they were read where they are plain; else the order about a message that a text is, if it is one. */
export function messageOrderOr(steps: Step[], text: string): Step[] {
  const told = steps.filter((step) => step.do === 'tell').length
  const tells = (told > 0 && told < steps.length) || steps.filter((step) => step.do === 'act').length > 1
  return tells || steps.every(isPlain) ? steps : (readMessageOrder(text) ?? steps)
}

/** Whether a step says of a message only whose it is and who or what is meant by the rest. */
function isPlain(step: Step): boolean {
  if (step.do === 'click' || step.do === 'open') return true
  if (step.do !== 'find' && step.do !== 'act') return false
  if (step.do === 'act' && !/^(delete|remove|reply|forward|send|star|flag|archive)$/.test(step.verb))
    return false
  const { target } = step
  const details = step.do === 'act' ? (step.details ?? []) : []
  return (
    target !== undefined &&
    target.words === '' &&
    (target.relations ?? []).every(
      ({ how, target: { words, kind, relations } }) =>
        how === 'of' && isOneName(words) && kind === undefined && !relations,
    ) &&
    details.every(({ role, value }) => /^(to|with)$/.test(role) && (value.quoted || isOneName(value.text)))
  )
}

function isOneName(words: string): boolean {
  return /^\S+$/.test(words)
}

/**
 * An order about a message of somebody, put freely: `Ann is waiting for the mail by Bob`, `"Fine." is my reply to Bob`,
 * `Bob's email should be deleted`. Undefined when a text is none, or tells single steps (`click …`), which are read as such.
 */
export function readMessageOrder(text: string): Step[] | undefined {
  const order = orderIn(text)
  if (!order) return undefined
  const message: Target = {
    words: '',
    quoted: false,
    kind: 'email',
    relations: [{ how: 'of', target: { words: order.sender, quoted: false } }],
  }
  const same: Target = { words: '', quoted: false, kind: 'email', same: true }
  const said = text.trim()
  const details = [
    ...(order.to === undefined ? [] : [{ role: 'to', value: valueOf(order.to, false) }]),
    ...(order.text === undefined ? [] : [{ role: 'with', value: valueOf(order.text, true) }]),
  ]
  return [
    { do: 'find', target: message, said },
    { do: 'act', verb: order.verb, target: same, ...(details.length > 0 ? { details } : {}), said },
  ]
}

function valueOf(text: string, quoted: boolean): Value {
  return { text, quoted }
}

const MAX_CHARS = 300
/** A longer chain is of more than one message. */
const MOST_PARTS = 3
const ABOUT =
  /\b(e-?mails?|mails?|messages?|inbox|information|repl(y|ied|ies)|respon[ds]\w*|answer\w*|forward\w*)\b/i
/** Who tells single steps is taken at the word. */
const STEPS = /\b(click|tap|press|type|fill|enter|check|log|sign|scroll|url|https?)\b/i
const DELETE = /\b(delet\w*|remov\w*|trash\w*|erase\w*|discard\w*|bin|get rid of|throw (away|out))\b/i
const STAR = /\b(star(red)?|important|favou?rites?|flag(ged)?)\b/i
const FORWARD =
  /\b(forward\w*|send|sent|give|pass|relay|share|show|wants?|needs?|waiting|would like|should (get|have|receive|see))\b/i

function orderIn(text: string): MessageOrder | undefined {
  if (text.length > MAX_CHARS) return undefined
  const quoted = /["“]([^"“”]+)["”]/.exec(text)
  const plain = text.replace(/["“][^"“”]*["”]?/g, ' … ')
  if (!ABOUT.test(plain) && !(quoted && /\b(tell|write)\b/i.test(plain))) return undefined
  if (
    STEPS.test(plain) ||
    plain.split(/\b(?:and|then)\b|[.;!?]\s/).length > MOST_PARTS ||
    /\b(and|then) (?:open|go|read)\b/i.test(plain)
  )
    return undefined
  const { sender, to, names } = peopleIn(plain)
  if (names.length > 2) return undefined
  const only = names.length === 1 ? names[0] : undefined
  if (quoted) {
    const other = sender ?? only ?? to
    return other ? { verb: 'reply', sender: other, text: quoted[1]! } : undefined
  }
  const isDelete = DELETE.test(plain)
  if (sender && to && FORWARD.test(plain)) return isDelete ? undefined : { verb: 'forward', sender, to }
  const from = sender ?? only
  if (!from || names.length > 1) return undefined
  if (isDelete) return { verb: 'delete', sender: from }
  return STAR.test(plain) ? { verb: 'star', sender: from } : undefined
}

/** Words with a capital that are no names: places in a mailbox, and who speaks. */
const NO_NAMES = new Set('i email e-mail mail message messages emails inbox primary mailbox app'.split(' '))
const NAME = /(?<![\p{L}\p{N}@.])(@?[\p{Lu}][\p{L}]+(?:-[\p{L}]+)?|[\w.+-]+@[\w.-]+\.\w+)/gu
const SENT_BEFORE = /\b(from|by|of)\s+$/i
const SENT_AFTER = /^\s*(?:'s|’s|s'|wrote|sent|has (?:sent|written)|just sent)\b/i
const WANTS_AFTER =
  /^\s+(?:wants?|needs?|is waiting|would like|should (?:get|have|receive|see)|(?:must|should|needs to|has to|to) be (?:forwarded|sent|given|shown))\b/i
const TO_BEFORE = /\bto\s+$/i
const GIVEN_BEFORE = /\b(send|give|forward|show|pass|e-?mail|mail)\s+$/i
const GIVEN_AFTER = /^\s+(?:the|an?|that|this|my|all|any|e-?mails?|messages?|\p{Lu}\p{L}+['’]s)(?!\p{L})/iu

interface People {
  sender?: string
  to?: string
  names: string[]
}

/** Who wrote and who is to get it, by what stands before and after their names. */
function peopleIn(text: string): People {
  const names = new Set<string>()
  const role: { sender?: string; to?: string; wants?: string; given?: string } = {}
  for (const match of text.matchAll(NAME)) {
    const name = match[1]!
    const [before, after] = [text.slice(0, match.index), text.slice(match.index + name.length)]
    const begins = /(?:^|[.!?…:]\s*)$/.test(before.trimEnd())
    const isTelling = SENT_AFTER.test(after) || WANTS_AFTER.test(after)
    if (NO_NAMES.has(name.toLowerCase()) || (begins && !isTelling)) continue
    names.add(name)
    if (SENT_BEFORE.test(before) || SENT_AFTER.test(after)) role.sender ??= name
    else if (TO_BEFORE.test(before)) role.to ??= name
    else if (WANTS_AFTER.test(after)) role.wants ??= name
    else if (GIVEN_BEFORE.test(before) && GIVEN_AFTER.test(after)) role.given ??= name
  }
  const to = role.to ?? role.wants ?? role.given
  const others = [...names].filter((name) => name !== to)
  const sender = role.sender ?? (to !== undefined && others.length === 1 ? others[0] : undefined)
  return { ...(sender && { sender }), ...(to && { to }), names: [...names] }
}
