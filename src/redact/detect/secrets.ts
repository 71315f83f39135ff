import { isIPv6 } from 'node:net'
import { matchesOf } from '../../language/matches-of.ts'
import { textBefore } from './number-kinds.ts'
import { spanOf } from '../span.ts'
import type { PiiSpan } from '../span.ts'

const FORMS: [string, RegExp][] = [
  [
    'private-key',
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  ],
  ['jwt', /\beyJ[\w-]{8,4000}\.eyJ[\w-]{4,8000}(?:\.[\w-]{0,4000})?/g],
  [
    'api-key',
    /\b(?:sk|pk|rk|fc|whsec|sk-ant|sk-proj|tvly|pplx|gsk|hf|r8|key|xai|nvapi)[-_](?:live_|test_|proj-|ant-|api\d\d-)?[A-Za-z\d_-]{16,200}(?![A-Za-z\d])/g,
  ],
  [
    'token',
    /\b(?:gh[pousr]_[A-Za-z\d]{30,255}|github_pat_\w{30,255}|glpat-[\w-]{20,64}|xox[abeoprs]-[\w-]{10,250}|xapp-[\w-]{10,250}|npm_[A-Za-z\d]{36}|pypi-[\w-]{50,250}|dop_v1_[a-f\d]{64}|shp(?:at|ca|pa|ss)_[a-fA-F\d]{32}|SG\.[\w-]{16,32}\.[\w-]{16,64}|ya29\.[\w-]{20,250}|EAA[A-Za-z\d]{30,250}|sq0[a-z]{3}-[\w-]{22,43}|lin_api_[A-Za-z\d]{30,64}|secret_[A-Za-z\d]{40,50}|dckr_pat_[\w-]{20,40}|hvs\.[\w-]{20,120}|AGE-SECRET-KEY-1[A-Z\d]{50,60}|\d{8,10}:AA[\w-]{33})(?![A-Za-z\d])/g,
  ],
  ['aws-key', /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z\d]{16}(?![A-Za-z\d])/g],
  ['google-key', /\bAIza[\w-]{35}(?![\w-])/g],
  [
    'webhook',
    /hooks\.slack\.com\/(?:services|workflows)\/[\w/]{20,120}|discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/[\w-]{40,100}/g,
  ],
]

/** Tokens whose words before them are public: only the group is secret. */
const AFTER_WORDS: [string, RegExp][] = [
  ['bearer', /\b(?:bearer|basic)[ \t]+((?=[^\s"'`<>]{0,200}[\d=_])[A-Za-z\d+/_=.~-]{12,4000})/gi],
  ['credentials', /\b[a-z][a-z\d+.-]{1,20}:\/\/([^\s:@/?#"'<>]{1,100}:[^\s@/?#"'<>]{1,200})@/gi],
  [
    'password',
    /\b(?:pass ?words?|pass(?:wd|phrase|code)|pwd|passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|lösenord|пароль)[\s"'*_`]{0,3}(?:[:=]|\||\bis\b|\bist\b|\best\b|\bes\b|→)[\s"'*_`|]{0,4}([^\s"'`|<>]{4,120})/gi,
  ],
  [
    'pin',
    /\b(?:pin(?: ?code)?|cvv2?|cvc2?|otp|tan|security code|verification code|prüfziffer)[\s"'*_`]{0,3}(?:[:=#]|\||\bis\b|\bist\b)[\s"'*_`|]{0,4}(\d{3,8})(?!\d)/gi,
  ],
  [
    'api-key',
    /(?:(?:api|access|auth|secret|private|client|encryption|signing|consumer|session|refresh|bot|app)[ _-]?(?:key|token|secret|id_token|password)|\btoken|\bsecret|apikey|access[_-]?key[_-]?id|\bsignature)[\s"'*_`]{0,3}(?:[:=]|\||\bis\b|=>|→)[\s"'*_`|]{0,4}([A-Za-z\d+/_=.~-]{16,500})/gi,
  ],
]

export function* findSecrets(text: string): Iterable<PiiSpan> {
  for (const [kind, form] of FORMS) {
    for (const found of matchesOf(text, form)) {
      if (kind === 'api-key' && !isRandom(found[0])) continue
      yield spanOf(found, 'SECRET', kind)
    }
  }
  for (const [kind, form] of AFTER_WORDS) {
    for (const found of matchesOf(text, form)) {
      const secret = found[1]!
      if (kind === 'api-key' && !isRandom(secret)) continue
      if (kind === 'password' && !isPassword(secret)) continue
      yield spanOf(found, 'SECRET', kind)
    }
  }
}

/** Letters and digits without an order: a word, a path or a version is none. */
function isRandom(token: string): boolean {
  const signs = token.slice(0, 80).replaceAll(/[^A-Za-z\d]/gu, '')
  if (signs.length < 12) return false
  const changes = (signs.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)|[a-z](?=[A-Z])|[A-Z](?=[a-z])/gu) ?? []).length
  return /\d/u.test(signs) && /[A-Za-z]/u.test(signs) && changes >= 3 && new Set(signs).size >= 8
}

const NO_PASSWORD =
  /^(?:is|ist|reset|forgotten|forgot|required|must|should|field|change|and|or|the|your|\p{Ll}{4,9}[,.;:]?)$/iu

/** "Password: required" tells no password: a lower-case word alone is one only when it has something else in it. */
const isPassword = (word: string) => !NO_PASSWORD.test(word) && !/^[\p{L}]{1,12}[.,;:!?)]?$/u.test(word)

const DOTTED = /\d{1,3}(?:\.\d{1,3}){3,40}/g
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`, 'u')
const COLONS = /[\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:(?:\.\d{1,3}){3})?/gi
const MAC =
  /\b(?:[\da-f]{2}:(?:[\da-f]{2}:){4}[\da-f]{2}|[\da-f]{2}-(?:[\da-f]{2}-){4}[\da-f]{2}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})\b/gi
const VERSION =
  /(?:\b(?:versions?|ver|v|release|build|section|chapter|rev|revision|firmware|kapitel|abschnitt)\b[\s:.#-]{0,3}|[§v])$/u
/** Every machine has these, so they lead to nobody. */
const RESERVED_ADDRESSES = /^(?:127\.|0\.0\.0\.0|255\.)|^::1?$/u

export function* findNetworkAddresses(text: string): Iterable<PiiSpan> {
  for (const found of matchesOf(text, DOTTED)) {
    if (!IPV4.test(found[0]) || RESERVED_ADDRESSES.test(found[0]) || !standsAlone(text, found)) continue
    if (!VERSION.test(textBefore(text, found.index, 20))) yield spanOf(found, 'SECRET', 'ip')
  }
  for (const found of matchesOf(text, COLONS)) {
    if (
      found[0].length > 5 &&
      isIPv6(found[0]) &&
      !RESERVED_ADDRESSES.test(found[0]) &&
      standsAlone(text, found)
    )
      yield spanOf(found, 'SECRET', 'ip')
  }
  for (const found of matchesOf(text, MAC))
    if (/\d/u.test(found[0]) && standsAlone(text, found)) yield spanOf(found, 'SECRET', 'mac')
}

function standsAlone(text: string, { index, 0: value }: RegExpExecArray): boolean {
  const end = index + value.length
  return (
    !/[\p{L}\p{N}_:.-]$/u.test(text.slice(Math.max(0, index - 1), index)) &&
    !/^(?:[\p{L}\p{N}_:]|[.-]\d)/u.test(text.slice(end, end + 2))
  )
}
