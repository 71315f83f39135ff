import { each, esc, slug } from '../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../site.ts'
import { ACTUALITES, adresse, COMPTES, EQUIPE, PAGES, PAYS, PROJETS } from './projets.ts'
import type { Projet } from './projets.ts'
import { tasks } from './tasks.ts'

const NOM = 'relais-des-sources'

/** A French charity: projects that go on with “Voir plus”, labels in bold with a colon, accounts in a table. */
export const relaisDesSources = createSite({
  name: NOM,
  language: 'fr',
  pages: {
    '/': page('Accueil', accueil()),
    ...Object.fromEntries(
      PAGES.map((projets, rang) => [adresse(rang), page('Nos projets', liste(projets, rang))]),
    ),
    ...Object.fromEntries(PROJETS.map((projet) => [projet.chemin, page(projet.titre, fiche(projet))])),
    ...Object.fromEntries(PAYS.map((pays) => [`/pays/${slug(pays)}`, page(pays, parPays(pays))])),
    '/actualites': page('Actualités', `<h1>Actualités</h1>${each(ACTUALITES, breve)}`),
    ...Object.fromEntries(
      ACTUALITES.map(({ chemin, titre, date, texte }) => [
        chemin,
        page(
          titre,
          `<div class="c-article"><h1>${esc(titre)}</h1><p class="c-article__date">Publié le ${date}</p><p>${esc(texte)}</p></div>`,
        ),
      ]),
    ),
    '/association': page('L’association', association()),
    '/association/equipe': page('L’équipe', equipe()),
    '/association/comptes': page('Nos comptes', comptes()),
    '/nous-soutenir': page('Nous soutenir', soutenir()),
    '/nous-soutenir/benevolat': page('Devenir bénévole', benevolat()),
    '/contact': page('Contact', contact()),
    '/mentions-legales': page('Mentions légales', mentions()),
  },
  redirects: { '/projets': '/nos-projets', '/don': '/nous-soutenir' },
  notFound: page('Page introuvable', '<h1>Cette page est à sec</h1>'),
  tasks,
})

function page(titre: string, contenu: string): string {
  return `<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><title>${esc(titre)} – Le Relais des Sources</title></head>
<body><div class="l-bandeau">Un don de 60 € ne vous coûte que 20,40 € après impôt. <a href="/nous-soutenir">Je donne</a></div>
<div class="l-tete"><a class="l-tete__logo" href="/">Le Relais des Sources</a><ul class="l-menu"><li><a href="/association">L’association</a></li><li><a href="/nos-projets">Nos projets</a></li><li><a href="/actualites">Actualités</a></li><li><a href="/nous-soutenir">Nous soutenir</a></li><li><a href="/contact">Contact</a></li></ul></div>
<div class="l-corps">${contenu}</div>
<div class="l-cote"><p class="l-cote__titre">Où nous agissons</p>${each(PAYS, (pays) => `<a href="/pays/${slug(pays)}">${pays}</a>`)}<p class="l-cote__titre">La lettre d’info</p><input type="email" placeholder="Votre courriel"><button>S’abonner</button></div>
<div class="l-pied"><a href="/mentions-legales">Mentions légales</a> <a href="/association/rapport-2019">Rapport 2019</a> <a href="${ELSEWHERE}/don-en-confiance">Label Don en confiance</a><p>Le Relais des Sources, association loi 1901</p></div></body></html>`
}

function accueil(): string {
  return `<h1>De l’eau, des écoles, des mains</h1><p>Depuis 1994, nous accompagnons des villages qui ont une idée et à qui il manque un coup de pouce.</p><p><a href="${originOf(NOM)}/nos-projets">Découvrir nos ${PROJETS.length} projets</a></p><h2>À la une</h2>${carte(PROJETS[10]!)}${breve(ACTUALITES[0]!)}`
}

function liste(projets: readonly Projet[], rang: number): string {
  const suite =
    rang + 1 < PAGES.length
      ? `<p class="c-suite"><a href="${adresse(rang + 1)}">Voir plus de projets</a></p>`
      : ''
  return `<h1>Nos projets</h1>${each(projets, carte)}${suite}`
}

function carte({ titre, chemin, pays, theme }: Projet): string {
  return `<div class="c-projet"><p class="c-projet__titre"><a href="${chemin}">${esc(titre)}</a></p><p class="c-projet__infos">${pays} · ${theme}</p></div>`
}

