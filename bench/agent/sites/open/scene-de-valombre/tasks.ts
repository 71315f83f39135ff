import { date, described, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { EVENTS, PAGES } from './agenda.ts'
import type { Event } from './agenda.ts'

const ORIGIN = originOf('scene-de-valombre')

function event(title: string) {
  return EVENTS.find((one) => one.title.startsWith(title))!
}

function clock(time: string | null) {
  return time === null ? null : either(time, time.replace('h', ':'))
}

function euros({ price }: Event): number {
  return Number(price.replace('€', ''))
}

const cirque = event('Cirque')
const heures = event('Les Heures')
const trio = event('Trio')
const conte = event('Nuit du conte')
const tambours = event('Tambours')
const november = EVENTS.filter((one) => one.date.startsWith('2026-11'))
const free = EVENTS.filter(({ price }) => price === 'Gratuit')

export const tasks: Task[] = [
  {
    id: 'scene-de-valombre/heure-cirque',
    kind: 'fact',
    prompt: 'À quelle heure commence « Cirque à trois fils » et combien coûte l’entrée ?',
    urls: [ORIGIN],
    schema: object({ heure: text, prix: number }),
    truth: { heure: clock(cirque.start), prix: euros(cirque) },
    needs: [cirque.path],
  },
  {
    id: 'scene-de-valombre/heures-creuses',
    kind: 'entity',
    prompt:
      'Je voudrais tous les détails de la pièce « Les Heures creuses » : date, heure de début, heure de fin, lieu, adresse, prix, organisateur et âge conseillé.',
    urls: [`${ORIGIN}/agenda/`],
    schema: zod(
      record({
        date,
        heureDebut: text,
        heureFin: text,
        lieu: text,
        adresse: text,
        prix: number,
        organisateur: text,
        ageConseille: orNull(text),
      }),
    ),
    truth: {
      date: heures.date,
      heureDebut: clock(heures.start),
      heureFin: clock(heures.end),
      lieu: heures.venue.name,
      adresse: either(
        `${heures.venue.street}, ${heures.venue.city}`,
        `${heures.venue.street} ${heures.venue.city}`,
        heures.venue.street,
        `${heures.venue.street}, ${heures.venue.city.slice(6)}`,
      ),
      prix: euros(heures),
      organisateur: heures.organiser!.name,
      ageConseille: either(heures.age, '14 ans', '14'),
    },
    needs: [heures.path],
  },
  {
    id: 'scene-de-valombre/tous-les-evenements',
    kind: 'list',
    prompt: 'Liste complète des événements à venir avec le titre, la date et le lieu.',
    urls: [`${ORIGIN}/agenda/`],
    schema: object({ evenements: list(object({ titre: text, date, lieu: text })) }),
    truth: {
      evenements: EVENTS.map(({ title, date, venue }) => ({ titre: title, date, lieu: venue.name })),
    },
    needs: PAGES.map(({ path }) => path),
  },
  {
    id: 'scene-de-valombre/novembre',
    kind: 'list-and-details',
    prompt:
      'Pour chaque événement de novembre 2026 : titre, date, catégorie, organisateur et e-mail de l’organisateur.',
    urls: [`${ORIGIN}/agenda/`],
    schema: zod(
      record({
        evenements: list(
          record({
            titre: text,
            date,
            categorie: text,
            organisateur: orNull(text),
            email: orNull(described(text, 'Adresse e-mail de l’organisateur')),
          }),
        ),
      }),
    ),
    truth: {
      evenements: november.map(({ title, date, category, organiser }) => ({
        titre: title,
        date,
        categorie: category,
        organisateur: organiser?.name ?? null,
        email: organiser?.email ?? null,
      })),
    },
    needs: [
      ...PAGES.filter(({ events }) => events.some((one) => november.includes(one))).map(({ path }) => path),
      ...november.map(({ path }) => path),
    ],
  },
  {
    id: 'scene-de-valombre/quatre-prochains-libre',
    kind: 'first-few',
    prompt: 'Quels sont les quatre prochains événements ? Donne-moi le titre et la date.',
    urls: [ORIGIN],
    truth: EVENTS.slice(0, 4).map(({ title, date }) => ({ titre: title, date })),
    isOrdered: true,
    needs: ['/agenda/'],
  },
  {
    id: 'scene-de-valombre/gratuits',
    kind: 'condition',
    prompt: 'Quels événements sont gratuits ? Titre, date et heure de début.',
    urls: [`${ORIGIN}/agenda/`],
    schema: object({ evenements: list(object({ titre: text, date, heure: text })) }),
    truth: {
      evenements: free.map(({ title, date, start }) => ({ titre: title, date, heure: clock(start) })),
    },
    needs: PAGES.map(({ path }) => path),
  },
  {
    id: 'scene-de-valombre/visite',
    kind: 'spread',
    prompt:
      'Numéro de téléphone pour réserver, prix de la Carte Fidèle, nombre de places de la Chapelle Saint-Orens et nom du directeur du théâtre.',
    urls: [ORIGIN],
    schema: zod(
      record({
        telephoneReservation: text,
        prixCarteFidele: number,
        placesChapelle: number,
        directeur: text,
      }),
    ),
    truth: {
      telephoneReservation: '04 76 55 01 21',
      prixCarteFidele: 120,
      placesChapelle: 95,
      directeur: 'Hugo Perrachon',
    },
    needs: ['/billetterie/', '/lieu/chapelle-saint-orens/', '/l-equipe/'],
  },
  {
    id: 'scene-de-valombre/trio-organisateur',
    kind: 'missing',
    prompt: 'Qui organise le concert du Trio Vasseur-Kahn-Idrissi, à quelle date et dans quelle salle ?',
    urls: [`${ORIGIN}/agenda/`],
    schema: zod(record({ organisateur: orNull(text), date, salle: text })),
    truth: { organisateur: null, date: trio.date, salle: trio.venue.name },
    needs: [trio.path],
  },
  {
    id: 'scene-de-valombre/strict-conte',
    kind: 'strict',
    prompt:
      'Extrais le titre, la date, l’heure de début, le prix, le lieu et le téléphone de l’organisateur.',
    urls: [ORIGIN + conte.path],
    strictConstrainToURLs: true,
    schema: object({
      titre: text,
      date,
      heure_debut: text,
      prix: number,
      lieu: text,
      telephone_organisateur: text,
    }),
    truth: {
      titre: conte.title,
      date: conte.date,
      heure_debut: clock(conte.start),
      prix: euros(conte),
      lieu: conte.venue.name,
      telephone_organisateur: conte.organiser!.phone,
    },
    needs: [conte.path],
  },
  {
    id: 'scene-de-valombre/recherche-tambours',
    kind: 'search',
    prompt: 'Tambours de Casamance à Valombre : date, heure et prix du concert',
    schema: object({ date, heure: text, prix: number }),
    truth: {
      date: tambours.date,
      heure: either(...clock(tambours.start)!.values, `${tambours.start} - ${tambours.end}`),
      prix: euros(tambours),
    },
    needs: [tambours.path],
  },
]
