import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE, originOf } from '../../../site.ts'
import { AGENTS, LIST_PAGES, LISTINGS, POSTS, priceOf } from './listings.ts'
import type { Agent, Listing, ListPage, Post } from './listings.ts'
import { tasks } from './tasks.ts'

const ORIGIN = originOf('vallescura-immobiliare')

/** An estate agency in Italy with a WordPress theme: cards with icons, a list of details, a box of the agent. */
export const vallescuraImmobiliare = createSite({
  name: 'vallescura-immobiliare',
  language: 'it',
  pages: {
    '/': page('Case nella valle', home()),
    ...Object.fromEntries(
      Object.values(LIST_PAGES)
        .flat()
        .map((list) => [list.path, page(list.title, listPage(list))]),
    ),
    ...Object.fromEntries(LISTINGS.map((one) => [one.path, page(one.title, detail(one))])),
    '/agenti/': page('Il nostro team', team()),
    ...Object.fromEntries(AGENTS.map((agent) => [agent.path, page(agent.name, agentPage(agent))])),
    '/blog/': page('Blog', blog()),
    ...Object.fromEntries(POSTS.map((post) => [post.path, page(post.title, postPage(post))])),
    '/chi-siamo/': page('Chi siamo', about()),
    '/valuta-casa/': page('Valuta la tua casa', valuation()),
    '/contatti/': page('Contatti', contact()),
    '/privacy-policy/': page(
      'Privacy policy',
      banner('Privacy policy', '<p>Titolare del trattamento: Vallescura Immobiliare S.r.l.</p>'),
    ),
  },
  redirects: { '/case/': '/immobili/', '/home/': '/' },
  deadLinks: ['/immobile/villa-liberty-con-torretta/'],
  notFound: page('404', banner('Pagina non trovata', '<p>Spiacenti, questa pagina non esiste.</p>')),
  tasks,
})

function page(title: string, main: string): string {
  return `<!doctype html><html lang="it-IT"><head><meta charset="UTF-8"><title>${esc(title)} - Vallescura Immobiliare</title><meta name="generator" content="WordPress 6.5.3"><link rel="profile" href="https://gmpg.org/xfn/11"></head>
<body class="wp-theme-dimora transparent-no elementor-default elementor-kit-7">
<div class="top-bar-wrap"><div class="top-bar-left"><i class="icon-phone"></i> <a href="tel:+390555210330">0555 210 330</a></div><div class="top-bar-right"><a href="${ELSEWHERE}/vallescura"><i class="icon-social"></i></a></div></div>
<header class="header-main-wrap"><div class="header-desktop header-v1"><div class="logo logo-desktop"><a href="${ORIGIN}/"><img src="${ORIGIN}/wp-content/uploads/2023/01/logo.png" alt="logo"></a></div><nav class="main-nav navbar-expand-lg"><ul id="main-nav" class="navbar-nav"><li class="menu-item menu-item-has-children nav-item dropdown"><a class="nav-link dropdown-toggle" href="${ORIGIN}/immobili/">Immobili</a><ul class="dropdown-menu"><li class="menu-item"><a class="dropdown-item" href="${ORIGIN}/contratto/vendita/">Vendita</a></li><li class="menu-item"><a class="dropdown-item" href="${ORIGIN}/contratto/affitto/">Affitto</a></li></ul></li><li class="menu-item nav-item"><a class="nav-link" href="${ORIGIN}/valuta-casa/">Valuta la tua casa</a></li><li class="menu-item nav-item"><a class="nav-link" href="${ORIGIN}/agenti/">Il team</a></li><li class="menu-item nav-item"><a class="nav-link" href="${ORIGIN}/chi-siamo/">Chi siamo</a></li><li class="menu-item nav-item"><a class="nav-link" href="${ORIGIN}/blog/">Blog</a></li><li class="menu-item nav-item"><a class="nav-link" href="${ORIGIN}/contatti/">Contatti</a></li></ul></nav></div></header>
<main id="main-wrap" class="main-wrap">${main}</main>
<footer class="footer-wrap footer-wrap-v1"><div class="container"><div class="row"><div class="col-md-4"><div class="widget"><h4 class="widget-title">Ultimi immobili</h4>${each(LISTINGS.slice(0, 2), (one) => `<div class="property-item-widget"><a href="${ORIGIN}${one.path}">${esc(one.title)}</a><span class="item-price">${priceOf(one)}</span></div>`)}<div class="property-item-widget"><a href="${ORIGIN}/immobile/villa-liberty-con-torretta/">Villa liberty con torretta</a><span class="item-price">Venduto</span></div></div></div><div class="col-md-4"><ul><li><a href="${ORIGIN}/chi-siamo/">Chi siamo</a></li><li><a href="${ORIGIN}/contatti/">Contatti</a></li><li><a href="${ORIGIN}/privacy-policy/" class="privacy-policy-link">Privacy policy</a></li></ul></div></div><div class="footer-copyright">© Vallescura Immobiliare S.r.l. – P.IVA 09988770554</div></div></footer>
<div class="cky-consent-container cky-box-bottom-left"><p class="cky-title">Rispettiamo la tua privacy</p><button class="cky-btn cky-btn-accept">Accetta tutti</button><button class="cky-btn cky-btn-reject">Rifiuta</button></div>
</body></html>`
}

