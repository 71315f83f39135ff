import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { EVENTS, month, ORGANISERS, PAGES, spoken, VENUES } from './agenda.ts'
import type { Event, Organiser, Venue } from './agenda.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('scene-de-valombre')

const WEEKDAYS = ['dim', 'lun', 'mar', 'mer', 'jeu', 'ven', 'sam']

/** A small theatre in French, with the markup of a calendar plugin: a list by months, details in columns below the text. */
export const sceneDeValombre = createSite({
  name: 'scene-de-valombre',
  language: 'fr',
  pages: {
    '/': page('Théâtre, musique et plus', home()),
    ...Object.fromEntries(PAGES.map(({ path }, at) => [path, page('Agenda', agenda(at))])),
    ...Object.fromEntries(EVENTS.map((event) => [event.path, page(event.title, eventPage(event))])),
    ...Object.fromEntries(VENUES.map((venue) => [venue.path, page(venue.name, venuePage(venue))])),
    ...Object.fromEntries(ORGANISERS.map((one) => [one.path, page(one.name, organiserPage(one))])),
    '/billetterie/': page('Billetterie', ticketing()),
    '/infos-pratiques/': page('Infos pratiques', practical()),
    '/l-equipe/': page('L’équipe', team()),
    '/actualites/un-toit-neuf-pour-la-filature/': page('Un toit neuf pour La Filature', news()),
    '/mentions-legales/': page(
      'Mentions légales',
      entry(
        'Mentions légales',
        '<p>Directeur de la publication : Hugo Perrachon. Hébergement : Nuage Alpin SAS, 7 rue du Fer, 69001 Lyon. SIRET 812 455 019 00027.</p>',
      ),
    ),
  },
  redirects: { '/evenements/': '/agenda/' },
  deadLinks: ['/espace-presse/'],
  notFound: page('Page introuvable', entry('Oups ! Cette page est introuvable.', '')),
  tasks,
})

function page(title: string, main: string): string {
  return `<!doctype html><html lang="fr-FR"><head><meta charset="UTF-8" /><title>${esc(title)} &#8211; Scène de Valombre</title><link rel="alternate" type="application/rss+xml" href="/feed/" /></head>
<body class="wp-theme-astra ast-desktop tribe-js"><a class="skip-link screen-reader-text" href="#content">Aller au contenu</a><div class="hfeed site" id="page"><header class="site-header ast-primary-header-bar" id="masthead"><div class="site-branding"><span class="site-title"><a href="${ORIGIN}/" rel="home">Scène de Valombre</a></span><p class="site-description">Saison 2026-2027</p></div>
<nav class="site-navigation" aria-label="Navigation principale"><ul id="ast-hf-menu-1" class="main-header-menu"><li class="menu-item"><a href="${ORIGIN}/agenda/" class="menu-link">Agenda</a></li><li class="menu-item"><a href="${ORIGIN}/billetterie/" class="menu-link">Billetterie</a></li><li class="menu-item"><a href="${ORIGIN}/infos-pratiques/" class="menu-link">Infos pratiques</a></li><li class="menu-item"><a href="${ORIGIN}/l-equipe/" class="menu-link">L’équipe</a></li></ul></nav></header>
<div id="content" class="site-content"><div class="ast-container">${main}</div></div>
<footer class="site-footer" id="colophon"><div class="footer-widget-area"><section class="widget widget_block"><h2 class="widget-title">Scène de Valombre</h2><p>3 place du Marché, 38512 Valombre<br />Accueil : 04 76 55 01 20</p></section><section class="widget widget_nav_menu"><ul><li><a href="${ORIGIN}/mentions-legales/">Mentions légales</a></li><li><a href="${ORIGIN}/espace-presse/">Espace presse</a></li><li><a href="${ELSEWHERE}/scene-valombre">Instagram</a></li></ul></section></div><div class="ast-footer-copyright"><p>Copyright © 2026 Scène de Valombre</p></div></footer></div>
<div id="cookie-law-info-bar" class="cli-bar" data-nosnippet="true"><span>Nous utilisons des cookies pour mesurer l’audience du site. <a role="button" class="cli-plugin-button" href="#">Tout accepter</a> <a role="button" class="cli_settings_button" href="#">Réglages</a></span></div></body></html>`
}

function entry(title: string, body: string): string {
  return `<article class="page type-page status-publish ast-article-single"><header class="entry-header"><h1 class="entry-title">${esc(title)}</h1></header><div class="entry-content clear">${body}</div></article>`
}

