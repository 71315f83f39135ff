import { fold } from './fold.ts'
import type { Language } from './stop-words.ts'

/**
 * A word that a question can hardly do without and an answer easily: a common verb, an adverb, a polite word. That a page
 * does not have it says little about whether it answers. What is said of a thing after `is` is never one.
 */
export function isLightWord(
  word: string,
  asWritten: string,
  { language, isPredicate }: { language: Language | undefined; isPredicate: boolean },
): boolean {
  // In German whatever is not a noun is written small.
  if (language === 'de') return (!isPredicate && /^\p{Ll}/u.test(asWritten)) || LIGHT.has(word)
  return LIGHT.has(word) || (VERBISH[language ?? 'en']?.test(word) ?? false)
}

const VERBISH: Partial<Record<Language, RegExp>> = {
  en: /..(?:ed|ly)$/,
  fr: /..(?:er|ir|oir|ee|ees|ent|ait|aient|ant|enues?|endues?)$/,
  es: /..(?:ar|er|ir|ado|ada|ados|adas|ido|ida|idos|idas|aron|ieron|aba|aban|mente|ando|iendo)$/,
  it: /..(?:are|ere|ire|ato|ata|ati|uto|uta|mente|ano|ono|ando|endo|ava)$/,
  pt: /..(?:ar|er|ir|ado|ada|ido|ida|aram|eram|iram|ava|mente|ando|endo)$/,
  nl: /^(?:ge|be|ver|ont).{2,}(?:d|t|en)$/,
  sv: /..(?:ade|ades|des|ats|as|ras)$/,
  pl: /..(?:ac|ic|yc|al|ala|ali|alo|il|ila|ili|ono|ano|uje|uja|aja|ywa)$/,
  ru: /..(?:ть|ться|лся|лась|лось|лись|ет|ется|ют|ются|ит|ится|ат|ят|ал|ала|али|ало|ил|ила|или|ило|ан|ана|ано|аны|ен|ена|ено|ены|ают)$/,
  tr: /..(?:di|du|ti|tu|yor|ir|ar|er|ur|mak|mek|mis|mus|dir|dur|ildi|uldu|iliyor|acak|ecek|bilir)$/,
}

const LIGHT: ReadonlySet<string> = new Set(
  fold(
    `come comes came go goes went gone work works happen happens turn take takes took place need needs use uses used user make makes
    made find want provide provides offer offers support supports allow available possible current currently today now
    new old different main get become know work called there know like look run keep mean means thing way
    kind type sort number exactly usually often have own see show shows serve start begin stay last
    kommen geben machen bekommen finden haben gehen brauchen aktuell heute derzeit möglich verfügbar art
    prendre trouver donner venir aller actuel aujourd hui faire permettre possible disponible sorte type peut-on puis
    encontrar dar venir ir actual hoy hacer permitir posible disponible tipo existe hay poder llevar tiene tienen número numéro nummer numero numer номер
    trovare dare venire andare attuale oggi fare possibile disponibile tipo esiste potere portare possono
    atual hoje fazer possível disponível tipo existe levar acontece pode fica
    vinden geven komen gaan huidige vandaag doen mogelijk beschikbaar soort bestaat maken laat liet
    hitta ge komma gå nuvarande idag göra möjligt tillgänglig sorts får man
    znaleźć dać przyjść iść obecny dziś robić możliwe dostępny rodzaj mieć powstał
    найти дать идти сейчас сегодня делать возможно доступно вид бывает бывают каким какому каком какую каких дням
    bulmak vermek gelmek gitmek şimdi bugün yapmak mümkün mevcut tür
    现在 目前 可以 进行 需要 提供 方法 時間 時点 利用 必要 現在 지금 현재 수 있나요 받을 하나요 처음`,
  ).split(/\s+/),
)
