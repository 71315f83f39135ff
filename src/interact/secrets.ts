import type { ViewElement } from '../browser/browser.ts'

/** Stands for what nobody is to read. */
export const HIDDEN = '••••'

/** What a caller said that nobody else is to read: it goes into fields and nowhere else. */
export interface Secrets {
  /** Remembers a value that goes into a field; `isSecret` when the field is made for such. */
  use(value: string, isSecret: boolean): void
  /** The text with all secrets made unreadable: those that were used, and what can be nothing else. */
  masked(text: string): string
  /** Whether a text holds one, used or only named. */
  isHeldBy(text: string): boolean
}

/** Shorter ones stand in too many words by chance: they are looked for as words of their own. */
const SHORTEST = 4

/** Whether a field is made for what nobody is to read. */
export function isForSecrets({ type, name }: Pick<ViewElement, 'type' | 'name'>): boolean {
  return type === 'password' || isSecretName(name)
}

/** Whether something is called like what nobody is to read. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const SECRET =
  /pass ?(word|code|phrase|wd)|\b(pwd|pin|cvc|cvv|secret|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b|security code/iu

const NAMED =
  /(?:pass\s?(?:word|code|phrase|wd)|pwd|\bpin|secret|token|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b["'”’]?\s*(?:is|ist|to|as|=|:|with|of)?\s*(?:"([^"]+)"|'([^']+)'|“([^”]+)”|‘([^’]+)’|`([^`]+)`|([^\s"'“‘`]+))/giu

export function createSecrets(prompt: string): Secrets {
  const named = new Set(
    [...prompt.matchAll(NAMED)].map(([, ...found]) =>
      (found.find((one) => typeof one === 'string') ?? '').replace(/[.,;!?)]+$/, ''),
    ),
  )
  // A plain word may only stand beside the word `password` by chance.
  const used = new Set([...named].filter((value) => value.length >= SHORTEST && !/^\p{L}+$/u.test(value)))
  return {
    use(value, isSecret) {
      if (value !== '' && (isSecret || named.has(value))) used.add(value)
    },
    masked(text) {
      if (used.has(text)) return HIDDEN
      const longestFirst = [...used].toSorted((a, b) => b.length - a.length)
      const written = longestFirst.flatMap((secret) => [secret, encodeURIComponent(secret)])
      return written.reduce(without, text)
    },
    isHeldBy(text) {
      const plain = decoded(text)
      return [...used, ...named].some((secret) => secret.length >= SHORTEST && plain.includes(secret))
    },
  }
}

function without(text: string, secret: string): string {
  if (secret.length >= SHORTEST) return text.replaceAll(secret, HIDDEN)
  if (secret.length < 2) return text
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part) => (part === secret ? HIDDEN : part))
    .join('')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
