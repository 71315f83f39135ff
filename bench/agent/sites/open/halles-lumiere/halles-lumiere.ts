import { chunks, each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { EVENEMENTS, SALLES } from './agenda.ts'
import type { Evenement } from './agenda.ts'
import { tasks } from './tasks.ts'

const PAGES = chunks(EVENEMENTS, 5)
const GENRES = [...new Set(EVENEMENTS.map(({ genre }) => genre))]

/** A French festival: events as microdata, `?p=2` with arrows, venues on pages of their own. */
export const hallesLumiere = createSite({
  name: 'halles-lumiere',
  language: 'fr',
  pages: {
    '/': gabarit('Festival Halles & Lumière', accueil()),
    ...Object.fromEntries(
      PAGES.map((evenements, rang) => [adresse(rang), gabarit('Agenda', agenda(evenements, rang))]),
    ),
    ...Object.fromEntries(GENRES.map((genre) => [`/genre/${slug(genre)}`, gabarit(genre, parGenre(genre))])),
    ...Object.fromEntries(EVENEMENTS.map((un) => [un.chemin, gabarit(un.titre, fiche(un))])),
    '/salles': gabarit('Les salles', salles()),
    ...Object.fromEntries(SALLES.map((salle) => [salle.chemin, gabarit(salle.nom, ficheSalle(salle))])),
    '/billetterie': gabarit('Billetterie', billetterie()),
    '/festival': gabarit('Le festival', festival()),
    '/edition-2024': gabarit('Édition 2024', archive()),
    '/presse': gabarit('Presse', presse()),
  },
  redirects: { '/programme': '/agenda' },
  deadLinks: ['/partenaires'],
  notFound: gabarit('Page introuvable', '<h1>Page introuvable</h1>'),
  tasks,
})

function adresse(rang: number): string {
  return rang === 0 ? '/agenda' : `/agenda?p=${rang + 1}`
}

function gabarit(titre: string, contenu: string): string {
  return `<!DOCTYPE html>
<html lang="fr"><head><meta charset="utf-8"><title>${esc(titre)} · Halles &amp; Lumière</title></head>
<body><div class="bandeau">Pass trois soirées à 45 € jusqu'au 31 août !</div>
<header class="entete"><a class="logo" href="/">Halles &amp; Lumière</a><ul class="nav"><li><a href="/agenda">Agenda</a></li><li><a href="/salles">Salles</a></li><li><a href="/billetterie">Billetterie</a></li><li><a href="/festival">Le festival</a></li><li><a href="/presse">Presse</a></li></ul></header>
<section class="page">${contenu}</section>
<footer><p>Association Halles &amp; Lumière · <a href="/edition-2024">Édition 2024</a> · <a href="/partenaires">Partenaires</a> · <a href="${ELSEWHERE}/halles">Suivez-nous</a></p></footer></body></html>`
}

function accueil(): string {
  return `<h1>Du 5 septembre au 4 octobre 2025</h1><p>Quinze soirées dans cinq salles, de Lyon à Annecy.</p><p><a href="/agenda">Voir tout l'agenda</a></p><h2>Par genre</h2><ul>${each(GENRES, (genre) => `<li><a href="/genre/${slug(genre)}">${genre}</a></li>`)}</ul>`
}

function agenda(evenements: readonly Evenement[], rang: number): string {
  return `<h1>Agenda</h1>${each(evenements, vignette)}<div class="pages">${rang > 0 ? `<a href="${adresse(rang - 1)}">‹ Précédent</a>` : ''} <em>${rang + 1} / ${PAGES.length}</em> ${rang + 1 < PAGES.length ? `<a href="${adresse(rang + 1)}">Suivant ›</a>` : ''}</div>`
}

function vignette(un: Evenement): string {
  return `<div class="vignette" itemscope itemtype="https://schema.org/Event"><span class="jour">${jour(un.date)}</span><a itemprop="url" href="${un.chemin}"><span itemprop="name">${esc(un.titre)}</span></a><meta itemprop="startDate" content="${un.date}"><span class="lieu" itemprop="location" itemscope itemtype="https://schema.org/Place"><span itemprop="name">${un.salle.nom}</span>, ${un.salle.ville}</span></div>`
}

function parGenre(genre: string): string {
  return `<h1>${genre}</h1>${each(
    EVENEMENTS.filter((un) => un.genre === genre),
    vignette,
  )}`
}

function fiche(un: Evenement): string {
  const autres = EVENEMENTS.filter(({ salle, titre }) => salle === un.salle && titre !== un.titre)
  return `<p class="fil"><a href="/">Accueil</a> › <a href="/agenda">Agenda</a> › ${esc(un.titre)}</p>
<article itemscope itemtype="https://schema.org/Event"><h1 itemprop="name">${esc(un.titre)}</h1><p class="genre">${un.genre}</p>
<p><strong>Date :</strong> <time itemprop="startDate" datetime="${un.date}">${jour(un.date)}</time> à ${un.heure}</p>
<p><strong>Lieu :</strong> <a href="${un.salle.chemin}">${un.salle.nom}</a>, ${un.salle.ville}</p>
<p><strong>Avec :</strong> ${un.artiste}</p>
${un.duree === null ? '' : `<p><strong>Durée :</strong> ${un.duree}</p>`}
<p><strong>Tarif :</strong> ${un.tarif === null ? 'non communiqué' : `${un.tarif} €`}</p></article>
<aside><h2>Dans la même salle</h2><ul>${each(autres, ({ chemin, titre, date }) => `<li><a href="${chemin}">${esc(titre)}</a> (${jour(date)})</li>`)}</ul></aside>`
}

function salles(): string {
  return `<h1>Les salles</h1><table><tr><th>Salle</th><th>Ville</th></tr>${each(SALLES, ({ chemin, nom, ville }) => `<tr><td><a href="${chemin}">${nom}</a></td><td>${ville}</td></tr>`)}</table>`
}

function ficheSalle(salle: (typeof SALLES)[number]): string {
  return `<h1>${salle.nom}</h1><p>Adresse : ${salle.adresse}</p><p>Capacité : ${salle.places} places</p>${salle.telephone === null ? '' : `<p>Téléphone : ${salle.telephone}</p>`}<h2>À l'affiche</h2>${each(
    EVENEMENTS.filter((un) => un.salle === salle),
    vignette,
  )}`
}

function billetterie(): string {
  return `<h1>Billetterie</h1><p>Réservations par téléphone au 04 72 00 30 00 ou par courriel à billets@halles-lumiere.example.</p><p>Tarif réduit : 30 % pour les moins de 26 ans. Pass trois soirées : 45 €.</p><p>Les guichets ouvrent une heure avant chaque spectacle.</p>`
}

function festival(): string {
  return `<h1>Le festival</h1><p>Halles &amp; Lumière a été fondé en 2003 par Solange Mercadier. La direction artistique est assurée par Bastien Ferrand depuis 2019.</p><p>En 2024, le festival a reçu 11 800 spectateurs.</p>`
}

function archive(): string {
  return `<h1>Édition 2024</h1><ul><li>Nuit des cuivres, 6 septembre 2024, Halle aux Grains, 22 €</li><li>Antigone, 14 septembre 2024, La Verrière, Lyon, 19 €</li><li>Bal des pompiers, 21 septembre 2024, Lyon, 5 €</li></ul>`
}

function presse(): string {
  return `<h1>Presse</h1><p>Contact : Héloïse Garnier, presse@halles-lumiere.example. Antigone 2040 sera créée à Grenoble ; la compagnie répète depuis le 3 mars 2025.</p>`
}

function jour(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('fr-FR', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}
