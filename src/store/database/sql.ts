/** A statement with its values, or a part of one. */
export class Sql {
  readonly parts: readonly string[]
  readonly values: readonly unknown[]

  constructor(parts: readonly string[], values: readonly unknown[]) {
    this.parts = parts
    this.values = values
  }

  get text(): string {
    return this.parts.reduce((text, part, place) => `${text}$${place}${part}`)
  }

  toString(): string {
    return this.text
  }
}

/** Values become parameters. Values of type `Sql` become part of the text. */
export function sql([first = '', ...rest]: TemplateStringsArray, ...values: unknown[]): Sql {
  const parts = [first]
  const parameters: unknown[] = []
  for (const [place, value] of values.entries()) {
    const inner = value instanceof Sql ? value : new Sql(['', ''], [value])
    const [begin, ...others] = inner.parts
    parts.push(`${parts.pop()}${begin}`, ...others)
    parts.push(`${parts.pop()}${rest[place]}`)
    parameters.push(...inner.values)
  }
  return new Sql(parts, parameters)
}

/** Text that is inserted unescaped. Never pass text from a caller. */
export function raw(text: string | number): Sql {
  return new Sql([String(text)], [])
}
