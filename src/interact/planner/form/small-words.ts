import { plain, wordsOf } from '../match/words.ts'

/** The closed classes of one tongue that say how the parts of a sentence about a form hang together. */
interface SmallWords {
  /** What leads in a part: `with`, `from`. */
  leads: string
  and: string
  /** What a part begins with and says nothing about a control: politeness, verbs of filling in. */
  openers: string
  /** What may stand between the name of a control and its value. */
  between: string
  not: string
  most: string
  least: string
  /** Words that say nothing by themselves. */
  empty: string
}

const ENGLISH: SmallWords = {
  leads:
    'up to|at most|at least|no more than|less than|more than|below|above|with|from|(?<!up )to|on|at(?! (?:most|least))|for|in|into|within|until|as|under|between|named|over|arriving|departing|returning|born|starting',
  and: 'and|as well as',
  openers:
    "please|and|then|do|also|i'd like to|i want to|i would like to|i'd like|i would|i want|i am|i'm|i have|i live|we are|we want|we need|i need|it is|it's|this is|he is|she is|they are|sign me up|sign up|sign in|log in|register|fill (?:in|out)|book|reserve|order|pay|buy|find|search for|search|check|look for|get|show|set|change|enter|type|write|put|add|choose|select|pick|give|rate|apply|create|make|send|request|subscribe|tick|mark|turn on|enable|call it|name it|call|invite|use|take|report|tell|filter(?: for| by)?|mine is|let it be|make it",
  between:
    'is|are|to|as|of|should be|shall be|must be|be|set to|with|the|a|an|in|by|from|for|at|on|within|under|called|named|will be',
  not: "no|not|don't|do not|doesn't|won't|wouldn't|without|except|remove|disable|off|uncheck|untick|deselect|never|unsubscribe",
  most: 'up to|at most|no more than|not more than|less than|below|under|max|maximum|cheaper than|or less|or fewer|or under|or below|or cheaper',
  least:
    'at least|more than|above|over|min|minimum|no less than|not less than|or more|or later|or over|or above|or higher|or newer',
  empty:
    'the|a|an|my|your|our|his|her|its|their|please|field|box|is|of|and|it|this|that|i|me|we|you|with|for|in|to|on|at|by|as|option|list|one|only|also|too|so|now|then|be|am|are|do|would|like|want|have|has|will|should|there|here|form',
}
const GERMAN: SmallWords = {
  leads:
    'bis zu|höchstens|mindestens|maximal|minimal|mit|von|vom|aus|nach|an|am|auf|für|in|im|ins|bis|als|unter|zwischen|namens|über|ab|um|zum|zur|zu|ohne|bei|geboren am|geboren',
  and: 'und|sowie',
  openers:
    'bitte|und|dann|ich möchte|ich will|ich hätte gern|ich brauche|ich bin|ich habe|wir sind|es ist|das ist|fülle|füll|trage|trag|gib|gebe|setze|stelle|ändere|wähle|wähl|nimm|schreibe|schreib|buche|buch|reserviere|bestelle|bestell|suche|such|finde|zeige|zeig|melde|füge|nenne es|sende|schicke|erstelle|hake|kreuze|aktiviere|bewerte|gib es|lege',
  between: 'ist|sind|lautet|auf|als|mit|der|die|das|den|dem|ein|eine|einen|von|am|im|in|bei|soll sein|heißt',
  not: 'kein|keine|keinen|keiner|nicht|ohne|außer|abwählen|deaktivieren|deaktiviere|ausschalten|entferne|entfernen|abbestellen',
  most: 'höchstens|maximal|bis zu|nicht mehr als|weniger als|unter|oder weniger|oder jünger',
  least: 'mindestens|minimal|wenigstens|mehr als|über|ab|oder mehr|oder später',
  empty:
    'der|die|das|den|dem|ein|eine|einen|einem|einer|mein|meine|meinen|dein|ihr|ihre|bitte|feld|ist|und|es|ich|mich|wir|sie|du|mit|für|in|zu|am|im|an|auf|von|noch|nur|auch|dann|hier|formular|uhr|als',
}
const FRENCH: SmallWords = {
  leads:
    "jusqu'à|au plus|au maximum|au moins|au minimum|avec|de|du|des|depuis|à|au|aux|pour|dans|en|sur|le|comme|sous|entre|sans|par|chez|né le|née le|vers",
  and: 'et|ainsi que',
  openers:
    "s'il te plaît|s'il vous plaît|et|puis|je voudrais|je veux|je suis|j'ai|nous sommes|c'est|remplis|remplissez|inscris|inscrivez|mets|mettez|entre|entrez|saisis|saisissez|écris|choisis|choisissez|sélectionne|coche|cochez|réserve|réservez|commande|cherche|trouve|montre|ajoute|crée|envoie|donne|précise|indique|note|change|règle|active|prends",
  between: 'est|sont|à|en|comme|avec|le|la|les|un|une|de|du|sur|par|pour|sera',
  not: "pas|sans|aucun|aucune|ne|n'|décoche|désactive|enlève|retire|sauf",
  most: 'au plus|au maximum|maximum|moins de|pas plus de|ou moins',
  least: 'au moins|au minimum|minimum|plus de|à partir de|ou plus',
  empty:
    "le|la|les|l'|l|un|une|des|du|de|d|mon|ma|mes|ton|ta|votre|vos|champ|est|et|je|j|tu|il|elle|nous|avec|pour|en|à|a|au|formulaire|s|se|ce|que|qui|y",
}
const SPANISH: SmallWords = {
  leads:
    'como máximo|como mucho|hasta|al menos|como mínimo|con|desde|de|del|a|al|para|en|por|como|entre|sin|el|nacido el|nacida el',
  and: 'y|e',
  openers:
    'por favor|y|luego|quiero|quisiera|me gustaría|soy|tengo|somos|es|rellena|rellene|completa|pon|ponga|escribe|escriba|introduce|introduzca|elige|elija|selecciona|seleccione|marca|marque|reserva|reserve|pide|busca|encuentra|muestra|añade|agrega|crea|envía|da|cambia|activa|valora|indica',
  between: 'es|son|a|como|con|el|la|los|las|un|una|de|del|en|por|será',
  not: 'no|sin|ningún|ninguna|desmarca|desactiva|quita|excepto',
  most: 'como máximo|como mucho|máximo|menos de|no más de|hasta|o menos',
  least: 'al menos|como mínimo|mínimo|más de|a partir de|o más',
  empty: 'el|la|los|las|un|una|de|del|mi|mis|tu|su|campo|es|y|con|para|en|por|a|al|formulario|que|yo|me|se',
}
const ITALIAN: SmallWords = {
  leads:
    'al massimo|fino a|almeno|al minimo|con|da|dal|dalla|di|del|a|al|per|in|nel|su|come|tra|senza|il|entro|nato il|nata il',
  and: 'e|ed',
  openers:
    'per favore|e|poi|voglio|vorrei|sono|ho|siamo|è|compila|inserisci|scrivi|metti|imposta|scegli|seleziona|spunta|prenota|ordina|cerca|trova|mostra|aggiungi|crea|invia|dai|cambia|attiva|valuta|indica',
  between: 'è|sono|a|come|con|il|lo|la|i|gli|le|un|una|di|del|in|su|per|sarà',
  not: 'no|non|senza|nessun|nessuna|deseleziona|disattiva|togli|tranne',
  most: 'al massimo|massimo|meno di|non più di|fino a|o meno',
  least: 'almeno|minimo|più di|a partire da|o più',
  empty: 'il|lo|la|i|gli|le|un|una|uno|di|del|mio|mia|tuo|suo|campo|è|e|con|per|in|a|al|modulo|che|io|mi|si',
}
const DUTCH: SmallWords = {
  leads:
    'hoogstens|maximaal|ten hoogste|minstens|minimaal|ten minste|met|van|vanaf|naar|aan|op|voor|in|tot|als|onder|tussen|om|bij|zonder|geboren op|uit',
  and: 'en|alsook',
  openers:
    'alsjeblieft|graag|en|dan|ik wil|ik zou graag|ik ben|ik heb|wij zijn|het is|vul|typ|schrijf|zet|kies|selecteer|vink|boek|reserveer|bestel|zoek|vind|toon|voeg|maak|stuur|geef|wijzig|schakel|neem',
  between: 'is|zijn|op|als|met|de|het|een|van|in|bij|aan|naar',
  not: 'geen|niet|zonder|verwijder|deselecteer|uit|behalve',
  most: 'hoogstens|maximaal|ten hoogste|minder dan|niet meer dan|onder|of minder',
  least: 'minstens|minimaal|ten minste|meer dan|vanaf|of meer',
  empty: 'de|het|een|mijn|je|jouw|uw|veld|is|en|met|voor|in|op|van|aan|formulier|ik|me|dat|dit',
}
const PORTUGUESE: SmallWords = {
  leads:
    'no máximo|até|pelo menos|no mínimo|com|desde|de|do|da|para|em|no|na|por|como|entre|sem|às|nascido em|nascida em|a|ao',
  and: 'e',
  openers:
    'por favor|e|depois|quero|gostaria de|sou|tenho|somos|é|preencha|preenche|escreva|escreve|insira|coloque|ponha|escolha|escolhe|selecione|marque|reserve|peça|procure|encontre|mostre|adicione|crie|envie|dê|mude|altere|ative|indique',
  between: 'é|são|a|como|com|o|os|as|um|uma|de|do|da|em|no|na|por|será',
  not: 'não|nao|sem|nenhum|nenhuma|desmarque|desative|remova|exceto',
  most: 'no máximo|máximo|menos de|não mais de|até|ou menos',
  least: 'pelo menos|no mínimo|mínimo|mais de|a partir de|ou mais',
  empty:
    'o|a|os|as|um|uma|de|do|da|meu|minha|seu|sua|campo|é|e|com|para|em|por|no|na|formulário|que|eu|me|se',
}