function home(): string {
  return `<section class="top-banner-wrap vertical-search-wrap"><h1 class="banner-title">Trova la tua casa nella valle</h1><form class="search-form" action="${ORIGIN}/immobili/"><select name="type"><option>Tutti i tipi</option><option>Appartamento</option><option>Villa</option><option>Rustico</option></select><input name="max-price" placeholder="Prezzo max."><button class="btn btn-search">Cerca</button></form></section>
<section class="elementor-section"><h2 class="elementor-heading-title">Immobili in evidenza</h2><div class="listing-view grid-view card-deck">${each([LISTINGS[1]!, LISTINGS[4]!, LISTINGS[13]!], card)}</div><a class="btn btn-primary" href="${ORIGIN}/immobili/">Vedi tutti</a></section>`
}

function crumbs(way: [string, string][], here: string): string {
  return `<div class="breadcrumb-wrap"><nav><ol class="breadcrumb"><li class="breadcrumb-item breadcrumb-item-home"><a href="${ORIGIN}/"><span>Home</span></a></li>${each(way, ([path, name]) => `<li class="breadcrumb-item"><a href="${ORIGIN}${path}"><span>${name}</span></a></li>`)}<li class="breadcrumb-item active">${esc(here)}</li></ol></nav></div>`
}

function banner(title: string, body: string): string {
  return `<section class="page-wrap"><div class="container">${crumbs([], title)}<div class="page-title"><h1>${title}</h1></div><article class="single-page-article block-wrap"><div class="article-detail">${body}</div></article></div></section>`
}

function listPage({ title, path, listings, all }: ListPage): string {
  const at = all.indexOf(path)
  return `<section class="listing-wrap listing-v1"><div class="container">${crumbs([], title)}<div class="page-title-wrap"><h1>${title}</h1><div class="sort-by"><select class="sort-by"><option>Ordina per: predefinito</option><option>Prezzo crescente</option></select></div></div>
<div class="row"><div class="col-lg-8 bt-content-wrap"><div class="listing-view list-view">${each(listings, card)}</div>
<div class="pagination-wrap"><nav><ul class="pagination justify-content-center">${at > 0 ? `<li class="page-item"><a class="page-link" href="${ORIGIN}${all[at - 1]}" aria-label="Precedente"><i class="icon-arrow-left-1"></i></a></li>` : ''}${all.length > 1 ? each(all, (other, number) => `<li class="page-item${number === at ? ' active' : ''}"><a class="page-link" href="${ORIGIN}${other}">${number + 1}</a></li>`) : ''}${at < all.length - 1 ? `<li class="page-item"><a class="page-link" href="${ORIGIN}${all[at + 1]}" aria-label="Successivo"><i class="icon-arrow-right-1"></i></a></li>` : ''}</ul></nav></div></div>
<aside class="col-lg-4 sidebar-wrap"><div class="widget widget-mortgage"><h3 class="widget-title">Calcola il mutuo</h3><p>Rata da € 410 al mese per € 100.000 in 25 anni.</p></div><div class="widget"><h3 class="widget-title">In evidenza</h3>${each([LISTINGS[4]!], (one) => `<div class="featured-property-item"><a href="${ORIGIN}${one.path}">${one.title}</a> <span class="item-price">${priceOf(one)}</span></div>`)}</div></aside></div></div></section>`
}

