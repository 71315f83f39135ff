import type { Token } from './tokens.ts'
import type { Code, Tongue, Vocabulary } from './tongue.ts'
import { speak } from './tongue.ts'
import { dutch } from './tongues/nl.ts'
import { english } from './tongues/en.ts'
import { french } from './tongues/fr.ts'
import { german } from './tongues/de.ts'
import { italian } from './tongues/it.ts'
import { portuguese } from './tongues/pt.ts'
import { spanish } from './tongues/es.ts'
import { TALK } from './tongues/talk.ts'

/** English kinds and keys are said in every tongue: `der Button`, `la touche Enter`. */
const BORROWED: Partial<Vocabulary> = { kind: english.kind, key: english.key }

const ROMANCE: [Code, Vocabulary][] = [
  ['fr', french],
  ['es', spanish],
  ['it', italian],
  ['pt', portuguese],
]

const TONGUES = [
  speak(english, [TALK.en], { code: 'en' }),
  speak(german, [TALK.de, BORROWED], { code: 'de', capitals: true, verbsLast: true, headFirst: true }),
  speak(dutch, [TALK.nl, BORROWED], { code: 'nl', verbsLast: true, headFirst: true }),
  ...ROMANCE.map(([code, tongue]) => speak(tongue, [TALK[code], BORROWED], { code, headFirst: true })),
]

/** The tongue a prompt is in: the one that knows the most of its words, English when several know as many. */
export function tongueOf(tokens: Token[]): Tongue {
  const [first, ...others] = TONGUES
  if (!first) throw new Error('There are tongues.')
  let best = { tongue: first, known: known(first, tokens) }
  for (const tongue of others) {
    const count = known(tongue, tokens)
    if (count > best.known) best = { tongue, known: count }
  }
  return best.tongue
}

/** So many words say enough. */
const ENOUGH = 300

function known(tongue: Tongue, tokens: Token[]): number {
  const some = tokens.slice(0, ENOUGH)
  return some.reduce((sum, _, at) => {
    const verb = tongue.match('verb', some, at)
    const little =
      tongue.match('role', some, at) ??
      tongue.match('little', some, at, [
        'article',
        'and',
        'later',
        'polite',
        'question',
        'all',
        'greet',
        'equals',
        'consent',
        'onward',
        'person',
      ])
    const noun = tongue.match('ordinal', some, at) ?? tongue.match('kind', some, at)
    return sum + (verb ? (at === 0 ? 4 : 2) : 0) + (little ? 1 : 0) + (noun ? 1 : 0)
  }, 0)
}
