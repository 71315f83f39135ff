interface Redactions {
  text: (text: string) => string
  url: (address: string) => string
}

const ADDRESS = /^(?:https?:\/\/|mailto:|tel:|sms:|\/\/)\S+$/iu

/** A JSON value with every string redacted; numbers only when they are personal data in whole. */
export function redactValue(json: unknown, { text, url }: Redactions): unknown {
  return redact(json)

  function redact(value: unknown): unknown {
    if (typeof value === 'string') return ADDRESS.test(value) ? url(value) : text(value)
    if (typeof value === 'number') return redactNumber(value, text)
    if (Array.isArray(value)) return value.map(redact)
    if (value === null || typeof value !== 'object') return value
    const isPerson = /person|author/iu.test(String((value as Record<string, unknown>)['@type'] ?? ''))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, redactMember(key, member, isPerson)]),
    )
  }

  /** The name of a property says what its value is as a label does in a text. */
  function redactMember(key: string, member: unknown, isPerson: boolean): unknown {
    if (key === 'name' && !isPerson) return redact(member)
    if (typeof member !== 'string' && typeof member !== 'number') return redact(member)
    const redacted = redact(member)
    if (redacted !== member || String(member).length > 100 || String(member) === '') return redacted
    const label = `${key
      .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
      .replaceAll(/[_-]/gu, ' ')
      .toLowerCase()}: `
    const labelled = text(label + String(member))
    return labelled.startsWith(label) && labelled !== label + String(member)
      ? labelled.slice(label.length)
      : member
  }
}

/** A card or a phone number that was written without quotes. */
function redactNumber(value: number, text: (text: string) => string): number | string {
  const digits = String(value)
  if (!/^\d{9,19}$/u.test(digits)) return value
  const redacted = text(digits)
  return redacted === digits ? value : redacted
}
