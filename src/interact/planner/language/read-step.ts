import type { Step, Target } from '../step.ts'
import type { Clause } from './clause.ts'
import type { Phrase } from './phrase.ts'
import { look, part, raw, seek, trimmed, without } from './phrase.ts'
import { readAct } from './read-act.ts'
import { readFillIn, readType } from './read-fill.ts'
import { readLogIn } from './read-log-in.ts'
import { readGo, readPage, readScroll, readSearch, readWait } from './read-ways.ts'
import { readClick, readFindClick, readPress } from './read-click.ts'
import { readDrag, readResize, readSort, readStyle } from './read-shape.ts'
import { readTarget, readTargets } from './read-target.ts'
import { readDownload, readNudge, readOnward } from './read-simple.ts'
import { readTold } from './read-told.ts'
import { readCheck, readChoose } from './read-choose.ts'

/** What a clause asks for, by its verb. */
export function readStep(verb: string, clause: Clause): Step[] {
  return (READERS[verb] ?? readAct)(clause).map((step) => inContext(step, clause.context))
}

const READERS: Record<string, (clause: Clause) => Step[]> = {
  click: (clause) => readClick(clause, {}),
  doubleClick: (clause) => readClick(clause, { count: 2 }),
  rightClick: (clause) => readClick(clause, { button: 'right' }),
  middleClick: (clause) => readClick(clause, { button: 'middle' }),
  press: readPress,
  findClick: readFindClick,
  hover: on((target) => ({ do: 'hover', target })),
  focus: on((target) => ({ do: 'focus', target })),
  type: readType,
  fillIn: (clause) => readFillIn(clause, ['with']),
  set: (clause) => readFillIn(clause, ['to', 'with', 'as']),
  clear: on((target) => ({ do: 'fill', target, value: { text: '', quoted: true } })),
  empty: (clause) => {
    const target = readTarget(clause.body)
    return target.kind === 'textbox' || target.kind === 'searchbox'
      ? [{ do: 'fill', target, value: { text: '', quoted: true } }]
      : readAct(clause)
  },
  use: readUse,
  choose: readChoose,
  check: (clause) => readCheck(clause, true),
  uncheck: (clause) => readCheck(clause, false),
  toggle: readToggle,
  submit: readSubmit,
  search: readSearch,
  open: readOpen,
  go: readGo,
  logIn: readLogIn,
  logOut: (clause) => [{ do: 'click', target: { words: raw(clause.said), quoted: false } }],
  expand: on((target) => ({ do: 'expand', target })),
  collapse: on((target) => ({ do: 'collapse', target })),
  close: readClose,
  accept: (clause) => readAnswer(clause, true),
  confirm: (clause) => readAnswer(clause, true),
  reject: (clause) => readAnswer(clause, false),
  cancel: (clause) =>
    seek(clause.body, 'little', ['alert']) ? [{ do: 'dialog', accept: false }] : readAct(clause),
  drag: readDrag,
  resize: readResize,
  sort: readSort,
  highlight: readHighlight,
  style: readStyle,
  bold: on((target) => ({ do: 'style', target, style: 'bold' })),
  italic: on((target) => ({ do: 'style', target, style: 'italic' })),
  underline: on((target) => ({ do: 'style', target, style: 'underline' })),
  draw: (clause) => [{ do: 'draw', words: raw(clause.body) }],
  copy: (clause) => {
    const to = seek(clause.body, 'role', ['into', 'to'], 1)
    const from = readTarget(to ? part(clause.body, 0, to.at) : clause.body)
    return [{ do: 'copy', from, to: to && readTarget(part(clause.body, to.after)) }]
  },
  paste: (clause) => {
    const at = seek(clause.body, 'role', ['into', 'in', 'to'])
    return [{ do: 'paste', target: at && readTarget(part(clause.body, at.after)) }]
  },
  scroll: readScroll,
  back: () => [{ do: 'back' }],
  forward: () => [{ do: 'forward' }],
  reload: () => [{ do: 'reload' }],
  wait: readWait,
  download: readDownload,
  read: readQuestion,
  solve: (clause) => [{ do: 'find', target: { words: raw(clause.body), quoted: false, kind: 'problem' } }],
  send: readSend,
  switchThrough: readThrough,
  question: (clause) => [{ do: 'read', question: raw(clause.body), ...aboutOf(clause.body) }],
  find: readFind,
  keep: readKeep,
  loadMore: readLoadMore,
  bare: readPage,
  told: readTold,
  onward: readOnward,
  leaveField: () => [{ do: 'press', key: 'Tab' }],
  increase: (clause) => readNudge(clause, true),
  decrease: (clause) => readNudge(clause, false),
  lookIn: on((target) => ({ do: 'open', target })),
  export: readDownload,
  compare: readCompare,
}

function on(make: (target: Target) => Step): (clause: Clause) => Step[] {
  return (clause) => {
    const said = readTargets(clause.body)
    return (said.length > 0 ? said : [NOTHING]).map(make)
  }
}

