import { LOOKS } from '../match/looks.ts'
import { classOf } from '../match/word-vectors.ts'
import { namesIn } from '../prose/names-in.ts'
import type { WishedField } from '../schema/wished-field.ts'
import { isSomebody } from './plausible.ts'

/** A kind of thing that texts of records are told by although nothing names them. */
export interface Kind {
  name: string
  isFor(field: WishedField): boolean
  looks(text: string): boolean
  /** The part of the records that must have it. */
  least: number
}

const STREET = LOOKS.find(({ name }) => name === 'address')!
const LONGEST = 80

/** Somebody, what somebody does, where something is, and what is written in a way of its own. */
export const KINDS: readonly Kind[] = [
  {
    name: 'handle',
    isFor: ({ naming }) => naming.names('twitter', 'handle', 'mastodon', 'instagram'),
    looks: (text) => /^@\w{2,30}$/.test(text),
    least: 0.5,
  },
  {
    name: 'version',
    isFor: ({ naming }) => naming.means('version'),
    looks: (text) => /^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:-[\w.]{1,12})?$/.test(text),
    least: 0.75,
  },
  {
    name: 'street',
    isFor: ({ naming }) => naming.means('address', 'street') && !naming.means('email', 'url'),
    looks: (text) => STREET.of(text) > 0 || /^\d{1,5}[a-z]? \p{Lu}\p{L}+ .{2,60}, ?\p{Lu}/u.test(text),
    least: 0.5,
  },
  {
    name: 'person',
    isFor: isSomebody,
    looks: isOneName,
    // Many titles look like names too.
    least: 0.75,
  },
  {
    name: 'role',
    isFor: ({ naming }) => naming.means('position'),
    looks: (text) => !/[\d:]/.test(text) && wordsIn(text).some((word) => classOf(word, 'person') > 0.5),
    least: 0.5,
  },
  {
    name: 'place',
    isFor: ({ naming }) => naming.means('city', 'location', 'region', 'country', 'neighborhood'),
    looks: (text) =>
      /^\p{Lu}/u.test(text) &&
      !/\d/.test(text) &&
      wordsIn(text).some((word) => classOf(word, 'location') > 0.5),
    least: 0.5,
  },
]

/** Whether a text is the name of somebody and nothing else. */
function isOneName(text: string): boolean {
  const [only, ...others] = namesIn(text)
  return only !== undefined && others.length === 0 && only.at === 0 && only.end === text.length
}

function wordsIn(text: string): string[] {
  return (
    text
      .slice(0, LONGEST)
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  )
}
