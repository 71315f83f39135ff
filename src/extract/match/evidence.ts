import type { FieldView } from './field-view.ts'
import { LOOKS } from './looks.ts'
import { traitAt } from './page-view.ts'
import type { PageView } from './page-view.ts'

/**
 * How much speaks for each place, by common sense and before anything is learnt: that it is named so, that it looks so
 * and stands near what the page is about, that it is what the page is about.
 */
export function evidenceFor(view: PageView, field: FieldView): Float32Array {
  let looking = 0
  return Float32Array.from(view.places, (place, row) => {
    if (!view.isValue[row]) return 0
    const looks = view.looks[row]!
    const label = (field.soft[row]! + field.exact[row]!) / 2
    const [ofLabel, ofField] = strongFit(view, field, row).heads
    const head = ofLabel < 0 ? 1 : 0.5 + 0.25 * (ofLabel + ofField)
    const isFar = traitAt(view, row, 'fromSubject') < 0 ? 0.5 : 1
    const agent = isAgentCue(place.cues.before) ? field.isAgent * 0.7 : 0
    const named = field.isName * traitAt(view, row, 'subjectScore') * 0.8
    const telling = tellingFit(field.wanted, looks)
    // The first that looks so, below what the page is about, is most often meant.
    const isFirst = telling > 0.7 && isFar === 1 && looking++ === 0
    const look = telling * isFar * (isFirst ? 0.65 : 0.4)
    const fits = sureLack(field.wanted, looks) > 0 || traitAt(view, row, 'isAction') > 0 ? 0.3 : 1
    const itself = saysItself(view, field, row) * 0.6
    return (1 - (1 - label * head) * (1 - look) * (1 - agent) * (1 - named) * (1 - itself)) * fits
  })
}

/** How well a short text with a number in it names the field itself: `6 speed transmission`, `28 mpg`. */
export function saysItself(view: PageView, field: FieldView, row: number): number {
  return view.words[row]!.length > 8 || !/\p{N}/u.test(view.places[row]!.text)
    ? 0
    : nearestWord(view, field, row)
}

/** How near the field is to the word of a text that is nearest to it. */
export function nearestWord({ telling }: PageView, { words }: FieldView, row: number): number {
  return telling[row]!.reduce((nearest, word) => Math.max(nearest, words.nearest(word)), 0)
}

/** How well a text looks as wanted, by what can hardly look so by chance. */
function tellingFit(wanted: Float32Array, looks: Float32Array): number {
  return TELLING.reduce((most, at) => Math.max(most, wanted[at]! * looks[at]!), 0)
}

const indexOfLook = (name: string) => LOOKS.findIndex((look) => look.name === name)
const TELLING = ['money', 'date', 'phone', 'email', 'url', 'address', 'place', 'person', 'duration'].map(
  indexOfLook,
)

/** How surely a text is no such value as is wanted, where that can be seen. */
export function sureLack(wanted: Float32Array, looks: Float32Array): number {
  let lack = 0
  for (const group of SURE) {
    const want = group.reduce((most, at) => Math.max(most, wanted[at]!), 0)
    if (want > 0.8 && !group.some((at) => looks[at]! > 0)) lack = Math.max(lack, want)
  }
  return lack
}

const SURE = [['money'], ['date', 'year', 'time', 'duration'], ['phone'], ['email'], ['url']].map((names) =>
  names.map(indexOfLook),
)

/** Whether a text only says that who did it follows. */
export function isAgentCue(text: string): boolean {
  return text.length < 30 && /(?:^|\s)(?:by|von|par|por|di|door|av|af)\s?:?$/i.test(text)
}

/** How well what is certainly a label names the field; less than nothing where there is none. */
export function strongFit({ places }: PageView, { words }: FieldView, row: number): StrongFit {
  const { cues } = places[row]!
  let soft = -1
  let best = ''
  for (const kind of STRONG) {
    const likeness = cues[kind] ? words.likenessTo(cues[kind]).soft : -1
    if (likeness <= soft) continue
    soft = likeness
    best = cues[kind]
  }
  return { soft, heads: soft > 0 ? words.headsWith(best) : [-1, -1] }
}

interface StrongFit {
  soft: number
  /** What its last word and that of the field have to do with the other: the warranty of a manufacturer is none. */
  heads: [number, number]
}

const STRONG = ['inText', 'colon', 'row', 'column', 'marked', 'named'] as const
