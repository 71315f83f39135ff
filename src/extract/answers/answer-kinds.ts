import { holdsMeasure, holdsMeasureApart } from './dimensions.ts'
import type { Dimension } from './dimensions.ts'
import { fold } from './fold.ts'
import {
  CURRENCY,
  days,
  END,
  MEASURE_UNITS,
  months,
  NUMBER,
  START,
  TIME_UNITS,
  UNSPACED_NUMBER,
  worded,
  YEARS,
} from './kind-expressions.ts'
import type { AnswerKind } from './question-words.ts'

/** A kind of value, of a measure also what is measured. */
export interface Want {
  kind: AnswerKind
  dimension?: Dimension | undefined
}

/** How surely a text holds one of several kinds of value: 0 not at all, 1 plainly. */
export function holds(text: string, wants: readonly Want[]): number {
  return wants.reduce((most, { kind, dimension }) => Math.max(most, holdsKind(text, kind, dimension)), 0)
}

/** How surely a text holds something of a kind: 0 not at all, 1 plainly. */
export function holdsKind(text: string, kind: AnswerKind, dimension?: Dimension): number {
  const folded = COUNTED.has(kind) ? fold(text).replace(POINTS_IN_TIME, ' ') : fold(text)
  if (dimension !== undefined && holdsMeasure(folded, dimension)) return 1
  // How fast a thing grows may be told by a length and a time.
  if (dimension === 'speed') return holdsMeasure(folded, 'length') && IN_TIME.test(folded) ? 0.6 : 0
  if (dimension !== undefined) return holdsMeasureApart(folded, dimension) ? 0.6 : 0
  return detectorsOf(kind).reduce(
    (best, { pattern, on, certainty = 1 }) =>
      certainty > best && pattern.test(on === 'text' ? text : folded) ? certainty : best,
    0,
  )
}

const IN_TIME = worded(TIME_UNITS)
const made = new Map<AnswerKind, readonly Detector[]>()

function detectorsOf(kind: AnswerKind): readonly Detector[] {
  const known = made.get(kind) ?? DETECTORS[kind]()
  made.set(kind, known)
  return known
}

/** Whether an answer must hold a value: a sentence without one does not say when, how much or how long. */
export function isStrict([first]: readonly Want[]): boolean {
  return first !== undefined && STRICT.has(first.kind)
}

const STRICT: ReadonlySet<AnswerKind> = new Set([
  'date',
  'hours',
  'money',
  'duration',
  'measure',
  'number',
  'person',
  'email',
  'phone',
])

interface Detector {
  pattern: RegExp
  /** Names are recognised by their capitals, everything else without marks. */
  on?: 'text'
  certainty?: number
}

/** Kinds that are numbers of something: the number of a year is none of them. */
const COUNTED: ReadonlySet<AnswerKind> = new Set(['number', 'measure', 'money'])
const POINTS_IN_TIME =
  /(?<![\p{L}\p{N}.,])(?:1[5-9]|20)\p{Nd}{2}s?(?![\p{L}\p{N}%]|[.,]\p{Nd}| ?(?:m|km|kg|g|w|mah|pixels?)(?!\p{L}))|\p{Nd}{1,2}:\p{Nd}{2}|\p{Nd}{4}年|\p{Nd}{1,2}月(?:\p{Nd}{1,2}[日号])?/gu

