import type { Evidence } from './evidence.ts'

/** Whether a page shows its content only in a browser. Text that is there counts for more than any sign. */
export function isShell(evidence: Evidence, main: () => ContentEstimate): boolean {
  if (hasForm(evidence)) return false
  if (evidence.contentLength >= PLENTY) return isHeavy(evidence.scripts) && isDoubtful(main())
  // Some pages have all their text in what is meant for readers without scripts.
  return SIGNS.some((sign) => sign(evidence)) && main().expectedChars < PLENTY
}

export interface ContentEstimate {
  confidence: number
  expectedChars: number
}

/** There is text, but it looks like menus and footers that were built without the elements for them. */
function isDoubtful({ confidence, expectedChars }: ContentEstimate): boolean {
  return confidence < LOW_CONFIDENCE && expectedChars < PLENTY / 2
}

/** Where confidence is lower, what is selected is right on average to a third only. */
const LOW_CONFIDENCE = 0.5
/** With so many letters a page has its content, whatever its scripts add. */
const PLENTY = 1200
/** Below these a page has hardly more than its frame: a notice, a slogan, a line. */
const LITTLE = 400
const HARDLY_ANY = 60

/** A page to sign in or to write to somebody is complete as it is. */
function hasForm({ hasPassword, fields, blocks, contentLength }: Evidence): boolean {
  return hasPassword || (fields >= 2 && (blocks > 0 || contentLength > HARDLY_ANY))
}

const SIGNS: ((evidence: Evidence) => boolean)[] = [
  function hasEmptyMount({ mounts, contentLength, scripts }) {
    return runsScripts(scripts) && contentLength < LITTLE && mounts.some((length) => length < HARDLY_ANY)
  },
  function asksForScripts({ noscript, text, contentLength, scripts, blocks }) {
    if (contentLength < LITTLE && NOTICE.test(text) && (runsScripts(scripts) || blocks <= 1)) return true
    return runsScripts(scripts) && contentLength < HARDLY_ANY && NOTICE.test(noscript)
  },
  function hasNothingToRead({ text, contentLength, scripts, pictures, blocks }) {
    if (pictures > 0 || !runsScripts(scripts)) return false
    if (contentLength === 0) return text === ''
    return blocks === 0 && contentLength < HARDLY_ANY && (LOADING.test(text) || isHeavy(scripts))
  },
  function isWaiting({ text, contentLength, scripts }) {
    return runsScripts(scripts) && contentLength < HARDLY_ANY && LOADING.test(text)
  },
  function carriesUnrenderedData({ source, contentLength, scripts }) {
    if (contentLength >= LITTLE / 2 || !runsScripts(scripts)) return false
    const length = scripts.dataLength + (STATE.test(source) ? scripts.inlineLength : 0)
    return length > Math.max(contentLength, HARDLY_ANY) * 10
  },
  function showsPlaceholders({ placeholders, contentLength, scripts }) {
    return (
      runsScripts(scripts) &&
      contentLength < LITTLE &&
      (placeholders >= 3 || (placeholders > 0 && contentLength < HARDLY_ANY))
    )
  },
  function showsTemplates({ isTemplate, text, scripts }) {
    return runsScripts(scripts) && isTemplate && (text.match(/\{\{[^{}]{1,100}\}\}/g)?.length ?? 0) >= 2
  },
  function movesOn({ refresh, contentLength }) {
    const delaySeconds = Number.parseFloat(refresh ?? '')
    return contentLength < LITTLE / 2 && delaySeconds <= 10
  },
  function isOnlyFrames({ frames, contentLength, pictures }) {
    return frames > 0 && contentLength < HARDLY_ANY && pictures === 0
  },
]

function runsScripts({ external, inlineLength }: Evidence['scripts']): boolean {
  return external > 0 || inlineLength > 0
}

function isHeavy({ external, inlineLength }: Evidence['scripts']): boolean {
  return external >= 3 || inlineLength > 5000
}

const NOTICE = new RegExp(
  [
    String.raw`(enable|turn on|activate|requires?|needs?|without|allow|support)\b.{0,40}\bjava\s?script`,
    String.raw`java\s?script\b.{0,40}\b(enabled?|required|disabled|turned off|activated?|necessary|to (run|view|use|work))`,
    String.raw`javascript.{0,40}(aktivier|deaktiviert|einschalten|erforderlich|activ(er|é|ar|ado)|habilit|désactiv|nécessaire|включ|отключ|启用|啟用|禁用|有効|無効|켜)`,
    String.raw`(aktivier|activ(er|ez)|habilit|включите|启用|請啟用|有効に).{0,40}javascript`,
  ].join('|'),
  'i',
)

const LOADING =
  /^(\W*(loading|please wait|one moment|just a (moment|second)|initiali[sz]ing|redirecting|wird geladen|lädt|bitte warten|chargement|cargando|carregando|caricamento|загрузка|加载中|読み込み中|로딩)[\s.…!,a-z]{0,30}\W*)$/iu

const STATE =
  /(window|self|globalThis)(\.|\[["'])(__[A-Z_]+__|__INITIAL_|__PRELOADED_|__APOLLO_|__remixContext|__NUXT__|initialState)|self\.__next_f|__NEXT_DATA__/