/** The closed classes of a tongue as patterns. */
export interface FormWords {
  cuts: RegExp
  lead: RegExp
  openers: RegExp
  between: RegExp
  not: RegExp
  most: RegExp
  least: RegExp
  empty: ReadonlySet<string>
}

const WORD = '(?<![\\p{L}\\p{N}])'
const END = '(?![\\p{L}\\p{N}])'

function patterns(words: SmallWords): FormWords {
  const leads = words === ENGLISH ? `${DONE_BY}|(?<!(?:ed|en) )by|${words.leads}` : words.leads
  return {
    cuts: new RegExp(
      `\\s*[,;]\\s*(?:(?:${words.and})\\s+)?|[.!?]+\\s+|\\s+(?:${words.and})\\s+|\\s+(?=(?:${leads}):?\\s)`,
      'iu',
    ),
    lead: new RegExp(`^(${leads}):?\\s+(?:(?:${words.leads})\\s+)?`, 'iu'),
    openers: new RegExp(
      `^(?:${words.openers})${END}\\s*[:,]?\\s*(?:(?:me|us|mir|uns|moi|nous|mi|ci|mij|ons)\\s+)?`,
      'iu',
    ),
    between: new RegExp(`^(?:\\s*(?:${words.between})${END}|\\s*[:=])+\\s*`, 'iu'),
    not: new RegExp(`${WORD}(?:${words.not})${END}`, 'iu'),
    most: new RegExp(`${WORD}(?:${words.most})${END}`, 'iu'),
    least: new RegExp(`${WORD}(?:${words.least})${END}`, 'iu'),
    empty: new Set([...words.empty.split('|'), ...words.empty.split('|').map(plain)]),
  }
}