const NOTHING: Target = { words: '', quoted: false, same: true }

/** `In the dialog, click OK`: where it is said first counts for what is done there. */
function inContext(step: Step, context: Phrase | undefined): Step {
  if (!context || step.do === 'choose') return step
  const place = { how: 'in' as const, target: readTarget(context) }
  const placed = (target: Target): Target => ({ ...target, relations: [...(target.relations ?? []), place] })
  if (step.do === 'check') return { ...step, targets: step.targets.map(placed) }
  if (!('target' in step) || !step.target) return step
  const isContext = step.do === 'fill' && isSame(step.target, place.target)
  return isContext ? step : ({ ...step, target: placed(step.target) } as Step)
}

function isSame(a: Target, b: Target): boolean {
  return a.words === b.words && (a.words !== '' || a.kind === b.kind)
}

/** `use "Springfield" as the city`; `use the textbox to enter "x"`. */
function readUse(clause: Clause): Step[] {
  const at = clause.body.tokens.findIndex(
    (token, i) => i > 0 && token.low === 'to' && look(clause.body, 'verb', i + 1),
  )
  const verb = at === -1 ? undefined : look(clause.body, 'verb', at + 1)
  if (verb && verb.meaning !== 'use') {
    const body = trimmed(part(clause.body, at + 1 + verb.length))
    const whole = part(clause.body, at + 1)
    const context = trimmed(part(clause.body, 0, at))
    if (verb.meaning === 'read')
      return [{ do: 'open', target: readTarget(context) }, ...readQuestion({ ...clause, body, whole })]
    return readStep(verb.meaning, {
      verb: verb.meaning,
      said: part(whole, 0, verb.length),
      body,
      whole,
      context,
    })
  }
  return readType(clause)
}

function readToggle(clause: Clause): Step[] {
  const last = clause.body.tokens.at(-1)?.low
  if (last === 'on' || last === 'off')
    return [
      {
        do: 'check',
        targets: readTargets(part(clause.body, 0, clause.body.tokens.length - 1)),
        on: last === 'on',
      },
    ]
  if (seek(clause.body, 'role', ['to'], 1)) return readFillIn(clause, ['to'])
  return [{ do: 'click', target: readTarget(clause.body) }]
}

function readSubmit(clause: Clause): Step[] {
  const target = readTarget(clause.body)
  const plain = target.words === '' && (target.kind === undefined || target.kind === 'form')
  return [{ do: 'submit', target: plain ? undefined : target }]
}

/** `close the blinds to 70 percent`: a number that something is brought to. */
function valueSaid(body: Phrase): boolean {
  const to = seek(body, 'role', ['to'], 1)
  return to !== undefined && /^\d/.test(body.tokens[to.after]?.text ?? '')
}

function readOpen(clause: Clause): Step[] {
  if (valueSaid(clause.body)) return readFillIn(clause, ['to'])
  const target = readTarget(clause.body)
  if (target.words === '' && target.kind === undefined && !target.same && target.ordinal === undefined)
    return []
  // A person is followed otherwise than a link.
  if (target.words.startsWith('@') || target.kind === 'user') return readAct(clause)
  return readGo(clause)
}

function readClose(clause: Clause): Step[] {
  const value = valueSaid(clause.body)
  if (value) return readFillIn(clause, ['to'])
  if (seek(clause.body, 'little', ['cookies'])) return [{ do: 'cookies', accept: false }]
  const means = seek(clause.body, 'role', ['by'], 1)
  const verb = means && look(clause.body, 'verb', means.after)
  if (means && verb) {
    const whole = part(clause.body, means.after)
    return readStep(verb.meaning, {
      verb: verb.meaning,
      said: part(whole, 0, verb.length),
      body: trimmed(part(whole, verb.length)),
      whole,
    })
  }
  if (seek(clause.body, 'little', ['alert'])) return [{ do: 'dialog', accept: false }]
  if (clause.body.tokens.length === 0) return [{ do: 'close', target: undefined }]
  return readTargets(clause.body).map((target) => ({ do: 'close', target }))
}

/** Cookies, the browser's own dialogs, or a button of that name. */
function readAnswer(clause: Clause, accept: boolean): Step[] {
  const all = look(clause.body, 'little', 0, 'everything')
  if (seek(clause.body, 'little', ['cookies']) || (all && all.length === clause.body.tokens.length))
    return [{ do: 'cookies', accept }]
  const alert = seek(clause.body, 'little', ['alert'])
  if (alert) {
    const text = seek(clause.body, 'role', ['with'], alert.after)
    const value = text && part(clause.body, text.after)
    const quote = value?.tokens.find((token) => token.type === 'quoted')
    return [{ do: 'dialog', accept, ...(value && { text: quote?.text ?? raw(value) }) }]
  }
  const button = { words: raw(clause.said), quoted: false }
  if (clause.body.tokens.length === 0) return [{ do: 'click', target: button }]
  const that = /^(?:that|dass|que|che|dat)$/.test(clause.body.tokens[0]?.low ?? '')
  if (that && accept && clause.body.tokens.length > 2) {
    const stated = part(clause.body, 1)
    const check: Step = {
      do: 'check',
      targets: [{ words: raw(without(stated, 'article')), quoted: false }],
      on: true,
    }
    return [{ ...check, others: [readAct(clause)] }]
  }
  return readAct(clause)
}

