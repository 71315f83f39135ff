import { isStrict } from './provider-of.ts'
import type { Quirk, Way, Wish } from './provider.ts'

/** An endpoint may be replaced by a newer one behind the same address. */
const REMEMBERED_MS = 60 * 60 * 1000

const LEAST_ROOM = 2000

/** What was learned about how an endpoint wants to be asked, so that it need not refuse the same thing twice. */
export class Manners {
  readonly quirks = new Set<Quirk>()
  /** How many tokens a question may have, by what was too long before. */
  room = Infinity
  readonly #closedUntil = new Map<Way, number>()

  narrow(tokens: number): void {
    this.room = Math.min(this.room, Math.max(LEAST_ROOM, Math.floor(tokens / 4)))
  }

  isOpen(way: Way): boolean {
    return (this.#closedUntil.get(way) ?? 0) <= performance.now()
  }

  /** What the endpoint's complaint means for the next wording; undefined when it is about nothing known. */
  learn(complaint: string, wish: Wish): Quirk | undefined {
    // What was learned since the question was put is reason enough to put it again.
    const found = QUIRKS.find(
      ({ quirk, about, concerns }) => !wish.quirks.has(quirk) && about.test(complaint) && concerns(wish),
    )?.quirk
    if (found !== undefined) this.quirks.add(found)
    return found
  }

  close(ways: readonly Way[]): void {
    for (const way of ways) this.#closedUntil.set(way, performance.now() + REMEMBERED_MS)
  }
}

/** In what order complaints are understood. Each is heeded once, so that an endpoint cannot ask for both sides forever. */
const QUIRKS: readonly { quirk: Quirk; about: RegExp; concerns(wish: Wish): boolean }[] = [
  {
    quirk: 'no-images',
    about: /image|vision|modal|content.{0,60}\bstr(ing)?\b/i,
    concerns: ({ messages }) => messages.some(({ images = [] }) => images.length > 0),
  },
  {
    quirk: 'no-temperature',
    about: /temperature/i,
    concerns: ({ temperature }) => temperature !== undefined,
  },
  {
    quirk: 'completion-limit',
    about: /max_completion_tokens/i,
    concerns: ({ outputTokens }) => outputTokens !== undefined,
  },
  {
    quirk: 'no-limit',
    about: /max_?(completion_?|output_?)?tokens/i,
    concerns: ({ outputTokens }) => outputTokens !== undefined,
  },
  {
    quirk: 'no-stream-options',
    about: /stream_options/i,
    concerns: ({ isStreamed }) => isStreamed,
  },
  { quirk: 'streamed', about: /\bstream/i, concerns: ({ isStreamed }) => !isStreamed },
  { quirk: 'unstreamed', about: /\bstream/i, concerns: ({ isStreamed }) => isStreamed },
  {
    quirk: 'no-strict',
    about: /strict|additionalProperties|required|keyword|not permitted/i,
    concerns: (wish) => (wish.shape?.way === 'schema' || wish.shape?.way === 'tool') && isStrict(wish),
  },
]