function home(): string {
  return `<div class="wp-block-cover alignfull"><div class="wp-block-cover__inner-container"><h1 class="wp-block-heading">Dix-sept soirs, et quelques après-midi</h1><p>La nouvelle saison de la Scène de Valombre est en ligne.</p><div class="wp-block-button"><a class="wp-block-button__link" href="${ORIGIN}/agenda/">Voir l’agenda</a></div></div></div>
<div class="wp-block-columns"><div class="wp-block-column"><h2 class="wp-block-heading">Coups de cœur</h2><ul class="wp-block-list">${each([EVENTS[5]!, EVENTS[14]!], ({ title, path }) => `<li><a href="${ORIGIN}${path}">${esc(title)}</a></li>`)}</ul></div><div class="wp-block-column"><h2 class="wp-block-heading">Actualités</h2><ul class="wp-block-latest-posts__list"><li><a class="wp-block-latest-posts__post-title" href="${ORIGIN}/actualites/un-toit-neuf-pour-la-filature/">Un toit neuf pour La Filature</a></li></ul></div></div>`
}

function agenda(at: number): string {
  const { events } = PAGES[at]!
  const previous = PAGES[at - 1]
  const next = PAGES[at + 1]
  return `<div class="tribe-common tribe-events tribe-events-view tribe-events-view--list"><div class="tribe-common-l-container tribe-events-l-container"><header class="tribe-events-header"><h1 class="tribe-common-a11y-visual-hide">Évènements</h1><div class="tribe-events-c-events-bar"><form><input type="text" name="tribe-events-views[tribe-bar-search]" placeholder="Rechercher des Évènements" /><button type="submit">Trouver des Évènements</button></form></div><div class="tribe-events-c-top-bar tribe-events-header__top-bar"><span class="tribe-events-c-top-bar__datepicker-desktop">À venir</span></div></header>
<div class="tribe-events-calendar-list">${listItems(events)}</div>
<nav class="tribe-events-calendar-list-nav tribe-events-c-nav" aria-label="Navigation des évènements"><ul class="tribe-events-c-nav__list"><li class="tribe-events-c-nav__list-item tribe-events-c-nav__list-item--prev">${previous ? `<a href="${ORIGIN}${previous.path}" rel="prev" class="tribe-events-c-nav__prev tribe-common-b2"><span class="tribe-events-c-nav__prev-label">Évènements <span class="tribe-events-c-nav__prev-label-plural tribe-common-a11y-visual-hide">Évènements</span> précédents</span></a>` : ''}</li><li class="tribe-events-c-nav__list-item tribe-events-c-nav__list-item--next">${next ? `<a href="${ORIGIN}${next.path}" rel="next" class="tribe-events-c-nav__next tribe-common-b2"><span class="tribe-events-c-nav__next-label">Évènements suivants</span></a>` : ''}</li></ul></nav></div></div>`
}

/** A heading for each month, and below it what is on. */
function listItems(events: readonly Event[]): string {
  return each(events, (event, at) => {
    const isNewMonth = at === 0 || month(events[at - 1]!.date) !== month(event.date)
    return `${isNewMonth ? `<h2 class="tribe-events-calendar-list__month-separator"><time class="tribe-events-calendar-list__month-separator-text tribe-common-h7" datetime="${event.date.slice(0, 7)}">${month(event.date)}</time></h2>` : ''}${listItem(event)}`
  })
}

function listItem({ title, date, start, end, venue, price, text, path }: Event): string {
  const weekday = WEEKDAYS[new Date(`${date}T12:00:00Z`).getUTCDay()]
  return `<div class="tribe-common-g-row tribe-events-calendar-list__event-row"><div class="tribe-events-calendar-list__event-date-tag tribe-common-g-col"><time class="tribe-events-calendar-list__event-date-tag-datetime" datetime="${date}" aria-hidden="true"><span class="tribe-events-calendar-list__event-date-tag-weekday">${weekday}</span><span class="tribe-events-calendar-list__event-date-tag-daynum tribe-common-h5">${Number(date.slice(8))}</span></time></div>
<div class="tribe-events-calendar-list__event-wrapper tribe-common-g-col"><article class="tribe-events-calendar-list__event tribe_events type-tribe_events status-publish"><div class="tribe-events-calendar-list__event-details"><header class="tribe-events-calendar-list__event-header"><div class="tribe-events-calendar-list__event-datetime-wrapper tribe-common-b2"><time class="tribe-events-calendar-list__event-datetime" datetime="${date}"><span class="tribe-event-date-start">${spoken(date)} @ ${start}</span>${end ? ` - <span class="tribe-event-time">${end}</span>` : ''}</time></div><h3 class="tribe-events-calendar-list__event-title tribe-common-h6"><a href="${ORIGIN}${path}" title="${esc(title)}" rel="bookmark" class="tribe-events-calendar-list__event-title-link tribe-common-anchor-thin">${esc(title)}</a></h3><address class="tribe-events-calendar-list__event-venue tribe-common-b2"><span class="tribe-events-calendar-list__event-venue-title tribe-common-b2--bold">${venue.name}</span> <span class="tribe-events-calendar-list__event-venue-address">${venue.street}, ${venue.city.slice(6)}</span></address></header><div class="tribe-events-calendar-list__event-description tribe-common-b2"><p>${esc(text)}</p></div><div class="tribe-events-c-small-cta tribe-events-calendar-list__event-cost"><span class="tribe-events-c-small-cta__price">${price}</span></div></div></article></div></div>`
}

