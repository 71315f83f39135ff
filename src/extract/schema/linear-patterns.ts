import { RE2JS } from 're2js'

/** Steps, each a character held against a part of a pattern, that all patterns together may take. */
const MOST_STEPS = 50_000_000

/** Patterns of a schema, matched in linear time and altogether no longer than they may. Each is read when it is first used. */
export class LinearPatterns {
  readonly #known = new Map<string, RE2JS | undefined>()
  #left = MOST_STEPS

  /** Undefined for a pattern that cannot be matched so, and when there is no more time for it. */
  matches(pattern: string, text: string): boolean | undefined {
    const compiled = this.#compiled(pattern)
    if (!compiled) return undefined
    this.#left -= text.length * compiled.programSize()
    return this.#left < 0 ? undefined : compiled.matcher(text).find()
  }

  #compiled(pattern: string): RE2JS | undefined {
    if (!this.#known.has(pattern)) {
      // Reading one takes time too.
      this.#left -= pattern.length * 100
      this.#known.set(pattern, this.#left < 0 ? undefined : compile(pattern))
    }
    return this.#known.get(pattern)
  }
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
