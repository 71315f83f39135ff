import { described, integer, list, number, object, orNull, record, text, zod } from '../../schema.ts'
import { originOf } from '../../site.ts'
import type { Task } from '../../task.ts'
import { adresse, COMPTES, EQUIPE, nombre, PAGES, PROJETS } from './projets.ts'

const ORIGIN = originOf('relais-des-sources')
const LISTE = PAGES.map((_, rang) => adresse(rang))

function projet(titre: string) {
  return PROJETS.find((un) => un.titre === titre)!
}

const puits = projet('Un puits pour Kpakpamè')
const fontaines = projet("Fontaines de la vallée d'Asni")
const bibliobus = projet('Bibliobus du Sine')
const pirogues = projet('Pirogues-ambulances du Saloum')
const senegal = PROJETS.filter(({ pays }) => pays === 'Sénégal')

export const tasks: Task[] = [
  {
    id: 'relais-des-sources/budget',
    kind: 'fact',
    prompt: 'Quel est le budget du projet « Un puits pour Kpakpamè » ?',
    urls: [ORIGIN],
    schema: object({ budget: number }),
    truth: { budget: puits.montant },
    needs: [puits.chemin],
  },
  {
    id: 'relais-des-sources/fontaines',
    kind: 'entity',
    prompt:
      "Fiche du projet Fontaines de la vallée d'Asni : pays, thème, budget en euros, nombre de bénéficiaires, début, statut, partenaire local et responsable",
    urls: [`${ORIGIN}/projets`],
    schema: zod(
      record({
        pays: text,
        theme: text,
        budget: described(number, 'en euros'),
        beneficiaires: integer,
        debut: text,
        statut: text,
        partenaireLocal: orNull(text),
        responsable: text,
      }),
    ),
    truth: {
      pays: fontaines.pays,
      theme: fontaines.theme,
      budget: fontaines.montant,
      beneficiaires: nombre(fontaines.personnes),
      debut: fontaines.debut,
      statut: fontaines.statut,
      partenaireLocal: fontaines.partenaire,
      responsable: fontaines.responsable,
    },
    needs: [fontaines.chemin],
  },
  {
    id: 'relais-des-sources/all-projects',
    kind: 'list',
    prompt: 'List all projects of this charity with title, country and theme.',
    urls: [ORIGIN],
    schema: object({
      projects: list(
        object({ title: text, country: described(text, 'as written on the site'), theme: text }),
      ),
    }),
    truth: {
      projects: PROJETS.map(({ titre, pays, theme }) => ({ title: titre, country: pays, theme })),
    },
    needs: LISTE,
  },
  {
    id: 'relais-des-sources/eau',
    kind: 'condition',
    prompt: 'Les projets dont le thème est « Eau » : titre et pays',
    urls: [`${ORIGIN}/nos-projets`],
    schema: object({ projets: list(object({ titre: text, pays: text })) }),
    truth: {
      projets: PROJETS.filter(({ theme }) => theme === 'Eau').map(({ titre, pays }) => ({ titre, pays })),
    },
    needs: LISTE,
  },
  {
    id: 'relais-des-sources/senegal',
    kind: 'list-and-details',
    prompt:
      'Pour tous les projets au Sénégal, donne le titre, le budget, le nombre de bénéficiaires, le statut et le partenaire local (null si aucun).',
    urls: [ORIGIN],
    schema: zod(
      record({
        projets: list(
          record({
            titre: text,
            budget: number,
            beneficiaires: integer,
            statut: text,
            partenaireLocal: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      projets: senegal.map(({ titre, montant, personnes, statut, partenaire }) => ({
        titre,
        budget: montant,
        beneficiaires: nombre(personnes),
        statut,
        partenaireLocal: partenaire,
      })),
    },
    needs: ['/pays/senegal', ...senegal.map(({ chemin }) => chemin)],
  },
  {
    id: 'relais-des-sources/accounts',
    kind: 'list',
    prompt: 'Income and expenses of the association for each year',
    urls: [ORIGIN],
    schema: object({
      years: list(
        object({
          year: integer,
          income: described(number, 'Recettes'),
          expenses: described(number, 'Dépenses'),
        }),
      ),
    }),
    truth: {
      years: COMPTES.map(({ annee, recettes, depenses }) => ({
        year: annee,
        income: nombre(recettes),
        expenses: nombre(depenses),
      })),
    },
    needs: ['/association/comptes'],
  },
  {
    id: 'relais-des-sources/team-mails',
    kind: 'missing',
    prompt: "L'équipe : nom, fonction et courriel de chacun (null s'il n'est pas indiqué)",
    urls: [`${ORIGIN}/association`],
    schema: zod(record({ equipe: list(record({ nom: text, fonction: text, courriel: orNull(text) })) })),
    truth: { equipe: EQUIPE },
    needs: ['/association/equipe'],
  },
  {
    id: 'relais-des-sources/association',
    kind: 'spread',
    prompt:
      "En quelle année l'association a-t-elle été créée, qui la préside, quel est son numéro SIRET, son téléphone et le prix de l'adhésion annuelle ?",
    urls: [ORIGIN],
    schema: object({
      anneeCreation: integer,
      president: text,
      siret: text,
      telephone: text,
      adhesion: described(number, 'tarif plein en euros'),
    }),
    truth: {
      anneeCreation: 1994,
      president: 'Gaspard Lhermitte',
      siret: '399 214 708 00031',
      telephone: '04 99 55 12 70',
      adhesion: 25,
    },
    needs: ['/association', '/mentions-legales', '/contact', '/nous-soutenir'],
  },
  {
    id: 'relais-des-sources/strict-bibliobus',
    kind: 'strict',
    prompt: 'responsable, début et partenaire local du projet',
    urls: [ORIGIN + bibliobus.chemin],
    strictConstrainToURLs: true,
    schema: zod(record({ responsable: text, debut: text, partenaireLocal: orNull(text) })),
    truth: { responsable: bibliobus.responsable, debut: bibliobus.debut, partenaireLocal: null },
    needs: [bibliobus.chemin],
  },
  {
    id: 'relais-des-sources/search-saloum',
    kind: 'search',
    prompt:
      'Relais des Sources, projet « Pirogues-ambulances du Saloum » : budget et nombre de bénéficiaires',
    schema: object({ budget: number, beneficiaires: integer }),
    truth: { budget: pirogues.montant, beneficiaires: nombre(pirogues.personnes) },
    needs: [pirogues.chemin],
  },
]
