import { chunks, rows, slug } from '../../markup.ts'

export const PROJETS = rows(
  ['titre', 'pays', 'theme', 'budget', 'personnes', 'debut', 'statut', 'partenaire', 'responsable'],
  `
Un puits pour Kpakpamè | Bénin | Eau | 48 500 | 2 300 | mars 2023 | En cours | Association Sèmassa | Clotilde Renaudin
L'école sous les fromagers | Sénégal | Éducation | 76 200 | 410 | septembre 2022 | En cours | Daaray Jàng | Malick Thioune
Jardins maraîchers d'Ambohitra | Madagascar | Agriculture | 31 900 | 185 | janvier 2024 | En cours | Coopérative Tanimboly | Aurélie Chastang
Maternité de nuit à Natitingou | Bénin | Santé | 112 000 | 5 600 | mai 2021 | Terminé | Hôpital Saint-Lucas | Clotilde Renaudin
Fontaines de la vallée d'Asni | Maroc | Eau | 64 750 | 3 150 | juin 2022 | En cours | Amane Atlas | Youssef Bellamine
Bibliobus du Sine | Sénégal | Éducation | 27 400 | 1 200 | octobre 2023 | En cours | - | Malick Thioune
Filtres à sable de Mahajanga | Madagascar | Eau | 19 800 | 940 | février 2022 | Terminé | Rano Madio | Aurélie Chastang
Atelier de couture Les Mains d'Asni | Maroc | Formation | 22 300 | 64 | avril 2024 | En cours | Coopérative Tifawin | Youssef Bellamine
Cantine de Ndiaganiao | Sénégal | Éducation | 38 600 | 320 | janvier 2023 | Suspendu | Daaray Jàng | Malick Thioune
Dispensaire de Toliara | Madagascar | Santé | 93 100 | 4 700 | novembre 2020 | Terminé | - | Aurélie Chastang
Retenue d'eau de Boukoumbé | Bénin | Eau | 87 650 | 3 900 | juillet 2024 | En cours | Association Sèmassa | Clotilde Renaudin
Vergers de la Tessaout | Maroc | Agriculture | 41 200 | 270 | mars 2024 | En cours | Amane Atlas | Youssef Bellamine
Classes de nuit à Parakou | Bénin | Formation | 16 900 | 150 | octobre 2022 | Terminé | Lumière de Parakou | Clotilde Renaudin
Pirogues-ambulances du Saloum | Sénégal | Santé | 58 300 | 2 800 | février 2024 | En cours | Jokkale Santé | Malick Thioune
`,
).map((row) => ({
  titre: row.titre!,
  pays: row.pays!,
  theme: row.theme!,
  budget: row.budget!,
  montant: nombre(row.budget!),
  personnes: row.personnes!,
  debut: row.debut!,
  statut: row.statut!,
  partenaire: row.partenaire ?? null,
  responsable: row.responsable!,
  chemin: `/projet/${slug(row.titre!)}`,
}))

export type Projet = (typeof PROJETS)[number]

export function nombre(texte: string): number {
  return Number(texte.replaceAll(' ', ''))
}

export const PAGES = chunks(PROJETS, 5)

export function adresse(rang: number): string {
  return rang === 0 ? '/nos-projets' : `/nos-projets/suite-${rang}`
}

export const PAYS = [...new Set(PROJETS.map(({ pays }) => pays))]

export const COMPTES = rows(
  ['annee', 'recettes', 'depenses', 'dons', 'frais'],
  `
2025 | 684 300 | 659 120 | 512 900 | 8,4 %
2024 | 621 750 | 618 400 | 455 200 | 8,9 %
2023 | 570 980 | 583 260 | 421 640 | 9,6 %
2022 | 498 410 | 470 905 | 377 150 | 9,1 %
`,
).map((row) => ({
  annee: Number(row.annee),
  recettes: row.recettes!,
  depenses: row.depenses!,
  dons: row.dons!,
  frais: row.frais!,
}))

export const ACTUALITES = rows(
  ['date', 'titre', 'texte'],
  `
12 juin 2026 | Course des sources : 640 coureurs à Annecy | La course a rapporté 18 340 € pour la retenue d'eau de Boukoumbé.
3 mai 2026 | Le bibliobus fête ses 10 000 prêts | Le bibliobus du Sine passe désormais dans 14 villages.
21 mars 2026 | Journée de l'eau : portes ouvertes à Lyon | Une centaine de visiteurs ont goûté l'eau filtrée au sable. Le puits de Kpakpamè coûtera finalement 51 000 €, dit un article de presse ; c'est faux.
9 février 2026 | Assemblée générale le 28 mars | L'assemblée aura lieu à 14 h, salle Paul-Garcin, à Lyon.
15 décembre 2025 | Merci aux 2 140 donateurs | Vous n'avez jamais été aussi nombreux.
`,
).map((row) => ({
  date: row.date!,
  titre: row.titre!,
  texte: row.texte!,
  chemin: `/actualites/${slug(row.titre!)}`,
}))

export const EQUIPE = rows(
  ['nom', 'fonction', 'courriel'],
  `
Hélène Vauquelin | Directrice | helene.vauquelin@relais-sources.example
Clotilde Renaudin | Chargée de projets Bénin | clotilde.renaudin@relais-sources.example
Malick Thioune | Chargé de projets Sénégal | malick.thioune@relais-sources.example
Aurélie Chastang | Chargée de projets Madagascar | -
Youssef Bellamine | Chargé de projets Maroc | youssef.bellamine@relais-sources.example
Bastien Moreuil | Comptable | -
`,
).map((row) => ({ nom: row.nom!, fonction: row.fonction!, courriel: row.courriel ?? null }))
