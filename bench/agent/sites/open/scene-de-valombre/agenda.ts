import { chunks, rows, slug } from '../../../markup.ts'

export const VENUES = rows(
  ['name', 'street', 'city', 'phone', 'seats'],
  `
Théâtre des Arcades | 3 place du Marché | 38512 Valombre | 04 76 55 01 20 | 420 places
La Filature | 41 quai de la Brune | 38512 Valombre | 04 76 55 01 33 | 180 places
Chapelle Saint-Orens | 9 rue des Tisserands | 38512 Valombre | - | 95 places
Médiathèque Colette-Rivard | 2 allée des Tilleuls | 38514 Brézins-le-Haut | 04 76 55 08 71 | 60 places
`,
).map((row) => ({
  name: row.name!,
  street: row.street!,
  city: row.city!,
  phone: row.phone ?? null,
  seats: row.seats!,
  path: `/lieu/${slug(row.name!)}/`,
}))

export type Venue = (typeof VENUES)[number]

export const ORGANISERS = rows(
  ['name', 'phone', 'email'],
  `
Scène de Valombre | 04 76 55 01 20 | contact@scene-valombre.example
Association Les Voix du Guiers | 06 12 55 43 09 | bureau@voixduguiers.example
Cie La Lanterne Rousse | - | diffusion@lanternerousse.example
Ville de Valombre | 04 76 55 00 00 | culture@valombre.example
`,
).map((row) => ({
  name: row.name!,
  phone: row.phone ?? null,
  email: row.email!,
  path: `/organisateur/${slug(row.name!)}/`,
}))

export type Organiser = (typeof ORGANISERS)[number]

/** What is on, the next first. */
export const EVENTS = rows(
  ['title', 'date', 'start', 'end', 'venue', 'price', 'organiser', 'category', 'age', 'text'],
  `
Ouverture de saison | 2026-09-18 | 18h30 | 21h00 | 1 | Gratuit | 1 | Rencontre | - | L’équipe présente les spectacles de l’année, un verre à la main.
Le Bal des hirondelles | 2026-09-26 | 20h30 | 23h30 | 2 | 12€ | 2 | Bal | - | Valses, bourrées et mazurkas avec six musiciens.
Quatuor Ondine | 2026-10-02 | 20h00 | 21h40 | 3 | 22€ | 1 | Concert | - | Haydn, Fauré et une création de Léna Marchetti.
L’Ours qui comptait les étoiles | 2026-10-07 | 15h00 | 15h50 | 2 | 7€ | 3 | Jeune public | Dès 4 ans | Un théâtre d’ombres pour les petits.
Lecture à voix haute : Annie Courbet | 2026-10-10 | 17h00 | 18h15 | 4 | Gratuit | 4 | Lecture | - | La romancière lit son dernier livre et répond aux questions.
Les Heures creuses | 2026-10-16 | 20h30 | 22h10 | 1 | 26€ | 1 | Théâtre | Dès 14 ans | Deux gardiens de nuit, un musée, une toile qui disparaît.
Nuit du conte | 2026-10-31 | 19h00 | 23h00 | 3 | 10€ | 2 | Conte | Dès 8 ans | Cinq conteuses se relaient à la bougie.
Tambours de Casamance | 2026-11-06 | 20h30 | 22h15 | 1 | 24€ | 1 | Concert | - | Douze percussionnistes et danseurs de Ziguinchor.
Atelier marionnettes | 2026-11-11 | 10h00 | 12h30 | 4 | 15€ | 3 | Atelier | Dès 6 ans | On fabrique, on articule, on joue.
Trio Vasseur-Kahn-Idrissi | 2026-11-14 | 20h00 | 21h30 | 2 | 18€ | - | Concert | - | Un jazz de chambre entre Paris et Fès.
Le Malentendu magnifique | 2026-11-20 | 20h30 | 22h45 | 1 | 26€ | 1 | Théâtre | Dès 12 ans | Une comédie où personne ne parle de la même chose.
Marché des créateurs | 2026-11-28 | 10h00 | 18h00 | 2 | Gratuit | 4 | Marché | - | Trente artisans de la vallée.
Petite Neige | 2026-12-02 | 15h00 | 15h45 | 2 | 7€ | 3 | Jeune public | Dès 3 ans | Une marionnette de papier cherche l’hiver.
Oratorio de Noël | 2026-12-05 | 20h00 | 22h20 | 3 | 20€ | 2 | Concert | - | Bach par quarante choristes et un orchestre baroque.
Cirque à trois fils | 2026-12-11 | 19h30 | 20h50 | 1 | 28€ | 1 | Cirque | Dès 6 ans | Trois acrobates, trois cordes, aucun filet.
Projection : La Vallée d’en face | 2026-12-16 | 18h00 | 19h45 | 4 | Gratuit | 4 | Cinéma | - | Documentaire de Paul Énault, en sa présence.
Réveillon swing | 2026-12-31 | 21h00 | - | 1 | 45€ | 1 | Bal | - | Un big band, un buffet, et minuit sur la scène.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  start: row.start!,
  end: row.end ?? null,
  venue: VENUES[Number(row.venue) - 1]!,
  price: row.price!,
  organiser: row.organiser === undefined ? null : ORGANISERS[Number(row.organiser) - 1]!,
  category: row.category!,
  age: row.age ?? null,
  text: row.text!,
  path: `/evenement/${slug(row.title!.replaceAll('’', ' '))}/`,
}))

export type Event = (typeof EVENTS)[number]

export const PAGES = chunks(EVENTS, 5).map((events, at) => ({
  events,
  path: at === 0 ? '/agenda/' : `/agenda/liste/page/${at + 1}/`,
}))

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
]

/** 2026-12-01 → 1 décembre 2026. */
export function spoken(date: string): string {
  return `${Number(date.slice(8))} ${month(date)}`
}

/** 2026-12-01 → décembre 2026. */
export function month(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}
