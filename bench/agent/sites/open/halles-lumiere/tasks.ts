import {
  date,
  described,
  integer,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { EVENEMENTS, SALLES } from './agenda.ts'

const ORIGIN = originOf('halles-lumiere')
const AGENDA = ['/agenda', '/agenda?p=2', '/agenda?p=3']

function evenement(titre: string) {
  return EVENEMENTS.find((un) => un.titre === titre)!
}

const antigone = evenement('Antigone 2040')
const bal = evenement('Bal des capucins')
const tango = evenement('Tango au crépuscule')
const lyon = EVENEMENTS.filter(({ salle }) => salle.ville === 'Lyon')
const humour = EVENEMENTS.filter(({ genre }) => genre === 'Humour')
const verriere = SALLES[0]!

export const tasks: Task[] = [
  {
    id: 'halles-lumiere/tarif',
    kind: 'fact',
    prompt: 'Quel est le tarif du spectacle « Tango au crépuscule » ?',
    urls: [ORIGIN],
    schema: object({ tarif: number }),
    truth: { tarif: tango.tarif },
    needs: [tango.chemin],
  },
  {
    id: 'halles-lumiere/antigone',
    kind: 'entity',
    prompt:
      'Je cherche les informations sur Antigone 2040 : date, heure, salle, ville, compagnie, durée et tarif en euros.',
    urls: [ORIGIN],
    schema: zod(
      record({
        date,
        heure: text,
        salle: text,
        ville: text,
        compagnie: described(text, 'Qui joue'),
        duree: orNull(text),
        tarif: orNull(number),
      }),
    ),
    truth: {
      date: antigone.date,
      heure: antigone.heure,
      salle: antigone.salle.nom,
      ville: antigone.salle.ville,
      compagnie: antigone.artiste,
      duree: antigone.duree,
      tarif: antigone.tarif,
    },
    needs: [antigone.chemin],
  },
  {
    id: 'halles-lumiere/all-events',
    kind: 'list',
    prompt: 'All events of the agenda with title, date and venue',
    urls: [`${ORIGIN}/agenda`],
    schema: object({ events: list(object({ title: text, date, venue: text })) }),
    truth: {
      events: EVENEMENTS.map(({ titre, date, salle }) => ({
        title: titre,
        date,
        venue: either(salle.nom, `${salle.nom}, ${salle.ville}`),
      })),
    },
    needs: AGENDA,
  },
  {
    id: 'halles-lumiere/lyon',
    kind: 'condition',
    prompt: 'Quels événements ont lieu à Lyon ? Donne le titre et la date de chacun.',
    urls: [`${ORIGIN}/agenda`],
    schema: object({ evenements: list(object({ titre: text, date })) }),
    truth: { evenements: lyon.map(({ titre, date }) => ({ titre, date })) },
    needs: AGENDA,
  },
  {
    id: 'halles-lumiere/first-four',
    kind: 'first-few',
    prompt: 'Les 4 premiers événements de l’agenda (titre, date, ville)',
    urls: [`${ORIGIN}/agenda`],
    schema: object({
      evenements: list(
        object({ titre: text, date, ville: oneOf('Lyon', 'Grenoble', 'Saint-Étienne', 'Annecy') }),
      ),
    }),
    truth: {
      evenements: EVENEMENTS.slice(0, 4).map(({ titre, date, salle }) => ({
        titre,
        date,
        ville: salle.ville,
      })),
    },
    isOrdered: true,
    needs: ['/agenda'],
  },
  {
    id: 'halles-lumiere/humour-details',
    kind: 'list-and-details',
    prompt:
      'For each comedy show (Humour) I need the title, the artist, the ticket price in euros and the duration.',
    urls: [ORIGIN],
    schema: zod(
      record({
        shows: list(
          record({
            title: text,
            artist: described(text, 'Avec'),
            price: orNull(described(number, 'Tarif')),
            duration: orNull(described(text, 'Durée')),
          }),
        ),
      }),
    ),
    truth: {
      shows: humour.map(({ titre, artiste, tarif, duree }) => ({
        title: titre,
        artist: artiste,
        price: tarif,
        duration: duree,
      })),
    },
    needs: ['/genre/humour', ...humour.map(({ chemin }) => chemin)],
  },
  {
    id: 'halles-lumiere/bal',
    kind: 'missing',
    prompt: 'Tarif et durée du Bal des capucins, et âge minimum ?',
    urls: [`${ORIGIN}/agenda`],
    schema: zod(record({ tarif: orNull(number), duree: orNull(text), ageMinimum: orNull(integer) })),
    truth: { tarif: null, duree: bal.duree, ageMinimum: null },
    needs: [bal.chemin],
  },
  {
    id: 'halles-lumiere/salles',
    kind: 'list-and-details',
    prompt: 'Liste des salles avec adresse, nombre de places et téléphone',
    urls: [`${ORIGIN}/salles`],
    schema: zod(
      record({
        salles: list(record({ nom: text, adresse: text, places: integer, telephone: orNull(text) })),
      }),
    ),
    truth: {
      salles: SALLES.map(({ nom, adresse, places, telephone }) => ({ nom, adresse, places, telephone })),
    },
    needs: ['/salles', ...SALLES.map(({ chemin }) => chemin)],
  },
  {
    id: 'halles-lumiere/festival',
    kind: 'spread',
    prompt:
      'Qui a fondé le festival et en quelle année, qui en est le directeur artistique et quel est le numéro de téléphone de la billetterie ?',
    urls: [ORIGIN],
    schema: object({
      fondateur: text,
      annee: integer,
      directeurArtistique: text,
      telephoneBilletterie: text,
    }),
    truth: {
      fondateur: 'Solange Mercadier',
      annee: 2003,
      directeurArtistique: 'Bastien Ferrand',
      telephoneBilletterie: '04 72 00 30 00',
    },
    needs: ['/festival', '/billetterie'],
  },
  {
    id: 'halles-lumiere/strict-salle',
    kind: 'strict',
    prompt: 'Adresse, capacité et téléphone de cette salle',
    urls: [ORIGIN + verriere.chemin],
    strictConstrainToURLs: true,
    schema: object({ adresse: text, capacite: integer, telephone: text }),
    truth: { adresse: verriere.adresse, capacite: verriere.places, telephone: verriere.telephone },
    needs: [verriere.chemin],
  },
]
