import { plain, stemOf, wordsOf } from '../match/words.ts'

/**
 * What verbs of many sites mean, by the roots of the words for it in all tongues. What a control is called and what an
 * instruction says mean the same deed where both have a root of one line.
 */
const ROOTS: Record<string, string> = {
  write: 'write leave compose schreib ecri escrib scriv escrev schrijf',
  add: 'add put place insert append include new create compose hinzufug fug erstell anleg neu neue neuer neues ajout creer cree nouveau nouvelle mets mettre anad agreg crear crea nuevo nueva pon poner aggiung nuovo nuova metti inserisc adicion acrescent criar cria novo nova coloc ponha voeg toevoeg maak nieuw nieuwe plaats',
  remove:
    'remove delete trash discard bin erase losch entfern supprim enlev retir effac elimin borr quita quitar suprim rimuov cancell togli exclu apag remov tirar tire verwijder wis',
  edit: 'edit change modify rename pencil update bearbeit ander umbenenn benenn modifi renomm edita cambi renombr modific rinomin alter renome bewerk wijzig hernoem',
  save: 'save store keep update apply speicher sicher enregistr sauvegard guard salva salv opslaan bewaar sla',
  send: 'send submit post publish absend sende veroffentlich envoy publi envi public invi pubblic verstuur stuur publiceer',
  reply: 'reply respond answer antwort repond respond respuest contest rispond respost antwoord beantwoord',
  archive: 'archiv',
  undo: 'undo revert restore ruckgang wiederherstell annul deshac deshaz deshacer annulla desfaz desfac desfazer ongedaan herstel',
  cancel: 'cancel abort stornier abbrech absag annul anul disdic annull annuleer',
  assign: 'assign allocat delegat zuweis weise attribu affect asign assegn atribu design toewijz wijs',
  mark: 'mark flag markier kennzeichn marqu marc segna contrassegn markeer',
  move: 'move shift transfer verschieb beweg deplac mueve mover spost mova verplaats',
  invite: 'invit einlad lade convid uitnodig nodig',
  join: 'enrol enroll join register sign subscribe attend anmeld meld einschreib teilnehm inscri rejoin inscrib apunt iscriv inscrev inschrijv schrijf deelnem',
  like: 'like heart favourite favorite star gefall aim gust piac curt vind leuk',
  buy: 'buy purchase order kauf bestell achet command compr acquist ordin koop bestel',
  book: 'book reserve buch reservier reserv prenot boek reserveer',
  donate: 'donat spende donn done dona doneer',
  rate: 'rate rating bewert note noter evalu valor calific puntu valut vota avali beoordeel',
  share: 'share teile partag compart condivid compartilh deel',
  copy: 'copy duplicat clone kopier dupliz copi duplic kopieer',
  complete: 'complete finish resolve erledig abschliess termin complet acab risolv conclu voltooi afrond',
  pick: 'select choose pick tick wahl auswahl choisi selection elig escog seleccion scegli selezion escolh selecion kies selecteer',
  apply: 'apply redeem anwend einlos appliqu aplic applic toepass',
  pin: 'pin anheft epingl fij fissa fix vastzet',
}

/** Verbs that say nothing by themselves: what is done is in the rest of the sentence. */
const LIGHT =
  /^(give|make|set|put|take|have|get|do|use|let|want|need|gib|mach|mache|setz|setze|nimm|stell|stelle|donne|donnez|mets|mettez|fais|faites|da|dale|dame|pon|ponle|haz|hazle|dai|metti|fai|dê|faz|poe|geef|maak|zet|doe)$/

/** Signs that stand for a deed, where a control has no words. */
const SIGNS: Record<string, RegExp> = {
  remove: /^[×✕✖✗╳⨯x🗑❌−–-]\p{M}?$/iu,
  add: /^[+＋➕]$/u,
  edit: /^[✎✏🖉🖊]\p{M}?$/u,
  like: /^[♥❤♡👍★☆]\p{M}?$/u,
  reply: /^[↩↪]\p{M}?$/u,
  undo: /^[↶↺⟲]\p{M}?$/u,
}

export function isLight(verb: string): boolean {
  return LIGHT.test(plain(verb))
}

const ROOTS_BY_DEED = Object.entries(ROOTS).map(([deed, roots]) => [deed, roots.split(' ')] as const)

/** The deeds that a word may stand for. */
export function deedsOf(word: string): string[] {
  const said = plain(word)
  return ROOTS_BY_DEED.filter(([, roots]) => roots.some((root) => isOf(said, root))).map(([deed]) => deed)
}

function isOf(word: string, root: string): boolean {
  if (word === root) return true
  return root.length >= 4 && word.startsWith(root) && word.length - root.length <= 5
}

/** How surely a name says the deed of a verb, from 0 to 1: by the word itself, by one of its kind, by a sign. */
export function sameDeed(verb: string, name: string): number {
  const words = wordsOf(name)
  const stem = stemOf(plain(verb))
  if (words.some((word) => stemOf(word) === stem)) return 1
  const deeds = deedsOf(verb)
  if (deeds.some((deed) => SIGNS[deed]?.test(name.trim()))) return 0.6
  return words.some((word) => deedsOf(word).some((deed) => deeds.includes(deed))) ? 0.7 : 0
}
