import { fold } from './fold.ts'
import { stem } from './stem.ts'
import type { Language } from './stop-words.ts'

/** The stems of words that say the opposite of a word, in the language of the page. */
export function contrariesOf(word: string, language: Language | undefined): ReadonlySet<string> {
  return table(language).get(stem(word, language)) ?? NONE
}

const NONE: ReadonlySet<string> = new Set()
const tables = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>()

function table(language: Language | undefined): ReadonlyMap<string, ReadonlySet<string>> {
  const key = language ?? ''
  const known = tables.get(key)
  if (known) return known
  const made = new Map<string, ReadonlySet<string>>()
  for (const line of fold(OPPOSITES).trim().split('\n')) {
    const sides = line.split('|').map((side) =>
      side
        .trim()
        .split(/\s+/)
        .map((word) => stem(word, language)),
    )
    for (const [at, side] of sides.entries()) {
      const others = sides.flatMap((other, index) => (index === at ? [] : other))
      for (const one of side) made.set(one, new Set([...(made.get(one) ?? NONE), ...others]))
    }
  }
  tables.set(key, made)
  return made
}

/** Words that exclude each other as the name of one value: sides of a line, all languages together. */
const OPPOSITES = `
arrival arrive checkin anreise ankunft arrivée arriver llegada llegar arrivo arrivare chegada chegar aankomst ankomst przyjazd прибытие заезд varış giriş | departure depart checkout leave abreise abfahrt abflug départ partir salida salir partenza partire partida saída vertrek avgång avresa odjazd wyjazd отправление выезд kalkış çıkış
minimum min lowest least smallest shortest youngest coldest mindest minimal niedrigste kleinste minimale mínimo minimo минимальный | maximum max highest most largest biggest longest heaviest oldest hottest höchst maximal höchste größte maximale máximo massimo максимальный
adult adults erwachsene adulte adultes adulto adultos adulti volwassene volwassenen vuxna dorosły dorośli взрослый взрослые yetişkin | child children kids kind kinder enfant enfants niño niños bambino bambini criança crianças kinderen barn dzieci дети детский çocuk | senior seniors pensioner rentner retraités jubilados anziani idosos пенсионеры | student students schüler studenten étudiants estudiantes studenti estudantes студенты
buy purchase buying kaufen kauf ankauf achat acheter compra comprar acquisto comprare koop köp kupno покупка alış | sell sale selling verkaufen verkauf vente vendre venta vender vendita vendere verkoop sälja sprzedaż продажа satış
import importing einfuhr importation importación importazione | export exporting ausfuhr exportation exportación esportazione
indoor inside indoors innen drinnen intérieur interior interno binnen inne внутри | outdoor outside outdoors außen draußen extérieur exterior esterno buiten ute снаружи
male men man herren männer hommes hombres uomini homens mannen męski мужской | female women woman damen frauen femmes mujeres donne mulheres vrouwen damski женский
monday montag lundi lunes lunedì segunda maandag måndag poniedziałek понедельник | tuesday dienstag mardi martes martedì terça dinsdag tisdag wtorek вторник | wednesday mittwoch mercredi miércoles mercoledì quarta woensdag onsdag środa среда | thursday donnerstag jeudi jueves giovedì quinta donderdag torsdag czwartek четверг | friday freitag vendredi viernes venerdì sexta vrijdag fredag piątek пятница | saturday samstag sonnabend samedi sábado sabato zaterdag lördag sobota суббота | sunday sonntag dimanche domingo domenica zondag söndag niedziela воскресенье
north nord norte noord północ север | south süd sud sur sul zuid południe юг | east ost est este oost wschód восток | west ouest oeste ovest zachód запад
win won winner victory gewonnen sieg victoire victoria vittoria | lose lost loser defeat verloren niederlage défaite derrota sconfitta
income revenue einnahmen recettes ingresos entrate | expense expenses expenditure ausgaben dépenses gastos spese
login signin anmelden connexion | logout signout abmelden déconnexion
pickup abholung retrait recogida ritiro ophalen | dropoff delivery rückgabe lieferung livraison entrega consegna bezorging
inbound incoming eingehend entrant entrante | outbound outgoing ausgehend sortant saliente uscente
gross brutto brut bruto lordo | net netto neto
deposit einzahlung dépôt depósito | withdrawal auszahlung retrait retiro prelievo
husband ehemann mari marido marito | wife ehefrau femme esposa moglie
mother mutter mère madre | father vater père padre
`