/** Made when first asked for: they are many, and a page is asked about one kind. */
const DETECTORS: Record<AnswerKind, () => readonly Detector[]> = {
  email: () => [{ pattern: /[\p{L}\p{N}._%+-]+(?:@| ?[([{] ?(?:at|arroba) ?[)\]}] ?)[\p{L}\p{N}-]+\./u }],
  phone: () => [
    {
      pattern:
        /(?<![\p{L}\p{Nd}.,])(?:\+|\(?0)\p{Nd}[\p{Nd} ()./-]{5,18}\p{Nd}|\(\p{Nd}{3}\) ?\p{Nd}{3}[- ]\p{Nd}{4}/u,
    },
    { pattern: /(?<!\p{Nd})\p{Nd}{3,5}[ -]\p{Nd}{3,4}(?:[ -]\p{Nd}{2,4})?(?!\p{Nd})/u, certainty: 0.7 },
  ],
  money: () => [
    {
      pattern: new RegExp(
        `${CURRENCY} ?${NUMBER}|${NUMBER}(?:\\p{L}{1,8}[. ]{1,2})?${CURRENCY}|${UNSPACED_NUMBER} ?(?:元|円|원|บาท)`,
        'u',
      ),
    },
    {
      // A free edition has a price no more than any other name.
      pattern: worded(
        '(?!\\p{L}+-)(?:nothing|nichts|rien|nada|niente|niets|ingenting|nic|ничего|free|no charge|complimentary|kostenlos|gratis|kostenfrei|frei|gratuit|gratuite|gratuito|gratuita|gratuitement|bezplatn[yaei]|darmow[yaei]|бесплатно|бесплатныи|бесплатен|ucretsiz)',
      ),
      certainty: 0.8,
    },
    {
      pattern: /(?<![\p{L}\p{Nd}])\p{Nd}(?![\p{Nd}.,]{0,15}(?:[a-z]|\s?(?:%|percent|prozent)))/u,
      certainty: 0.2,
    },
    { pattern: /免费|無料|무료|ฟรี|مجان|मुफ्त/, certainty: 0.8 },
  ],
  duration: () => [
    { pattern: new RegExp(YEARS, 'u'), certainty: 0.8 },
    {
      pattern: worded(`(?:an?|half an?|eine[rn]?|une?|una|uno|een|ett?|uma?|bir) ${TIME_UNITS}`),
      certainty: 0.9,
    },
    {
      pattern: new RegExp(
        `${NUMBER}[ -]{0,2}(?:to |bis |a |à |-|–|to )?(?:${NUMBER} ?)?(?:\\p{L}{3,9} (?=\\p{L}{3}))?${TIME_UNITS}${END}`,
        'u',
      ),
    },
    {
      pattern: new RegExp(
        `${UNSPACED_NUMBER}+ ?(?:秒|分|时|小时|小時|時間|天|日|周|週|个月|個月|か月|ヶ月|年|초|분|시간|일|주|개월|년|นาที|ชั่วโมง|วัน|เดือน|ปี|วินาที|สัปดาห์)`,
        'u',
      ),
    },
    {
      pattern: worded(
        'lifetime|forever|overnight|indefinitely|unbefristet|lebenslang|until|bis|jusqu|hasta|fino|ate|tot',
      ),
      certainty: 0.5,
    },
  ],
  measure: () => [
    { pattern: new RegExp(`${NUMBER}[ -]?${MEASURE_UNITS}${END}|${NUMBER}[%°]`, 'u') },
    {
      pattern: new RegExp(`${NUMBER}[ -]{0,2}(?:\\p{L}{3,9} (?=\\p{L}{3}))?${TIME_UNITS}${END}`, 'u'),
      certainty: 0.8,
    },
    {
      pattern: new RegExp(
        `${UNSPACED_NUMBER}+ ?(?:米|公里|公斤|平方|メートル|キロ|グラム|ミリ|センチ|미터|킬로|그램|เมตร|กิโล|ตาราง|%|度|℃|克|厘米|毫米|吨|トン)`,
        'u',
      ),
    },
    { pattern: new RegExp(`${NUMBER} ?[x×] ?${NUMBER}`, 'u') },
    { pattern: /\p{Nd}/u, certainty: 0.45 },
    {
      pattern: worded(
        'daily|weekly|monthly|yearly|annually|hourly|twice|once|taglich|wochentlich|monatlich|jahrlich|quotidien|hebdomadaire|mensuel',
      ),
      certainty: 0.6,
    },
  ],
  frequency: () => [
    {
      pattern: worded(
        `(?:once|twice|times|every|each|per|daily|weekly|monthly|yearly|annually|hourly|einmal|zweimal|dreimal|mal|jede[nmrs]?|alle|pro|taglich|wochentlich|monatlich|jahrlich|fois|par|chaque|tous les|toutes les|vez|veces|cada|todos los|diario|volte?|ogni|vezes|todos os|keer|elke?|per|ganger|varje|om dagen|razy?|co|kazd\\p{L}+|раза?|кажд\\p{L}+|ежедневно|kez|kere|her)`,
      ),
    },
    { pattern: /每|次|回|ごと|毎|매|번|마다|ทุก|ครั้ง|مرة|كل|बार|हर/ },
  ],
  number: () => [
    { pattern: new RegExp(NUMBER, 'u') },
    { pattern: new RegExp(UNSPACED_NUMBER, 'u') },
    {
      pattern: worded(
        'no|none|both|single|couple|pair|kein|keine|beide|aucun|ninguno|nessuno|unlimited|unbegrenzt|illimite|ilimitad[oa]s?|illimitat[oaie]',
      ),
      certainty: 0.5,
    },
  ],
  date: () => [
    { pattern: new RegExp(`${START}(?:1\\p{Nd}|20|21)\\p{Nd}{2}s?${END}`, 'u') },
    {
      pattern: new RegExp(
        `(?:\\p{Nd}{1,4}(?:st|nd|rd|th|er|\\.|º|°)?(?: of| de| di| d')? ?)(?:${months()})|(?:${months()})\\p{L}{0,2} \\p{Nd}{1,4}`,
        'u',
      ),
    },
    {
      pattern:
        /\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4}|\p{Nd}{1,2}[:.]\p{Nd}{2}(?!\p{Nd})|\p{Nd} ?(?:am|pm|a\.m|p\.m|uhr|h\d{0,2})(?!\p{L})/u,
    },
    {
      pattern:
        /\p{Nd} ?(?:年|月|日|時|点|號|号|세기|년|월|일|시)|(?:พ\.ศ|ค\.ศ|ปี|วันที่)\.? ?\p{Nd}|[一二三四五六七八九十]+(?:年|月|点|時|时)|世紀|世纪|(?:星期|周|週|曜)[一二三四五六日天]|曜日/u,
    },
    {
      pattern: worded(
        `${months()
          .split('|')
          .filter((name) => name.length > 4)
          .join('|')}|(?:${days()})s?`,
      ),
      certainty: 0.9,
    },
    {
      pattern:
        /\p{Nd}{1,2}(?:th|st|nd|rd)?\.? (?:century|jahrhundert|siglo|secolo|seculo|eeuw|wiek|век)|(?:century|siglo|secolo|seculo) [ivxl]+|[ivxl]+e? (?:siecle|siglo|secolo|wiek|век)|yuzyil/u,
    },
    {
      pattern: worded(
        'spring|summer|autumn|fall|winter|noon|midnight|dusk|dawn|sunset|sunrise|weekends?|weekdays?|daily|fruhling|sommer|herbst|mittags|taglich|printemps|ete|automne|hiver|midi|primavera|verano|otono|invierno|mediodia|estate|autunno|inverno|verao|outono|lente|zomer|herfst|wiosna|wiosn[ay]|lato|latem|jesien|zim[ay]|весно[ий]|лето|летом|осенью|зимой|зимои',
      ),
      certainty: 0.7,
    },
    {
      pattern: worded(
        'when|after|before|until|once|as soon as|if|every|nachdem|sobald|wenn|bevor|sowie|nach|vor|apres|avant|lorsque|des que|cuando|despues|antes|dopo|prima|quando|depois|nadat|zodra|wanneer|voor|na|nar|efter|innan|gdy|po|przed|kiedy|когда|после|до|перед|sonra|once|chaque|cada|ogni|jeden|elke|varje',
      ),
      certainty: 0.45,
    },
    { pattern: new RegExp(`${NUMBER} ?${TIME_UNITS}${END}`, 'u'), certainty: 0.5 },
    {
      pattern:
        /\p{Nd} ?(?:분|시간|일|주|개월|년) ?(?:후|뒤|이내)|(?:월|화|수|목|금|토|일)요일|매주|매일|매월/u,
    },
    { pattern: /之后|以后|时候|後に|とき|その後|이후|때/, certainty: 0.45 },
  ],
  hours: () => [
    {
      pattern:
        /\p{Nd}{1,2}[:.h]\p{Nd}{2}(?!\p{Nd})|\p{Nd} ?(?:am|pm|a\.m|p\.m|uhr|h)(?!\p{L})|[\p{Nd}一二三四五六七八九十] ?(?:点|點|時|시|โมง)/u,
    },
    { pattern: new RegExp(`${START}(?:${days()})`, 'u'), certainty: 0.7 },
    {
      pattern: worded(
        '(?:from|between|until|till|von|bis|de|dalle|das|van|tot|fran|mellan|od|do|с|до) \\p{Nd}{1,2}',
      ),
      certainty: 0.9,
    },
    {
      pattern: worded(
        'noon|midnight|around the clock|mittags|midi|mezzogiorno|mediodia|meio-dia|poludni[ea]|полдень|ogle|daily|taglich',
      ),
      certainty: 0.7,
    },
    { pattern: /(?:星期|周|週)[一二三四五六日天]|曜日|요일/, certainty: 0.7 },
  ],
  place: () => [
    {
      pattern: worded(
        String.raw`(?:in|at|on|near|under|behind|beside|next to|im|am|beim|in der|in dem|auf dem|auf der|hinter|neben|dans|sur|sous|pres de|en|nel|nella|sul|no|na|op|bij|naast|pa|vid|w|przy|в|на|около) (?:the|a|an|der|dem|einem|einer|le|la|un|une|el|los|las|una|de|het|een|il|lo|o|os|as) \p{L}{3,}`,
      ),
      certainty: 0.5,
    },
    {
      on: 'text',
      pattern:
        /(?<!\p{L})(?:in|at|near|from|on|between|outside|inside|opposite|behind|next to|of|im|am|bei|nahe|aus|nach|zwischen|an der|in der|auf|à|au|en|dans|sur|près|entre|de|da|a|em|no|na|nel|nella|sul|presso|di|te|bij|aan|op|uit|i|på|vid|från|w|na|przy|pod|we|nad|koło|obok|в|на|у|из|под|около|близ|во)(?: (?:the|der|die|dem|den|le|la|les|el|los|las|il|lo|o|os|as|het|de|[a-zà-ÿ]{3,12}))? (?:l['’])?\p{Lu}[\p{L}'’-]+/u,
    },
    { on: 'text', pattern: /\p{Lu}\p{L}+['’](?:t?[ae]|d[ae]|n?d[ae])(?!\p{L})/u },
    {
      on: 'text',
      pattern:
        /\p{Lu}\p{L}+(?:straße|strasse|platz|gasse|allee|weg|gracht|straat|laan|gatan|vägen)|\p{L}+ (?:Street|Avenue|Road|Lane|Square|Boulevard|Drive)|(?:[Rr]ue|[Cc]alle|[Vv]ia|[Rr]ua|[Uu]lica|ul\.|ул\.|[Pp]laza|[Pp]iazza|[Aa]venue|[Bb]oulevard|[Pp]raça) \p{L}+/u,
    },
    {
      pattern:
        /位于|坐落|地址|在.{1,12}(?:市|省|区|县|路|街|国)|(?:市|県|都|府|区|町|村|駅|島)|にある|位置|시|도|구|에 있|위치|ตั้งอยู่|จังหวัด|อำเภอ|في |بالقرب|में/u,
      certainty: 0.8,
    },
    {
      pattern: worded(
        'north|south|east|west|floor|corner|coast|river|valley|street|nord|sud|ost|etage|stock|norte|sur|este|oeste|etage|noord|zuid|polnoc\\p{L}*|север\\p{L}*|юг\\p{L}*|shop|store|online|website',
      ),
      certainty: 0.5,
    },
  ],
  person: () => [
    {
      on: 'text',
      pattern:
        /\p{Lu}[\p{Ll}'’-]+(?: (?:\p{Lu}\.|van|von|de|der|den|da|di|del|della|la|le|du|dos|das|bin|al|el|zu|af|ten))* \p{Lu}[\p{L}'’-]+/u,
    },
    {
      on: 'text',
      pattern:
        /(?<!\p{L})(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lady|Herr|Frau|Mme|M|Sr|Sra|Sig|Dott|Pan|Pani|Господин)\.? \p{Lu}\p{L}+|(?:by|von|par|por|da|door|av|przez|tarafından|durch) (?:(?:the|der|die|dem|le|la|el|los|il|de|a|an|einem|einer) )?\p{Lu}\p{L}+/u,
    },
    {
      pattern: worded(
        String.raw`(?:by|von|durch|par|por|da|door|av|przez) (?:an?|the|eine[mrn]?|der|dem|den|une?|el|la|los|las|il|een|de|het|en|ett|um|uma|o) \p{L}{3,}`,
      ),
      certainty: 0.7,
    },
    { on: 'text', pattern: /(?:\p{Lu}\. ){1,3}\p{Lu}\p{L}+|\p{L}{3,} \p{Lu}[\p{Ll}]{2,}/u, certainty: 0.5 },
    {
      pattern:
        /氏|さん|先生|博士|教授|女士|[·・]|씨|님|คุณ|นาย|นาง|ดร\.|เป็นผู้|由.{1,10}(?:设计|创办|创立|建|发明|撰写|担任|主持)|が(?:設計|創業|設立|発明)|による|에 의해|의해|이 (?:설립|설계|발명)|가 (?:설립|설계|발명)/u,
      certainty: 0.9,
    },
    {
      pattern: worded(
        'team|company|volunteers|members|staff|anyone|everyone|residents|students|people|adults|children|mitglieder|studierende|alle|jeder|personen|tous|membres|chiunque|tutti|cualquiera|todos|qualquer|iedereen|leden|alla|wszyscy|kazdy|все|каждыи|любои|herkes',
      ),
      certainty: 0.5,
    },
    {
      pattern:
        /[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Thai}\p{Script=Arabic}\p{Script=Devanagari}]/u,
      certainty: 0.45,
    },
  ],
  reason: () => [
    {
      pattern: worded(
        'because|since|due to|owing to|so that|in order to|therefore|reason|as a result|thanks to|caused|prevents?|keeps?|allows?|weil|denn|da|wegen|aufgrund|damit|deshalb|daher|grund|um .{1,80} zu|parce|car|puisque|afin|grace a|a cause|raison|en raison|pour|porque|debido|para|ya que|pues|por|perche|poiche|siccome|a causa|grazie|per|pois|devido|omdat|want|doordat|vanwege|zodat|daarom|eftersom|darfor|for att|pa grund|genom|poniewaz|gdyz|bo|dlatego|aby|zeby|z powodu|потому|так как|поскольку|из-за|чтобы|поэтому|благодаря|cunku|icin|nedeniyle|dolayi|yuzunden|sayesinde',
      ),
    },
    {
      pattern:
        /因为|因為|由于|由於|所以|为了|為了|以便|ため|ので|から|なぜなら|때문|위해|므로|เพราะ|เนื่องจาก|เพื่อ|لأن|بسبب|لان|क्योंकि|कारण|इसलिए/,
    },
    { pattern: / to \p{L}{3,}/u, certainty: 0.5 },
  ],
  method: () => [
    {
      pattern: worded(
        'by|using|with|click|select|press|open|enter|go to|choose|first|then|must|need|visit|send|call|use|install|run|add|durch|mit|mittels|indem|klicken|wahlen|zuerst|en|avec|cliquez|il faut|selon|mediante|haga|pulse|con|usando|tramite|cliccare|clique|met|door|klik|med|genom|klicka|poprzez|kliknij|za pomoca|нажмите|с помощью|путем|ile|tiklayin|gerekir',
      ),
    },
    {
      pattern:
        /通过|使用|点击|请|によって|使って|クリック|してください|방법|클릭|통해|โดย|คลิก|ใช้|عن طريق|باستخدام|द्वारा|क्लिक/,
    },
  ],
  definition: () => [
    {
      pattern: worded(
        '(?:is|are|was|were) (?:an?|the|one|any)|refers to|means|is defined|known as|(?:ist|sind|war|waren) (?:ein|eine|einer|der|die|das)|bezeichnet|versteht man|bedeutet|(?:est|sont|etait) (?:un|une|le|la|l|des)|designe|(?:es|son|era|fue) (?:un|una|el|la|los)|se denomina|(?:e|sono|era) (?:un|uno|una|il|la|lo|l|o|a|um|uma)|sao|(?:is|zijn|was) (?:een|de|het)|(?:ar|er|var) (?:en|ett|et|den|det)|jest|to|это|является|означает|называ\\p{L}+|bir|denir|demektir',
      ),
    },
    { pattern: /是(?:一|指|由)?|とは|である|です|이다|입니다|란|คือ|เป็น|هو|هي|है|हैं/ },
  ],
}
