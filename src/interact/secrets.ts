import type { ViewElement } from '../browser/browser.ts'

export const HIDDEN = '••••'

/** Shorter ones stand in too many words by chance: they are looked for as words of their own. */
const SHORTEST = 4

export function isForSecrets({ type, name }: Pick<ViewElement, 'type' | 'name'>): boolean {
  return type === 'password' || isSecretName(name)
}

export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

const SECRET =
  /pass ?(word|code|phrase|wd)|\b(pwd|pin|cvc|cvv|secret|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b|security code/iu

const NAMED =
  /(?:pass\s?(?:word|code|phrase|wd)|pwd|\bpin|secret|token|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b["'”’]?\s*(?:is|ist|to|as|=|:|with|of)?\s*(?:"([^"]+)"|'([^']+)'|“([^”]+)”|‘([^’]+)’|`([^`]+)`|([^\s"'“‘`]+))/giu

/** What a caller said that nobody else is to read: it goes into fields and nowhere else. */
export type Secrets = ReturnType<typeof createSecrets>

export function createSecrets(prompt: string) {
  const named = new Set(
    [...prompt.matchAll(NAMED)].map(([, ...found]) =>
      (found.find((one) => typeof one === 'string') ?? '').replace(/[.,;!?)]+$/, ''),
    ),
  )
  // A plain word may only stand beside the word `password` by chance.
  const used = new Set([...named].filter((value) => value.length >= SHORTEST && !/^\p{L}+$/u.test(value)))
  return {
    /** Remembers a value that goes into a field; `isSecret` when the field is made for such. */
    use(value: string, isSecret: boolean): void {
      if (value !== '' && (isSecret || named.has(value))) used.add(value)
    },
    /** The text with all secrets made unreadable: those that were used, and what can be nothing else. */
    masked(text: string): string {
      if (used.has(text)) return HIDDEN
      const longestFirst = [...used].toSorted((a, b) => b.length - a.length)
      const written = longestFirst.flatMap((secret) => [secret, encodeURIComponent(secret)])
      return written.reduce((rest, secret) => withoutSecret(rest, secret, HIDDEN), text)
    },
    /** Whether a text holds one, used or only named. */
    isHeldBy(text: string): boolean {
      const plain = decodedUrl(text)
      return [...used, ...named].some((secret) => secret.length >= SHORTEST && plain.includes(secret))
    },
  }
}

/** A text with something else in place of a secret; short ones are replaced only as words of their own. */
export function withoutSecret(text: string, secret: string, by: string): string {
  if (secret.length >= SHORTEST) return text.replaceAll(secret, () => by)
  if (secret.length < 2) return text
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((part) => (part === secret ? by : part))
    .join('')
}

export interface SaidSecret {
  name: string
  value: string
}

/** The secrets that a prompt says: in quotes, after `is` or a colon, or written like no word. */
export function secretsIn(prompt: string): SaidSecret[] {
  const named = [...prompt.matchAll(SAID)].flatMap(({ groups = {} }) => {
    const { called = '', link = '', quoted, bare = '' } = groups
    const value = quoted?.slice(1, -1) ?? bare.replace(/[.,;!?)]+$/, '')
    const isLinked = /^(?:is|ist|to|[:=])$/i.test(link) && !NO_SECRET.test(value)
    return quoted !== undefined || isLinked || isUnlikeWord(value) ? [{ name: nameOf(called), value }] : []
  })
  const logIns = [...prompt.matchAll(LOG_IN)].flatMap(({ groups = {} }) => {
    const { quoted, bare = '' } = groups
    const value = quoted?.slice(1, -1) ?? bare.replace(/[.,;:=!?)]+$/, '')
    return quoted !== undefined || isUnlikeWord(value) ? [{ name: 'password', value }] : []
  })
  // A name in angle brackets stands for a value that is given elsewhere.
  const found = [...named, ...logIns].filter(({ value }) => value !== '' && !/^[<>]/.test(value))
  return [...new Map(found.map((one) => [one.value, one])).values()]
}

const QUOTED = String.raw`(?<quoted>"[^"\n]+"|'[^'\n]+'|“[^”\n]+”|‘[^’\n]+’|\x60[^\x60\n]+\x60)`
const SAID = new RegExp(
  String.raw`(?<called>pass\s?(?:word|code|phrase|wd)|\bpwd|\bpin|\bsecret|\btoken|api key|security code|\bcv[cv]|kennwort|passwort|mot de passe|contrase[ñn]a|senha|wachtwoord|lösenord)\b["'”’]?\s*(?<link>is\b|ist\b|to\b|as\b|with\b|of\b|[:=])?\s*(?:${QUOTED}|(?<bare>[^\s"'“‘\x60]+))`,
  'giu',
)
/** `log in as ada with s3cret` calls nothing a password. */
const LOG_IN = new RegExp(
  String.raw`\b(?:log|sign)[ -]?(?:in|on)\b[^.\n]{0,40}?\b(?:as|with|using)\s+(?:"[^"\n]+"|'[^'\n]+'|[^\s,]+)\s*(?:with|and|/|,)\s+(?:the\s+)?(?:${QUOTED}|(?<bare>[^\s"'“‘\x60]+))`,
  'giu',
)
/** What is said about a password rather than being one. */
const NO_SECRET =
  /^(?:the|a|an|my|your|his|her|be|not|no|too|still|something|wrong|incorrect|invalid|valid|required|needed|correct|missing|empty|shown|visible|hidden|accepted|strong|weak|short|long|set|changed|reset)$/i

function isUnlikeWord(value: string): boolean {
  return value.length >= SHORTEST && /[\p{N}\p{P}\p{S}]/u.test(value) && /[\p{L}\p{N}]/u.test(value)
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

export function withTexts<Data>(data: Data, replaced: (text: string) => string): Data {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' ? replaced(value) : value,
  ) as Data
}
