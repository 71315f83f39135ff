import type { StageFile, ViewElement } from '../browser/browser.ts'
import type { VariableValue } from './run.ts'
import types from './file-types.json' with { type: 'json' }

export const MASK = '••••'

/** Shorter secrets occur in words and URLs by chance, so they only match as whole words. */
const MIN_SUBSTRING_LENGTH = 4

export function isSecretField({ type, name }: Pick<ViewElement, 'type' | 'name'>): boolean {
  return type === 'password' || isSecretName(name)
}

export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const SECRET =
  /pass ?(word|code|phrase|wd)|\b(pwd|pin|cvc|cvv|secret|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b|security code/iu

/** What a caller said that nobody else is to read: it goes into fields and nowhere else. */
export type Secrets = ReturnType<typeof createSecrets>

export function createSecrets(prompt: string) {
  const named = new Set([...prompt.matchAll(SECRET_IN_PROMPT)].map(valueIn))
  // A plain word may only stand beside the word `password` by chance.
  const used = new Set(
    [...named].filter((value) => value.length >= MIN_SUBSTRING_LENGTH && !/^\p{L}+$/u.test(value)),
  )
  return {
    add(value: string, isSecret: boolean): void {
      if (value !== '' && (isSecret || named.has(value))) used.add(value)
    },
    masked: (text: string) =>
      withoutSecrets(
        text,
        [...used].map((value) => [value, MASK] as const),
      ),
  }
}

/** A text with something else in place of secrets, also as in URLs; the longest first, because one may be part of another. */
function withoutSecrets(text: string, secrets: (readonly [secret: string, by: string])[]): string {
  const longestFirst = secrets.toSorted(([a], [b]) => b.length - a.length)
  return longestFirst.reduce((rest, [secret, by]) => {
    if (rest === secret) return by
    return withoutSecret(withoutSecret(rest, secret, by), encodeURIComponent(secret), by)
  }, text)
}

/** A text with something else in place of a secret; short ones are replaced only as words of their own. */
function withoutSecret(text: string, secret: string, by: string): string {
  if (secret.length >= MIN_SUBSTRING_LENGTH) return text.replaceAll(secret, () => by)
  if (secret.length < 2) return text
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part) => (part === secret ? by : part))
    .join('')
}

function secretsIn(prompt: string) {
  const named = [...prompt.matchAll(SECRET_IN_PROMPT)].flatMap(({ groups = {} }) => {
    const { called = '', link = '', quoted } = groups
    const value = valueIn({ groups })
    const isLinked = /^(?:is|ist|to|[:=])$/i.test(link) && !NOT_A_SECRET.test(value)
    return quoted !== undefined || isLinked || looksLikePassword(value)
      ? [{ name: nameOf(called), value }]
      : []
  })
  const logIns = [...prompt.matchAll(LOG_IN_IN_PROMPT)].flatMap(({ groups = {} }) => {
    const { quoted, bare = '' } = groups
    const value = quoted?.slice(1, -1) ?? bare.replace(/[.,;:=!?)]+$/, '')
    return quoted !== undefined || looksLikePassword(value) ? [{ name: 'password', value }] : []
  })
  // A name in angle brackets stands for a value that is given elsewhere.
  const found = [...named, ...logIns].filter(({ value }) => value !== '' && !/^[<>]/.test(value))
  return [...new Map(found.map((one) => [one.value, one])).values()]
}

function valueIn({ groups: { quoted, bare = '' } = {} }: Pick<RegExpExecArray, 'groups'>): string {
  return quoted?.slice(1, -1) ?? bare.replace(/[.,;!?)]+$/, '')
}

