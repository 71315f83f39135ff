import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'

/** Options of a scrape, a search's scrapes or a parse, as far as they decide what is kept of it. */
interface Keeping {
  formats: readonly { type: string }[]
  profile?: unknown
  zeroDataRetention?: boolean
  lockdown?: boolean
}

/**
 * What a caller may ask for. Callers without a key share one team, and nothing of one may reach another: no page of theirs is
 * kept, and what works only with something that is kept, or with somebody it is promised to, needs a key.
 */
export function optionsFor<Options extends Keeping>(
  { keyless }: Pick<Caller, 'keyless'>,
  options: Options,
): Options {
  if (!keyless) return options
  for (const [name, isAskedFor] of KEY_NEEDED) {
    if (isAskedFor(options))
      throw new Fault('FORBIDDEN', `${name}: this needs an API key, and the request came without one.`)
  }
  return 'storeInCache' in options ? { ...options, storeInCache: false } : options
}

const KEY_NEEDED: readonly [string, (options: Keeping) => boolean][] = [
  ['profile', ({ profile }) => profile !== undefined],
  ['formats: changeTracking', ({ formats }) => formats.some(({ type }) => type === 'changeTracking')],
  ['lockdown', ({ lockdown }) => lockdown === true],
  ['zeroDataRetention', ({ zeroDataRetention }) => zeroDataRetention === true],
]