function fiche(projet: Projet): string {
  const voisins = PROJETS.filter(({ theme, titre }) => theme === projet.theme && titre !== projet.titre)
  return `<p class="c-fil"><a href="/">Accueil</a> &gt; <a href="/nos-projets">Nos projets</a> &gt; ${esc(projet.titre)}</p><h1>${esc(projet.titre)}</h1>
<div class="c-fiche"><p><strong>Pays :</strong> <a href="/pays/${slug(projet.pays)}">${projet.pays}</a></p><p><strong>Thème :</strong> ${projet.theme}</p><p><strong>Budget :</strong> ${projet.budget} €</p><p><strong>Bénéficiaires :</strong> ${projet.personnes} personnes</p><p><strong>Début :</strong> ${projet.debut}</p><p><strong>Statut :</strong> ${projet.statut}</p>${projet.partenaire === null ? '' : `<p><strong>Partenaire local :</strong> ${projet.partenaire}</p>`}<p><strong>Responsable :</strong> ${projet.responsable}</p></div>
<h2>Le projet en quelques mots</h2><p>${recit(projet)}</p><h2>Dans le même domaine</h2>${each(voisins.slice(0, 2), carte)}`
}

function recit({ theme, statut }: Projet): string {
  const debut =
    theme === 'Eau'
      ? 'Le point d’eau le plus proche était à 4 km.'
      : 'Tout est parti d’une réunion sous un arbre.'
  return `${debut} ${statut === 'Terminé' ? 'Le projet vit aujourd’hui sans nous.' : 'Un comité de 9 habitants suit les travaux.'}`
}

function parPays(pays: string): string {
  return `<h1>Nos projets : ${pays}</h1>${each(
    PROJETS.filter((projet) => projet.pays === pays),
    carte,
  )}`
}

function breve({ date, titre, chemin }: (typeof ACTUALITES)[number]): string {
  return `<div class="c-breve"><span class="c-breve__date">${date}</span> <a href="${chemin}">${esc(titre)}</a></div>`
}

function association(): string {
  return `<h1>L’association</h1><p>Le Relais des Sources est né en 1994 à Villeurbanne, d’une promesse faite par deux infirmières, Simone Arnoux et Josette Peyrard.</p><p>L’association compte 1 350 adhérents et 6 salariés. Elle est présidée depuis 2021 par Gaspard Lhermitte.</p><ul><li><a href="/association/equipe">L’équipe</a></li><li><a href="/association/comptes">Nos comptes</a></li></ul>`
}

function equipe(): string {
  return `<h1>L’équipe</h1>${each(EQUIPE, ({ nom, fonction, courriel }) => `<p class="c-personne"><b>${nom}</b><br>${fonction}${courriel === null ? '' : `<br><a href="mailto:${courriel}">${courriel}</a>`}</p>`)}`
}

function comptes(): string {
  return `<h1>Nos comptes</h1><p>Nos comptes sont certifiés par le cabinet Ferrand &amp; Associés.</p><table><tr><th>Année</th><th>Recettes</th><th>Dépenses</th><th>dont dons</th><th>Frais de fonctionnement</th></tr>${each(COMPTES, ({ annee, recettes, depenses, dons, frais }) => `<tr><td>${annee}</td>\n<td>${recettes} €</td><td>${depenses} €</td><td>${dons} €</td><td>${frais}</td></tr>`)}</table>`
}

function soutenir(): string {
  return `<h1>Nous soutenir</h1><p>66 % de votre don est déductible de l’impôt sur le revenu.</p><p>Par virement : IBAN FR76 3000 4999 0100 0123 4567 890</p><p>Par chèque à l’ordre du Relais des Sources.</p><p>L’adhésion annuelle coûte 25 €, 10 € pour les étudiants.</p><p><a href="/nous-soutenir/benevolat">Devenir bénévole</a></p>`
}

function benevolat(): string {
  return `<h1>Devenir bénévole</h1><p>Nous cherchons des traducteurs et des plombiers. Comptez 3 heures par semaine.</p>`
}

function contact(): string {
  return `<h1>Contact</h1><p>Le Relais des Sources<br>14, rue des Teinturiers<br>69100 Villeurbanne</p><p>Tél. : 04 99 55 12 70<br>Courriel : bonjour@relais-sources.example</p><p>Permanence le mardi et le jeudi de 10 h à 17 h.</p>`
}

function mentions(): string {
  return `<h1>Mentions légales</h1><p>Association déclarée sous le numéro W691 055 318. SIRET 399 214 708 00031. Directrice de la publication : Hélène Vauquelin. Hébergement : Nuage Vert SAS, Rennes.</p>`
}