const DONE_BY = '\\p{L}{3,}(?:ed|en)\\s+by'

/** Letters that tell a tongue from most others. */
const LETTERS = new Map([
  [GERMAN, /[äöüß]/iu],
  [FRENCH, /[éèêàçœù]|\b[ldjnsc]['’]/iu],
  [SPANISH, /[ñ¿¡]|[áéíóú]/iu],
  [ITALIAN, /[àèìòù]/iu],
  [PORTUGUESE, /[ãõ]|ção|ções/iu],
])
const NONE = /(?!)/u

const TONGUES = [ENGLISH, GERMAN, FRENCH, SPANISH, ITALIAN, DUTCH, PORTUGUESE].map((words) => ({
  letters: LETTERS.get(words) ?? NONE,
  known: new Set(
    wordsOf(
      [words.leads, words.and, words.empty, words.openers, words.between, words.not]
        .join(' ')
        .replaceAll(/\(\?<?[:!=]/g, ' '),
    ),
  ),
  words: patterns(words),
}))

/** The small words of the tongue that knows the most of a text; English when several know as many. */
export function formWordsOf(text: string): FormWords {
  const said = wordsOf(plain(text))
  let best = TONGUES[0]!
  let most = -1
  for (const tongue of TONGUES) {
    const count = said.filter((word) => tongue.known.has(word)).length + (tongue.letters.test(text) ? 1.5 : 0)
    if (count > most) [best, most] = [tongue, count]
  }
  return best.words
}
