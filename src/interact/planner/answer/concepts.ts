import { stemOf } from '../match/words.ts'

/**
 * What pages and questions call by different words, in every tongue that is read: without accents, `*` for any ending.
 * These are classes of meaning that any site may have, not words of one.
 */
const CONCEPTS: Record<string, string> = {
  cost: 'price* pric* cost* pay pays paid fee fees fare* charge* expensive cheap* preis* kost* prix cout* tarif* precio* cuesta* coste* prezzo* costa* costo* prijs* preco* custa* custo* kostet',
  pay: 'pay pays salary salaries wage* earn* verdien* gehalt* salaire* gagne* sueldo* salario* stipendio* guadagn* salaris* loon ganha*',
  total: 'total* altogether sum overall gesamt* insgesamt summe endpreis somme totaal totale suma soma',
  amount: 'amount* betrag* montant* importe* importo* bedrag* valor* quantity quantidade menge',
  free: 'available availab* availability left vacant vacanc* stock sold booked full fully place places seat seats spot spots space spaces remaining verfugbar* frei freie freien lieferbar ausverkauft ausgebucht platz platze disponib* libre* libres complet* epuise* agotad* plaza* plazas disponivel disponiveis esgotad* esaurit* liber* posti beschikba* uitverkocht vrij vrije vol lugares vagas',
  rest: 'remain* left rest ubrig* verbleib* reste* restant* queda* quedan rimane* rimang* rimast* over resta* restan*',
  delivery:
    'ship* deliver* dispatch* arriv* sent liefer* versand* versend* livr* expedi* entreg* envio* envia* consegn* spedi* bezorg* lever* verzend*',
  leaving:
    'depart* leave leaves sale salen salida* sortie abfahrt* abflug* fahrt parten* partenza part partir vertrek* vertrekt saida* partida* sai',
  coming: 'arriv* llega* ankunft* ankomm* aankomst* aankom* cheg* arrivo',
  open: 'open opens opened opening hours close* closed geoffnet* offnungs* offnet geschlossen ouver* ouvr* ferme* horaire* abiert* abre* cerrad* horario* apert* apre* orari* chius* geopend openings* gesloten abert* fechad*',
  place:
    'where located location* address* venue town city place ort adress* standort* lieu* direccion* lugar* ubicacion* indirizzo* luogo* adres* plaats* morada* endereco* trouve wo dove onde donde waar ou',
  receiver: 'addressed addressee* recipient* receiver* empfang* destinat* ontvanger*',
  weight: 'heavy weigh* weight* gewicht* schwer* wiegt poids pese* peso* pesa* weegt zwaar',
  height: 'high height* tall altitude elevation hoch hohe hauteur haut* altura* alto altezza* hoogte* hoog',
  length: 'length* lange longueur longitud* lunghezza* lengte* comprimento*',
  duration:
    'duration* lasts dauer* dauert duree* dure dura durata* duracion* duur* duurt tiempo temps tempo zeit time tijd',
  error:
    'complain* complaint* error* wrong problem* invalid fault* warning* mistake* issue* objection* fehler* falsch beanstand* bemangel* erreur* probleme* problema* errore* fout* erro erros queja* meldet',
  message:
    'message* notice* notification* meldung* nachricht* mensaje* messaggi* melding* bericht* mensagem mensagens',
  status: 'status state zustand estado etat stato staat',
  code: 'number* no nr num code codes reference* ref id nummer* numer* numero* referen* kennung kode codigo* codice*',
  phone: 'phone* telephone* tel telefon* telefono* telephone* telefoon* telefone* mobile handy',
  mail: 'email* e-mail* mail correo*',
  date: 'date* day days datum* tag tage fecha* dia dias giorno* giorni data datas dag dagen jour* due deadline fallig* vencimiento* scad* verval* prazo*',
  time: 'time* hour hours uhrzeit* zeit* heure* hora* ora ore tijd* slot* termin*',
  who: 'author* written wrote auteur* autor* autore* contact* ansprechpartner* responsable*',
  allowed: 'allow* permit* erlaub* gestattet autoris* permit* consent* toegestaan permess* permitid*',
  yes: 'on enabled active activated checked ticked aktiv* aktiviert active* activad* attiv* actief ativ* off disabled inactive',
  colour: 'colour* color* farbe* couleur* colore* kleur* cor cores',
  language: 'language* sprache* langue* idioma* lingua* taal',
  person: 'person* people guest* gast gaste personne* persona* persone* personen pessoa*',
  result: 'result* hit hits match* treffer ergebnis* resultat* resultad* risultat*',
  monday: 'monday* montag* lundi* lunes lunedi maandag* segunda',
  tuesday: 'tuesday* dienstag* mardi* martes martedi dinsdag* terca',
  wednesday: 'wednesday* mittwoch* mercredi* miercoles mercoledi woensdag* quarta',
  thursday: 'thursday* donnerstag* jeudi* jueves giovedi donderdag* quinta',
  friday: 'friday* freitag* vendredi* viernes venerdi vrijdag* sexta',
  saturday: 'saturday* samstag* sonnabend* samedi* sabado* sabato zaterdag*',
  sunday: 'sunday* sonntag* dimanche* domingo* domenica zondag*',
}

const EXACT = new Map<string, Set<string>>()
const PREFIXES: [prefix: string, concept: string][] = []
for (const [concept, words] of Object.entries(CONCEPTS))
  for (const word of words.split(' '))
    if (word.endsWith('*')) PREFIXES.push([word.slice(0, -1), concept])
    else EXACT.set(word, (EXACT.get(word) ?? new Set()).add(concept))

const KNOWN = new Map<string, ReadonlySet<string>>()

/** The classes of meaning that a word may belong to. */
export function conceptsOf(word: string): ReadonlySet<string> {
  let found = KNOWN.get(word)
  if (!found) {
    const all = new Set(EXACT.get(word))
    for (const [prefix, concept] of PREFIXES) if (word.startsWith(prefix)) all.add(concept)
    found = all
    if (KNOWN.size > 5000) KNOWN.clear()
    KNOWN.set(word, found)
  }
  return found
}

/** How surely two words mean the same, from 0 to 1. */
export function sameness(left: string, right: string): number {
  if (left === right) return 1
  if (/\d/.test(left) || /\d/.test(right)) return 0
  if (stemOf(left) === stemOf(right)) return 1
  const [short, long] = left.length < right.length ? [left, right] : [right, left]
  const shared = sharedHead(left, right)
  if (shared >= 4 && shared >= 0.72 * long.length) return 0.9
  for (const concept of conceptsOf(left)) if (conceptsOf(right).has(concept)) return 0.8
  if (short.length >= 5 && (long.endsWith(short) || long.startsWith(short))) return 0.7
  return 0
}

function sharedHead(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}