const QUOTED = String.raw`(?<quoted>"[^"\n]+"|'[^'\n]+'|“[^”\n]+”|‘[^’\n]+’|\x60[^\x60\n]+\x60)`
const SECRET_IN_PROMPT = new RegExp(
  String.raw`(?<called>pass\s?(?:word|code|phrase|wd)|\bpwd|\bpin|\bsecret|\btoken|api key|security code|\bcv[cv]|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b["'”’]?\s*(?<link>is\b|ist\b|to\b|as\b|with\b|of\b|[:=])?\s*(?:${QUOTED}|(?<bare>[^\s"'“‘\x60]+))`,
  'giu',
)
/** `log in as ada with s3cret` calls nothing a password. */
const LOG_IN_IN_PROMPT = new RegExp(
  String.raw`\b(?:log|sign)[ -]?(?:in|on)\b[^.\n]{0,40}?\b(?:as|with|using)\s+(?:"[^"\n]+"|'[^'\n]+'|[^\s,]+)\s*(?:with|and|/|,)\s+(?:the\s+)?(?:${QUOTED}|(?<bare>[^\s"'“‘\x60]+))`,
  'giu',
)
const NOT_A_SECRET =
  /^(?:the|a|an|my|your|his|her|be|not|no|too|still|something|wrong|incorrect|invalid|valid|required|needed|correct|missing|empty|shown|visible|hidden|accepted|strong|weak|short|long|set|changed|reset)$/i

function looksLikePassword(value: string): boolean {
  return (
    value.length >= MIN_SUBSTRING_LENGTH && /[\p{N}\p{P}\p{S}]/u.test(value) && /[\p{L}\p{N}]/u.test(value)
  )
}

function nameOf(called: string): string {
  const [, name = 'password'] = /(pin|token|secret)/i.exec(called.replace(/api key/i, 'token')) ?? []
  return /security|cv[cv]/i.test(called) ? 'code' : name.toLowerCase()
}

export function decodedUrl(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function mapTexts<Data>(data: Data, replace: (text: string) => string): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' ? replace(value) : value,
  ) as Data
}

const VARIABLE_NAME = /<([\w-]+)>/g

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
    if (!known.has(value)) texts.set(unusedName(name, texts), value)
  const hidden = new Set<string>()

  function replacements(): (readonly [value: string, by: string])[] {
    const masked = [...texts].map(([name, value]) => [value, `<${name}>`] as const)
    return [...masked, ...[...hidden].map((value) => [value, MASK] as const)].filter(
      ([value]) => value !== '',
    )
  }

  return {
    names: [
      ...[...texts.keys()].map((name) => `<${name}>`),
      ...[...files].map(([name, file]) => `<${name}> (the file ${file.name})`),
    ],
    masked: (text: string) => withoutSecrets(text, replacements()),
    /** A text with the names as they were before it was made safe to show: `< user>` looks like a turn and was broken up. */
    restored: (text: string): string =>
      [...texts.keys(), ...files.keys()].reduce(
        (rest, name) => rest.replaceAll(`< ${name}>`, `<${name}>`),
        text,
      ),
    filled(text: string): { text: string; isSecret: boolean } {
      let isSecret = false
      const filled = text.replaceAll(VARIABLE_NAME, (written, name: string) => {
        const value = texts.get(name)
        if (value !== undefined) isSecret = true
        return value ?? written
      })
      return { text: filled, isSecret }
    },
    occursIn(text: string): boolean {
      const plain = decodedUrl(text)
      return replacements().some(([value]) => value.length >= MIN_SUBSTRING_LENGTH && plain.includes(value))
    },
    file: (name: string) => files.get(name.trim().replace(/^<|>$/g, '')),
    hide(value: string): void {
      if (value !== '' && ![...texts.values()].includes(value)) hidden.add(value)
    },
  }
}

function unusedName(name: string, taken: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}${count}`
    if (!taken.has(free)) return free
  }
}

function fileOf(value: Exclude<VariableValue, string>): StageFile {
  const base64 = 'base64' in value ? value.base64 : Buffer.from(value.text).toString('base64')
  const [ending = ''] = /[^.]*$/.exec(value.fileName.toLowerCase()) ?? []
  return {
    name: value.fileName,
    type: (types as Readonly<Record<string, string>>)[ending] ?? 'application/octet-stream',
    base64,
  }
}