function card(one: Listing): string {
  return `<div class="item-listing-wrap hz-item-gallery-js card" data-hz-id="hz-${one.ref.slice(3)}"><div class="item-wrap item-wrap-v1"><div class="item-header"><div class="labels-wrap labels-right"><a href="${ORIGIN}/contratto/${one.deal.toLowerCase()}/" class="label-status label status-color">${one.deal}</a></div><div class="listing-image-wrap"><a class="listing-featured-thumb hover-effect" href="${ORIGIN}${one.path}"><img class="img-fluid wp-post-image" src="${ORIGIN}/wp-content/uploads/${one.ref}.jpg" alt=""></a></div></div><div class="item-body flex-grow-1"><h2 class="item-title"><a href="${ORIGIN}${one.path}">${esc(one.title)}</a></h2><ul class="item-price-wrap hide-on-list"><li class="item-price">${priceOf(one)}</li></ul><address class="item-address">${one.town}</address><ul class="item-amenities item-amenities-with-icons"><li class="h-beds"><i class="icon-hotel-double-bed-1"></i><span class="item-amenities-text">Locali</span> <span class="hz-figure">${one.rooms}</span></li><li class="h-baths"><i class="icon-bathroom-shower-1"></i><span class="item-amenities-text">Bagni</span> <span class="hz-figure">${one.baths}</span></li><li class="h-area"><i class="icon-ruler-triangle"></i><span class="hz-figure">${one.area}</span> <span class="area_postfix">mq</span></li><li class="h-type"><span>${one.kind}</span></li></ul><a class="btn btn-primary btn-item" href="${ORIGIN}${one.path}">Dettagli</a></div></div></div>`
}

function detail(one: Listing): string {
  const agent = AGENTS.find(({ name }) => name === one.agent)!
  const similar = LISTINGS.filter((other) => other !== one && other.deal === one.deal).slice(-3)
  const facts: [string, string | number | null][] = [
    ['Riferimento', one.ref],
    ['Prezzo', priceOf(one)],
    ['Superficie', `${one.area} mq`],
    ['Locali', one.rooms],
    ['Bagni', one.baths],
    ['Piano', one.floor],
    ['Anno di costruzione', one.year],
    ['Tipologia', one.kind],
    ['Contratto', one.deal],
    ['Spese condominiali', one.fees === null ? null : `€ ${one.fees}/mese`],
  ]
  const energy = one.energy
    ? `<ul class="class-energy-list list-unstyled"><li><strong>Classe energetica:</strong> <span>${one.energy}</span></li></ul>`
    : '<p>Attestato di prestazione energetica in fase di rilascio.</p>'
  return `<section class="content-wrap property-wrap property-detail-v1"><div class="page-title-wrap"><div class="container">${crumbs([[`/contratto/${one.deal.toLowerCase()}/`, one.deal]], one.title)}<div class="d-flex align-items-center property-title-price-wrap"><div class="page-title"><h1>${esc(one.title)}</h1></div><ul class="item-price-wrap hide-on-list"><li class="item-price">${priceOf(one)}</li></ul></div><address class="item-address"><i class="icon-pin"></i>${one.street}, ${one.town}</address></div></div>
<div class="container"><div class="row"><div class="col-lg-8"><div class="property-description-wrap property-section-wrap" id="property-description-wrap"><div class="block-title-wrap"><h2>Descrizione</h2></div><div class="block-content-wrap"><p>${one.text}</p></div></div>
<div class="property-detail-wrap property-section-wrap" id="property-detail-wrap"><div class="block-title-wrap"><h2>Dettagli</h2></div><div class="block-content-wrap"><div class="detail-wrap"><ul class="list-2-cols list-unstyled">${each(
    facts.filter(([, value]) => value !== null),
    ([label, value]) => `<li><strong>${label}:</strong> <span>${value}</span></li>`,
  )}</ul></div></div></div>
<div class="property-energy-wrap property-section-wrap"><div class="block-title-wrap"><h2>Prestazione energetica</h2></div><div class="block-content-wrap">${energy}</div></div></div>
<aside class="col-lg-4 sidebar-wrap"><div class="property-form-wrap"><div class="agent-details"><div class="d-flex align-items-center"><div class="agent-image"><img class="rounded" src="${ORIGIN}/wp-content/uploads/agente.jpg" alt=""></div><ul class="agent-information list-unstyled"><li class="agent-name"><i class="icon-single-neutral"></i> ${agent.name}</li><li class="agent-link"><a href="${ORIGIN}${agent.path}">Vedi gli annunci</a></li></ul></div></div><form><input placeholder="Nome"><textarea>Buongiorno, sono interessato a [${esc(one.title)}]</textarea><button>Invia</button></form></div></aside></div>
<div class="similar-property-wrap listing-v1"><div class="block-title-wrap"><h2>Annunci simili</h2></div><div class="listing-view list-view card-deck">${each(similar, card)}</div></div></div></section>`
}