function eventPage(event: Event): string {
  const { title, date, start, end, venue, price, organiser, category, age, text } = event
  const at = EVENTS.indexOf(event)
  const previous = EVENTS[at - 1]
  const next = EVENTS[at + 1]
  const others = EVENTS.filter((one) => one !== event && one.venue === venue).slice(0, 3)
  return `<main id="tribe-events-pg-template" class="tribe-events-pg-template"><div id="tribe-events-content" class="tribe-events-single"><p class="tribe-events-back"><a href="${ORIGIN}/agenda/"> « Tous les Évènements</a></p><h1 class="tribe-events-single-event-title">${esc(title)}</h1><div class="tribe-events-schedule tribe-clearfix"><h2><span class="tribe-event-date-start">${spoken(date)} @ ${start}</span>${end ? ` - <span class="tribe-event-time">${end}</span>` : ''}</h2><span class="tribe-events-cost">${price}</span></div>
<div id="tribe-events-header"><nav class="tribe-events-nav-pagination" aria-label="Navigation Évènement"><ul class="tribe-events-sub-nav"><li class="tribe-events-nav-previous">${previous ? `<a href="${ORIGIN}${previous.path}"><span>«</span> ${esc(previous.title)}</a>` : ''}</li><li class="tribe-events-nav-next">${next ? `<a href="${ORIGIN}${next.path}">${esc(next.title)} <span>»</span></a>` : ''}</li></ul></nav></div>
<div class="tribe_events type-tribe_events"><div class="tribe-events-single-event-description tribe-events-content"><p>${esc(text)}</p>${age ? `<p><em>${age}</em></p>` : ''}<p>Les portes ouvrent une demi-heure avant. Placement libre.</p></div><div class="tribe-events tribe-common"><div class="tribe-events-c-subscribe-dropdown"><button class="tribe-events-c-subscribe-dropdown__button-text">Ajouter au calendrier</button></div></div>
<div class="tribe-events-single-section tribe-events-event-meta primary tribe-clearfix"><div class="tribe-events-meta-group tribe-events-meta-group-details"><h2 class="tribe-events-single-section-title"> Détails </h2><dl><dt class="tribe-events-start-date-label"> Date : </dt><dd><abbr class="tribe-events-abbr tribe-events-start-date published dtstart" title="${date}"> ${spoken(date)} </abbr></dd><dt class="tribe-events-start-time-label"> Heure : </dt><dd><div class="tribe-events-abbr tribe-events-start-time published dtstart" title="${date}"> ${end ? `${start} - ${end}` : start} </div></dd><dt class="tribe-events-event-cost-label"> Prix : </dt><dd class="tribe-events-event-cost"> ${price} </dd><dt class="tribe-events-event-categories-label">Catégorie d’Évènement: </dt><dd class="tribe-events-event-categories">${category}</dd></dl></div>
${organiser ? `<div class="tribe-events-meta-group tribe-events-meta-group-organizer"><h2 class="tribe-events-single-section-title">Organisateur</h2><dl><dt style="display:none;"></dt><dd class="tribe-organizer"><a href="${ORIGIN}${organiser.path}" title="${organiser.name}">${organiser.name}</a></dd>${organiser.phone ? `<dt class="tribe-organizer-tel-label"> Téléphone </dt><dd class="tribe-organizer-tel"> ${organiser.phone} </dd>` : ''}<dt class="tribe-organizer-email-label"> E-mail </dt><dd class="tribe-organizer-email"> ${organiser.email} </dd></dl></div>` : ''}
<div class="tribe-events-meta-group tribe-events-meta-group-venue"><h2 class="tribe-events-single-section-title"> Lieu </h2><dl><dt style="display:none;"></dt><dd class="tribe-venue"><a href="${ORIGIN}${venue.path}">${venue.name}</a></dd><dd class="tribe-venue-location"><address class="tribe-events-address"><span class="tribe-address"><span class="tribe-street-address">${venue.street}</span><br><span class="tribe-postal-code">${venue.city.slice(0, 5)}</span> <span class="tribe-locality">${venue.city.slice(6)}</span></span> <a class="tribe-events-gmap" href="${ELSEWHERE}/maps" title="Cliquez pour voir une carte">+ Google Map</a></address></dd></dl></div></div></div>
<section class="tribe-events-related"><h2 class="tribe-events-related-events-title"> Évènements similaires </h2><ul class="tribe-related-events tribe-clearfix">${each(others, (one) => `<li><div class="tribe-related-event-info"><h3 class="tribe-related-events-title"><a href="${ORIGIN}${one.path}" class="tribe-related-event-title" rel="bookmark">${esc(one.title)}</a></h3><span class="tribe-event-date-start">${spoken(one.date)} @ ${one.start}</span></div></li>`)}</ul></section></div></main>`
}

