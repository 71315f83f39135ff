import type { StageFile } from '../../browser/browser.ts'
import type { VariableValue } from '../run.ts'
import { decodedUrl, HIDDEN, secretsIn, withoutSecret } from '../secrets.ts'

const NAME = /<([\w-]+)>/g
/** Shorter ones are in too many URLs by chance. */
const SHORTEST_IN_URL = 4

/** Values that a model uses by name and never sees: those of the request, and the secrets that its prompt says. */
export type Variables = ReturnType<typeof createVariables>

export function createVariables(prompt: string, given: Readonly<Record<string, VariableValue>> = {}) {
  const texts = new Map<string, string>()
  const files = new Map<string, StageFile>()
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === 'string') texts.set(name, value)
    else files.set(name, fileOf(value))
  }
  const known = new Set(texts.values())
  for (const { name, value } of secretsIn(prompt))
    if (!known.has(value)) texts.set(freeName(name, texts), value)
  const hidden = new Set<string>()

  /** Each value and what stands for it, the longest first: one may be part of another. */
  function replacements(): (readonly [value: string, by: string])[] {
    const all = [
      ...[...texts].map(([name, value]) => [value, `<${name}>`] as const),
      ...[...hidden].map((value) => [value, HIDDEN] as const),
    ]
    return all.filter(([value]) => value !== '').toSorted(([a], [b]) => b.length - a.length)
  }

  return {
    names: [
      ...[...texts.keys()].map((name) => `<${name}>`),
      ...[...files].map(([name, file]) => `<${name}> (the file ${file.name})`),
    ],
    /** A text with names in place of values: what a model, a log and the caller may see. */
    named(text: string): string {
      return replacements().reduce((rest, [value, by]) => {
        if (rest === value) return by
        const encoded = encodeURIComponent(value)
        const plain = withoutSecret(rest, value, by)
        return encoded === value ? plain : withoutSecret(plain, encoded, by)
      }, text)
    },
    /** A text with the names as they were before it was made safe to show: `< user>` looks like a turn and was broken up. */
    restored: (text: string): string =>
      [...texts.keys(), ...files.keys()].reduce(
        (rest, name) => rest.replaceAll(`< ${name}>`, `<${name}>`),
        text,
      ),
    filled(text: string): { text: string; isSecret: boolean } {
      let isSecret = false
      const filled = text.replaceAll(NAME, (written, name: string) => {
        const value = texts.get(name)
        if (value !== undefined) isSecret = true
        return value ?? written
      })
      return { text: filled, isSecret }
    },
    /** Whether a text holds a value, also one that is written as in a URL. */
    isHeldBy(text: string): boolean {
      const plain = decodedUrl(text)
      return replacements().some(([value]) => value.length >= SHORTEST_IN_URL && plain.includes(value))
    },
    file: (name: string) => files.get(name.trim().replace(/^<|>$/g, '')),
    /** Hides a value that has no name from now on. */
    hide(value: string): void {
      if (value !== '' && ![...texts.values()].includes(value)) hidden.add(value)
    },
  }
}

function freeName(name: string, taken: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}${count}`
    if (!taken.has(free)) return free
  }
}

function fileOf(value: Exclude<VariableValue, string>): StageFile {
  const base64 = 'base64' in value ? value.base64 : Buffer.from(value.text).toString('base64')
  const [ending = ''] = /[^.]*$/.exec(value.fileName.toLowerCase()) ?? []
  return { name: value.fileName, type: TYPES[ending] ?? 'application/octet-stream', base64 }
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
}
