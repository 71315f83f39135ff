import CODES from './record-codes.json' with { type: 'json' }

type Codes = typeof CODES

/** The numbers of records, properties and pieces that a binary format is read by, under their names. */
export function recordCodes<Format extends keyof Codes>(format: Format): Record<keyof Codes[Format], number> {
  const entries = Object.entries(CODES[format]).map(([name, code]) => [name, Number(code)])
  return Object.fromEntries(entries) as Record<keyof Codes[Format], number>
}