function venuePage({ name, street, city, phone, seats, path }: Venue): string {
  return `<div class="tribe-events tribe-events-view--venue"><a href="${ORIGIN}/agenda/">« Tous les Évènements</a><div class="tribe-events-pro-venue__meta"><h1 class="tribe-events-pro-venue__meta-title">${name}</h1><address>${street}, ${city}</address>${phone ? `<span class="tribe-events-pro-venue__meta-phone-number">${phone}</span>` : ''}<p>La salle compte ${seats}.</p></div><div class="tribe-events-calendar-list">${listItems(EVENTS.filter(({ venue }) => venue.path === path))}</div></div>`
}

function organiserPage({ name, phone, email, path }: Organiser): string {
  return `<div class="tribe-events tribe-events-view--organizer"><a href="${ORIGIN}/agenda/">« Tous les Évènements</a><div class="tribe-events-pro-organizer__meta"><h1 class="tribe-events-pro-organizer__meta-title">${name}</h1>${phone ? `<span class="tribe-events-pro-organizer__meta-phone-number">${phone}</span>` : ''}<a href="mailto:${email}">${email}</a></div><div class="tribe-events-calendar-list">${listItems(EVENTS.filter(({ organiser }) => organiser?.path === path))}</div></div>`
}

function ticketing(): string {
  return entry(
    'Billetterie',
    '<p>Le guichet du Théâtre des Arcades est ouvert du mardi au samedi, de 14h00 à 18h30. Réservations par téléphone au 04 76 55 01 21.</p><h2 class="wp-block-heading">Abonnements</h2><figure class="wp-block-table"><table><tbody><tr><td>Carte Curieux (4 spectacles)</td><td>68 €</td></tr><tr><td>Carte Fidèle (8 spectacles)</td><td>120 €</td></tr><tr><td>Carte Jeune, moins de 26 ans</td><td>35 €</td></tr></tbody></table></figure><p>Les billets ne sont pas remboursés, mais peuvent être échangés jusqu’à 48 heures avant la représentation.</p>',
  )
}

function practical(): string {
  return entry(
    'Infos pratiques',
    `<p>En train : gare de Valombre-Centre, puis 12 minutes à pied. En voiture : parking des Moulins, gratuit après 19h00.</p><h2 class="wp-block-heading">Nos lieux</h2><ul class="wp-block-list">${each(VENUES, ({ name, path }) => `<li><a href="${ORIGIN}${path}">${name}</a></li>`)}</ul><h2 class="wp-block-heading">Accessibilité</h2><p>Pour les places en fauteuil, écrivez à <a href="mailto:acces@scene-valombre.example">acces@scene-valombre.example</a>.</p>`,
  )
}

function team(): string {
  return entry(
    'L’équipe',
    '<ul class="wp-block-list"><li><strong>Hugo Perrachon</strong>, directeur</li><li><strong>Maïwenn Dutilleul</strong>, programmation</li><li><strong>Samir Benattar</strong>, régie générale</li><li><strong>Clotilde Ferrand</strong>, billetterie et accueil</li></ul>',
  )
}

function news(): string {
  return entry(
    'Un toit neuf pour La Filature',
    '<p class="entry-meta">Publié le 3 juin 2026 par Clotilde Ferrand</p><p>Après quatre mois de travaux et 310 000 € investis, La Filature rouvre avec le Bal des hirondelles. Les billets sont en vente au guichet.</p>',
  )
}
