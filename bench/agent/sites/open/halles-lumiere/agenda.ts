import { rows, slug } from '../../../markup.ts'

export const SALLES = rows(
  ['nom', 'ville', 'adresse', 'places', 'telephone'],
  `
La Verrière | Lyon | 14 quai Rambaud, 69002 Lyon | 620 | 04 72 00 31 10
Le Petit Chaudron | Lyon | 3 rue du Bœuf, 69005 Lyon | 90 | -
Théâtre des Cordiers | Grenoble | 27 cours Berriat, 38000 Grenoble | 410 | 04 76 00 45 90
Halle aux Grains | Saint-Étienne | 2 place Chavanelle, 42000 Saint-Étienne | 1150 | 04 77 00 12 60
Le Quai Neuf | Annecy | 8 quai des Clarisses, 74000 Annecy | 260 | 04 50 00 88 21
`,
).map((row) => ({
  nom: row.nom!,
  ville: row.ville!,
  adresse: row.adresse!,
  places: Number(row.places),
  telephone: row.telephone ?? null,
  chemin: `/salles/${slug(row.nom!)}`,
}))

export const EVENEMENTS = rows(
  ['titre', 'genre', 'date', 'heure', 'salle', 'tarif', 'duree', 'artiste'],
  `
Nuit des cuivres | Concert | 2025-09-05 | 20 h 30 | Halle aux Grains | 24 | 2 h 10 | Fanfare Tournesol
Les Ombres portées | Théâtre | 2025-09-06 | 19 h | La Verrière | 18 | 1 h 25 | Compagnie du Sas
Marionnettes du soir | Jeune public | 2025-09-07 | 16 h | Le Petit Chaudron | 8 | 45 min | Atelier Bobine
Suites pour violoncelle | Concert | 2025-09-11 | 20 h | Théâtre des Cordiers | 22 | 1 h 40 | Margaux Delaunay
Rire sans filet | Humour | 2025-09-12 | 21 h | Le Quai Neuf | 15 | 1 h 15 | Idriss Benali
Rire sous cape | Humour | 2025-09-13 | 21 h | Le Petit Chaudron | 12 | - | Clémence Roy
Bal des capucins | Danse | 2025-09-14 | 18 h | La Verrière | - | 3 h | Trio Garance
Le Cabinet des cartes | Exposition | 2025-09-16 | 10 h | Le Quai Neuf | 6 | - | Joachim Weil
Antigone 2040 | Théâtre | 2025-09-18 | 20 h | Théâtre des Cordiers | 20 | 1 h 50 | Collectif Brèche
Électrons libres | Concert | 2025-09-19 | 22 h | La Verrière | 19 | 4 h | Nova Cendre
Contes du fleuve | Jeune public | 2025-09-21 | 15 h | Halle aux Grains | 7 | 50 min | Awa Diop
Tango au crépuscule | Danse | 2025-09-25 | 19 h 30 | Halle aux Grains | 26 | 1 h 30 | Ballet Miradas
Chœurs d'ardoise | Concert | 2025-09-27 | 20 h | Le Quai Neuf | - | 1 h 20 | Ensemble Lauze
Les Ombres du jardin | Danse | 2025-09-28 | 17 h | Théâtre des Cordiers | 16 | 1 h 05 | Compagnie Alizé
Clôture en fanfare | Concert | 2025-10-04 | 20 h 30 | La Verrière | 28 | 2 h 30 | Fanfare Tournesol
`,
).map((row) => ({
  titre: row.titre!,
  genre: row.genre!,
  date: row.date!,
  heure: row.heure!,
  salle: SALLES.find(({ nom }) => nom === row.salle)!,
  tarif: row.tarif === undefined ? null : Number(row.tarif),
  duree: row.duree ?? null,
  artiste: row.artiste!,
  chemin: `/evenement/${slug(row.titre!)}`,
}))

export type Evenement = (typeof EVENEMENTS)[number]
