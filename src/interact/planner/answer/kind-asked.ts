/** What sort of thing a question asks for; undefined where anything may answer it. */
export type KindAsked =
  | 'money'
  | 'amount'
  | 'moment'
  | 'number'
  | 'code'
  | 'phone'
  | 'mail'
  | 'place'
  | 'person'

const COST =
  'price|prices|costs?|fees?|fares?|how expensive|preis(?:e|es)?|kostet|kosten|prix|co[uû]tent?|tarifs?|precios?|cuestan?|coste|prezz[io]|costano?|prijs|prijzen|kost|pre[cç]os?|custam?'

const ASKED: readonly (readonly [RegExp, KindAsked])[] = [
  [
    /\b(phone|telephone|telefon|mobile|t[eé]l[eé]phone|tel[eé]fono|telefono|telefoon|telefone)(\s|-)?(number|nummer|numero|n[uú]mero)?\b|\bphone\b|\b(telefon|telefoon)nummer\b|\bnum[eé]ro de t[eé]l|\bn[uú]mero de tel/iu,
    'phone',
  ],
  [/\be-?mail(s|adresse| address| adres)?\b|\bcorreo\b/i, 'mail'],
  [
    /\bhow (many|often)\b|\b(number|amount|count) of\b|\bhow (old|tall|heavy|high|long|far|deep|wide|big|large|fast|warm|hot|cold)\b|\bwie (viele|oft|alt|hoch|schwer|weit|lang|lange|tief|breit|gro[sß]+|schnell|warm)\b|\bcombien d[e']|\bcombien de|\bcu[aá]nt[oa]s\b|\bcu[aá]nto tiempo|\bquant[ie]\b|\bquant[oa]s\b|\bhoe (oud|hoog|zwaar|ver|lang|groot|vaak|diep|breed)\b|\bhoeveel (?!kost|is\b|bedraagt)\p{L}+/iu,
    'number',
  ],
  [
    new RegExp(
      `\\b(${COST})(?!\\p{L})|\\b(pay|earn|salary|wage|gehalt|verdien\\w*|salaire|sueldo|salario|stipendio|salaris)\\b`,
      'iu',
    ),
    'money',
  ],
  [
    /\bhow much\b|\bwie ?viel\b|\bcombien\b|\bcu[aá]nto\b|\bquanto\b|\bhoeveel\b|\bbetrag\b|\bmontant\b/iu,
    'amount',
  ],
  [
    /\bwhen\b|\b(what|which) (date|day|time|year|month|times|days)\b|\b(date|deadline|opening hours)\b|\bhow soon\b|\bwann\b|\buhrzeit\b|\bwelche[rnms]? (zeit|zeiten|tag|tage|datum|termine?)\b|\bquand\b|\bquelle heure\b|\bheures?\b|\bcu[aá]ndo\b|\bqu[eé] hora|\bhoras?\b|\bquando\b|\bche ora\b|\bque horas\b|\bwanneer\b|\bhoe laat\b|\bsince when\b|\buntil when\b/iu,
    'moment',
  ],
  [
    /\b(reference|confirmation|order|booking|ticket|tracking|file|invoice|customer|member|membership|case|registration|reservation|serial|policy|account|receipt|request) ?(number|no\.?|code|id)\b|\breference\b|\b\p{L}*(nummer|kennung)\b|\breferenz\b|\bnum[eé]ro\b|\br[eé]f[eé]rence\b|\bn[uú]mero de\b|\breferencia\b|\bnumero\b|\breferentie\b|\b(tracking|voucher|promo|discount|access|security) code\b/iu,
    'code',
  ],
  [
    /^\W*(where|wo|où|ou|d[oó]nde|dove|onde|waar)(?!\p{L})|\b(address|adresse|direcci[oó]n|indirizzo|adres|morada|endere[cç]o)\b/iu,
    'place',
  ],
  [/^\W*(who|wer|wen|qui|qui[eé]n|chi|quem|wie)(?!\p{L})/iu, 'person'],
]

export function kindAsked(question: string): KindAsked | undefined {
  return ASKED.find(([pattern]) => pattern.test(question))?.[1]
}

const MONTHS =
  'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|januar|februar|marz|märz|mai|juni|juli|okt|dez|janv|f[eé]vr|avril|juin|juillet|ao[uû]t|d[eé]c|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sept|octubre|noviem|diciem|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|maart|mei|augustus|fevereiro|mar[cç]o|maio|junho|julho|setembro|outubro|dezembro'
const DAYS =
  'mon|tues?|wednes|thurs?|fri|satur|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo|luned|marted|mercoled|gioved|venerd|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|segunda|ter[cç]a|quarta|quinta|sexta'
const NEAR =
  'today|tonight|tomorrow|yesterday|now|soon|never|daily|weekly|noon|midnight|morning|afternoon|evening|closed|heute|morgen|gestern|sofort|aujourd|demain|hier|hoy|mañana|ayer|oggi|domani|ieri|vandaag|gisteren|hoje|amanh[aã]|ontem|immediately'
const SPANS =
  'seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|secondes?|heures?|jours?|semaines?|mois|ans?|segundos?|minutos?|horas?|d[ií]as?|semanas?|meses|años?|secondi|minuti|or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]|uur|uren|dagen?|weken?|maanden?|jaar|dias?|anos?'

const MONEY =
  /[$€£¥₹]\s*\d|\d[\d.,\s’']*\s*([$€£¥₹]|(usd|eur|gbp|chf|jpy|sek|nok|dkk|pln|czk|kr|zł|dollars?|euros?|pounds?|cents?|francs?|franken|kronor|kroner)(?!\p{L}))|\b(usd|eur|gbp|chf|jpy|sek|nok|dkk|pln|kr)\s*\d|\b(free|gratis|kostenlos|gratuite?|gr[aá]tis|on request|sold out|no charge)\b/iu
const MOMENT = new RegExp(
  `\\b\\d{4}\\b|\\b\\d{1,2}[:./-]\\d{1,2}\\b|\\b\\d{1,2}\\s*([ap]\\.?m|h|uhr|uur)\\b|\\b(${MONTHS})\\p{L}*|\\b(${DAYS})(day)?s?|\\b(${NEAR})|\\b\\d+\\s*[-–]?\\s*\\d*\\s*(${SPANS})\\b`,
  'iu',
)
const NUMBER =
  /\d|\b(no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|once|twice|kein\p{L}*|eine?|zwei|drei|vier|f[uü]nf|aucun\p{L}*|une?|deux|trois|ningun\p{L}*|dos|tres|nessun\p{L}*|due|geen|twee|drie|nenhum\p{L}*|dois|duas|sold out|fully booked|empty)\b/iu

const FITS: Record<KindAsked, RegExp> = {
  money: MONEY,
  amount: NUMBER,
  moment: MOMENT,
  number: NUMBER,
  code: /\d/,
  phone: /\d(?:[\s()/.-]*\d){4,}/,
  mail: /\S@\S/,
  place: /\p{Lu}\p{L}+|\p{L}{4}/u,
  person: /\p{Lu}\p{L}+/u,
}

/** Whether a text has something of the kind in it that was asked for. */
export function isOfKind(text: string, kind: KindAsked | undefined): boolean {
  if (kind === 'place' && MONEY.test(text) && text.length < 20) return false
  return kind === undefined || FITS[kind].test(text)
}

/** Asks for whatever came of something, rather than for a thing that has a name. */
export function asksWhatCame(question: string): boolean {
  return /\b(says?|said|shows?|shown|displays?|displayed|reads?|happen(s|ed)?|message|result|confirmation|response|reply|answer|notice|output|outcome|error|status|code|comes? (up|back)|you (see|get)|appear(s|ed)?|meldung|meldet|steht|passiert|erscheint|nachricht|message|affiche|affiché|mensaje|aparece|messaggio|appare|dice|melding|verschijnt|staat|mensagem|diz)\b/i.test(
    question,
  )
}

/** Whether it is answered by yes or no. */
export function asksWhether(question: string): boolean {
  return /^\W*(is|are|am|was|were|does|do|did|can|could|may|has|have|will|would|if|whether|ob|ist|sind|gibt es|hat|haben|kann|darf|wird|est|sont|est-ce|y a-t-il|a-t-|peut-on|hay|est[aá]n?|es|son|tiene|puedo|se puede|si|c['’]è|ci sono|[eè]|sono|ha|posso|si può|se|h[aá]|está|é|são|tem|pode|is er|zijn er|of|heeft|kan|kun|mag)\b/i.test(
    question,
  )
}