function team(): string {
  return `<section class="page-wrap"><div class="container">${crumbs([], 'Il nostro team')}<h1>Il nostro team</h1><div class="agents-list-view">${each(AGENTS, ({ path, name, role }) => `<div class="agent-list-wrap"><h2><a href="${ORIGIN}${path}">${name}</a></h2><p class="agent-list-position">${role}</p><a class="btn" href="${ORIGIN}${path}">Profilo</a></div>`)}</div></div></section>`
}

function agentPage({ name, role, phone, email, languages }: Agent): string {
  const own = LISTINGS.filter(({ agent }) => agent === name)
  return `<section class="content-wrap agent-detail-page-v1"><div class="container">${crumbs([['/agenti/', 'Il team']], name)}<div class="agent-profile-wrap"><h1>${name}</h1><p class="agent-list-position">${role} presso Vallescura Immobiliare</p><ul class="list-unstyled"><li><strong>Telefono:</strong> <a href="tel:${phone.replaceAll(' ', '')}">${phone}</a></li><li><strong>E-mail:</strong> <a href="mailto:${email}">${email}</a></li><li><strong>Lingue:</strong> <span>${languages}</span></li></ul></div><h2>I miei annunci (${own.length})</h2><div class="listing-view list-view">${each(own, card)}</div></div></section>`
}

function blog(): string {
  return `<section class="blog-wrap"><div class="container">${crumbs([], 'Blog')}<h1>Blog</h1>${each(POSTS, ({ path, title, day, text }) => `<article class="blog-post-card"><time>${day}</time><h3><a href="${ORIGIN}${path}">${title}</a></h3><p>${text.slice(0, 40)}…</p></article>`)}</div></section>`
}

function postPage({ title, date, day, text }: Post): string {
  return `<section class="blog-wrap"><div class="container">${crumbs([['/blog/', 'Blog']], title)}<article class="single-post-article"><h1>${title}</h1><time datetime="${date}">${day}</time><div class="article-detail"><p>${text}</p></div></article></div></section>`
}

function about(): string {
  return banner(
    'Chi siamo',
    `<p>Vallescura Immobiliare nasce nel 1996 per iniziativa di Renato Bonfanti. Oggi la guida la figlia Ilaria con una squadra di 6 persone.</p><p>In trent’anni abbiamo accompagnato più di 2.300 famiglie. Siamo soci della rete CasaLega.</p>`,
  )
}

function valuation(): string {
  return banner(
    'Valuta la tua casa',
    `<p>La prima valutazione è gratuita e arriva entro 48 ore dal sopralluogo.</p><h3>Le nostre provvigioni</h3><table><tr><td>Vendita</td><td>3% + IVA</td></tr><tr><td>Affitto</td><td>una mensilità</td></tr></table>`,
  )
}

function contact(): string {
  return banner(
    'Contatti',
    `<div class="elementor-widget-text-editor"><p>Vallescura Immobiliare S.r.l.<br>Piazza del Grano 12<br>55021 Monterzano</p><p>Tel. <a href="tel:+390555210330">0555 210 330</a><br><a href="mailto:info@vallescura.example">info@vallescura.example</a></p><p>Orari: da lunedì a venerdì 9.00–12.30 e 15.00–19.00, sabato su appuntamento</p></div>`,
  )
}