function readHighlight(clause: Clause): Step[] {
  const said = raw(clause.said).toLowerCase().split(' ')
  // `select the text …` is looked up with its noun: it is part of what is highlighted.
  const noun = said.length > 1 ? clause.whole.tokens.findIndex((token) => token.low === said.at(-1)) : -1
  return [{ do: 'highlight', target: readTarget(noun > 0 ? part(clause.whole, noun) : clause.body) }]
}

/** A form is sent off; anything else is sent to someone. */
function readSend(clause: Clause): Step[] {
  const target = readTarget(clause.body)
  const only =
    clause.body.tokens.length === 0
      ? false
      : target.kind === 'form' ||
        (target.same && target.kind === undefined && target.words === '' && !target.relations)
  return only ? [{ do: 'submit', target: undefined }] : readAct(clause)
}

function readQuestion(clause: Clause): Step[] {
  if (clause.body.tokens.length === 0)
    return [{ do: 'click', target: { words: raw(clause.said), quoted: false } }]
  const end = clause.body.tokens.at(-1)?.end ?? 0
  const question = raw(clause.body) + (clause.body.prompt.charAt(end) === '?' ? '?' : '')
  return [{ do: 'read', question: question === '' ? raw(clause.whole) : question, ...aboutOf(clause.body) }]
}

/** What a question is about, where it says so: `How many red circles are there?`, `the price of the blue shirt`. */
function aboutOf(body: Phrase): { target?: Target } {
  const rest = trimmed(body)
  const count = seek(rest, 'little', ['many'])
  if (count) {
    const end = rest.tokens.findIndex((_, at) => at > count.after && look(rest, 'little', at, 'be'))
    const thing = part(rest, count.after, end === -1 ? undefined : end)
    return thing.tokens.length > 0 ? { target: { ...readTarget(thing), all: true } } : {}
  }
  const of = seek(rest, 'role', ['of', 'for'], 1)
  const thing = of && part(rest, of.after)
  return thing && thing.tokens.length > 0 ? { target: readTarget(thing) } : {}
}

/** `compare A and B`: each of them is taken in, then they are set side by side where the page has that apart. */
function readCompare(clause: Clause): Step[] {
  const acts = readAct(clause)
  const words = raw(clause.said)
  const set = `${words} ${acts.length}`
  const ends: Step[] =
    acts.length > 1
      ? [{ do: 'click', target: { words: set, quoted: false, kind: 'button' }, others: [[]] }]
      : []
  return [...acts.map((step, at) => (at === 0 ? { ...step, others: [readQuestion(clause)] } : step)), ...ends]
}

/** `go through the pages until you find Ann`: what is leafed through, and what for. */
function readThrough(clause: Clause): Step[] {
  const until = seek(clause.body, 'role', ['until'], 1)
  const aim = until && part(clause.body, until.after)
  const verb = aim && seek(aim, 'verb', ['find'])
  const through = readTarget(until ? part(clause.body, 0, until.at) : clause.body)
  return [{ do: 'find', target: verb ? readTarget(part(aim, verb.after)) : NOTHING, through }]
}

/** `find "x" using the search box` searches; else it comes upon something. */
function readFind(clause: Clause): Step[] {
  const using = seek(clause.body, 'role', ['with', 'in', 'into'], 1)
  if (using && /searchbox/.test(readTarget(part(clause.body, using.after)).kind ?? ''))
    return readSearch({ ...clause, body: part(clause.body, 0, using.at) })
  return [{ do: 'find', target: readTarget(clause.body) }]
}

function readKeep(clause: Clause): Step[] {
  const until = seek(clause.body, 'role', ['until'])
  const what = without(until ? part(clause.body, 0, until.at) : clause.body, 'article')
  const verb = look(what, 'verb', 0)
  if (!verb || !until) return readAct(clause)
  const inner = {
    verb: verb.meaning,
    said: part(what, 0, verb.length),
    body: trimmed(part(what, verb.length)),
    whole: what,
  }
  return [{ do: 'repeat', steps: readStep(verb.meaning, inner), until: raw(part(clause.body, until.after)) }]
}

function readLoadMore(clause: Clause): Step[] {
  const until = seek(clause.body, 'role', ['until'])
  const click: Step = { do: 'click', target: { words: raw(clause.said), quoted: false } }
  return until ? [{ do: 'repeat', steps: [click], until: raw(part(clause.body, until.after)) }] : [click]
}
