import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { DISTRIBUTORS, DOWNLOADS, MODELS, NEWS, ROTORS, SERIES, SHEET } from './catalogue.ts'
import type { Model, Rotor, Series } from './catalogue.ts'
import { tasks } from './tasks.ts'

/** A maker of centrifuges: the frame of a site builder, tables by hand in it, and a column for every model to compare. */
export const corvell = createSite({
  name: 'corvell',
  language: 'en',
  pages: {
    '/': page('Centrifuges that stay quiet', home()),
    '/products': page('Products', products()),
    ...Object.fromEntries(SERIES.map((one) => [one.path, page(`${one.name} series`, seriesPage(one))])),
    ...Object.fromEntries(MODELS.map((one) => [one.path, page(one.name, modelPage(one))])),
    '/rotors': page('Rotors', rotors()),
    ...Object.fromEntries(ROTORS.map((one) => [one.path, page(`Rotor ${one.name}`, rotorPage(one))])),
    '/downloads': page('Downloads', downloads()),
    '/distributors': page('Distributors', distributors()),
    '/service': page('Service', rich('Service and warranty', service())),
    '/about': page('About', rich('About Corvell', about())),
    '/contact': page('Contact', rich('Contact', contact())),
    '/news': page('News', news()),
    ...Object.fromEntries(
      NEWS.map(({ path, title, date, text }) => [
        path,
        page(
          title,
          rich(title, `<p class="news-date">${date}</p><p>${text}</p><a href="/news">All news</a>`),
        ),
      ]),
    ),
  },
  redirects: { '/centrifuges': '/products', '/support': '/service' },
  deadLinks: ['/careers'],
  notFound: page('Not found', '<div class="utility-page-wrap"><h2>Page not found</h2></div>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html data-wf-page="64f0c1" data-wf-site="64f0b9" lang="en"><head><meta charset="utf-8"/><title>${esc(title)} | Corvell</title><meta content="Webflow" name="generator"/></head><body class="body">
<div data-animation="default" data-collapse="medium" role="banner" class="navbar w-nav"><div class="container w-container"><a href="/" class="brand w-nav-brand"><img src="/images/corvell.svg" alt="Corvell" class="logo"/></a><nav role="navigation" class="nav-menu w-nav-menu"><div data-hover="true" class="w-dropdown"><div class="nav-link w-dropdown-toggle"><div>Products</div></div><nav class="w-dropdown-list">${each(SERIES, ({ name, path }) => `<a href="${path}" class="w-dropdown-link">${name} series</a>`)}<a href="/products" class="w-dropdown-link">All products</a><a href="/rotors" class="w-dropdown-link">Rotors</a></nav></div><a href="/downloads" class="nav-link w-nav-link">Downloads</a><a href="/service" class="nav-link w-nav-link">Service</a><a href="/news" class="nav-link w-nav-link">News</a><a href="/contact" class="button nav-button w-button">Get a quote</a></nav></div></div>
${main}
<div class="section cta"><div class="w-container"><h3 class="heading-12">Not sure which one?</h3><p>Tell us your tubes and your g-force. We answer within one working day.</p><a href="/contact" class="button w-button">Ask an engineer</a></div></div>
<footer class="footer"><div class="w-layout-grid footer-grid"><div><div class="footer-title">Company</div><a href="/about" class="footer-link">About</a><a href="/news" class="footer-link">News</a><a href="/careers" class="footer-link">Careers</a></div><div><div class="footer-title">Help</div><a href="/service" class="footer-link">Service</a><a href="/distributors" class="footer-link">Distributors</a><a href="/downloads" class="footer-link">Downloads</a></div><div class="footer-small">© 2026 Corvell Laboratory Machines AS. <a href="${ELSEWHERE}/linkedin">LinkedIn</a></div></div></footer>
<div fs-cc="banner" class="fs-cc-banner_component"><div class="fs-cc-banner_text">By clicking “Accept all”, you agree to the storing of cookies on your device.</div><a fs-cc="deny" href="#" class="fs-cc-banner_button w-button">Deny</a><a fs-cc="allow" href="#" class="fs-cc-banner_button w-button">Accept all</a></div></body></html>`
}

function home(): string {
  return `<section class="hero"><div class="w-container"><h1 class="heading">Centrifuges that stay quiet</h1><p class="hero-text">Made in Aldersund since 1979. From 49 dB(A).</p><a href="/products" class="button w-button">See all products</a></div></section>
<section class="section"><div class="w-container"><h2>Three series</h2><div class="w-layout-grid grid-3">${each(SERIES, ({ name, line, path }) => `<a href="${path}" class="series-card w-inline-block"><h3>${name}</h3><p>${line}</p></a>`)}</div></div></section>
<section class="section grey"><div class="w-container"><h2>News</h2><div class="w-dyn-list"><div role="list" class="w-dyn-items">${each(NEWS.slice(0, 2), newsItem)}</div></div></div></section>`
}

function products(): string {
  return `<section class="section"><div class="w-container"><h1>Products</h1><div class="w-dyn-list"><div role="list" class="product-grid w-dyn-items">${each(MODELS, tile)}</div></div></div></section>`
}

function tile({ name, series, line, path }: Model): string {
  return `<div role="listitem" class="w-dyn-item"><a href="${path}" class="product-card w-inline-block"><img src="/images/product.webp" loading="lazy" alt="" class="product-thumb"/><div class="product-tag">${series} series</div><h4 class="product-name">${name}</h4><p class="product-line">${line}</p></a></div>`
}

function seriesPage({ name, line, models }: Series): string {
  return `<section class="section"><div class="w-container"><div class="breadcrumb"><a href="/">Home</a> / <a href="/products">Products</a> / ${name} series</div><h1>${name} series</h1><p class="lead">${line}.</p><h2>Compare the models</h2>
<div class="html-embed w-embed"><table class="compare" border="0" cellpadding="6"><tr class="head"><td>&nbsp;</td>${each(models, (model) => `<td align="center"><a href="${model.path}"><b>${model.name}</b></a></td>`)}</tr>
${each(
  SHEET.filter(({ group }) => group !== 'Electrical and ordering'),
  ({ group, rows }) =>
    `<tr class="group"><td colspan="${models.length + 1}"><strong>${group}</strong></td></tr>${each(rows, ([label, value]) => `<tr><td>${label}</td>${each(models, (model) => `<td align="center">${value(model) ?? '&ndash;'}</td>`)}</tr>`)}`,
)}</table></div></div></section>
<section class="section grey"><div class="w-container"><h2>All models</h2><div class="w-dyn-list"><div role="list" class="product-grid w-dyn-items">${each(models, tile)}</div></div></div></section>`
}

function modelPage(one: Model): string {
  const others = MODELS.filter(({ series, name }) => series === one.series && name !== one.name)
  const fitting = ROTORS.filter(({ fits }) => fits.split(', ').includes(one.name))
  const series = SERIES.find(({ name }) => name === one.series)!
  return `<section class="section"><div class="w-container"><div class="breadcrumb"><a href="/">Home</a> / <a href="/products">Products</a> / <a href="${series.path}">${one.series} series</a> / ${one.name}</div><div class="w-layout-grid product-top"><img src="/images/product-large.webp" alt="${one.name}"/><div><h1>${one.name}</h1><p class="lead">${one.line}.</p><div class="rich-text-block w-richtext"><p>The ${one.name} was introduced in ${one.launched}. The lid locks by itself and the rotor is recognised when it is put in.</p></div><a href="/contact" class="button w-button">Request a quote</a></div></div></div></section>
<section class="section"><div class="w-container"><h2>Technical data</h2><div class="html-embed w-embed"><table class="specs" width="100%">${each(
    SHEET,
    ({ group, rows }) =>
      `<tr><th colspan="2" class="specs-group">${group}</th></tr>${each(
        rows.flatMap(([label, value]) => {
          const said = value(one)
          return said === undefined ? [] : [`<tr><td class="specs-label">${label}</td><td>${said}</td></tr>`]
        }),
        (row) => row,
      )}`,
  )}</table></div>${fitting.length > 0 ? `<h3>Rotors that fit</h3><ul role="list" class="w-list-unstyled">${each(fitting, ({ name, kind, path }) => `<li><a href="${path}">${name}</a> (${kind.toLowerCase()})</li>`)}</ul>` : ''}</div></section>
<section class="section grey"><div class="w-container"><h2>More from the ${one.series} series</h2><div class="product-grid">${each(others, tile)}</div></div></section>`
}

function rotors(): string {
  return `<section class="section"><div class="w-container"><h1>Rotors</h1><p class="lead">Every rotor can be autoclaved at 121 °C.</p><div class="w-dyn-list"><div role="list" class="w-dyn-items">${each(ROTORS, ({ name, kind, path }) => `<div role="listitem" class="rotor-row w-dyn-item"><a href="${path}" class="rotor-link">${name}</a><div class="rotor-kind">${kind}</div></div>`)}</div></div></div></section>`
}

function rotorPage(one: Rotor): string {
  const facts: [string, string | undefined][] = [
    ['Type', one.kind],
    ['Capacity', one.places],
    ['Max. speed', `${one.rpm} rpm`],
    ['Angle', one.angle],
    ['Material', one.material],
    ['Fits', one.fits],
    ['Order no.', one.order],
  ]
  const known = facts.filter(([, value]) => value !== undefined)
  return `<section class="section"><div class="w-container"><div class="breadcrumb"><a href="/">Home</a> / <a href="/rotors">Rotors</a> / ${one.name}</div><h1>Rotor ${one.name}</h1><div class="spec-list">${each(known, ([label, value]) => `<div class="spec-row"><div class="spec-label">${label}</div><div class="spec-value">${value}</div></div>`)}</div><p>Lids and adapters are sold separately.</p></div></section>`
}

function downloads(): string {
  return `<section class="section"><div class="w-container"><h1>Downloads</h1><div class="html-embed w-embed"><table class="downloads"><thead><tr><th>Document</th><th>Type</th><th>Languages</th><th>Rev.</th><th>Date</th><th>Size</th><th></th></tr></thead><tbody>${each(DOWNLOADS, ({ title, kind, languages, revision, date, size }) => `<tr><td>${title}</td><td>${kind}</td><td>${languages ?? ''}</td><td>${revision}</td><td>${date}</td><td>${size}</td><td><a href="${ELSEWHERE}/files/corvell.pdf">Download</a></td></tr>`)}</tbody></table></div></div></section>`
}

function distributors(): string {
  return `<section class="section"><div class="w-container"><h1>Distributors</h1><div class="html-embed w-embed"><table class="dealers"><tr><td><b>Country</b></td><td><b>Company</b></td><td><b>City</b></td><td><b>Phone</b></td><td><b>E-mail</b></td></tr>${each(DISTRIBUTORS, ({ country, name, city, phone, email }) => `<tr><td>${country}</td><td>${name}</td><td>${city}</td><td>${phone}</td><td><a href="mailto:${email}">${email}</a></td></tr>`)}</table></div></div></section>`
}

function news(): string {
  return `<section class="section"><div class="w-container"><h1>News</h1><div class="w-dyn-list"><div role="list" class="w-dyn-items">${each(NEWS, newsItem)}</div></div></div></section>`
}

function newsItem({ path, title, date }: (typeof NEWS)[number]): string {
  return `<div role="listitem" class="news-item w-dyn-item"><div class="news-date">${date}</div><a href="${path}" class="news-link">${title}</a></div>`
}

function rich(title: string, body: string): string {
  return `<section class="section"><div class="w-container"><h1>${title}</h1><div class="rich-text-block w-richtext">${body}</div></div></section>`
}

function service(): string {
  return '<p>Our machines are covered for two to five years, see the data sheet of your model. Spare parts are kept for 12 years after a model is discontinued.</p><h3>Calibration</h3><p>A calibration on site costs €290 and takes about 90 minutes. We recommend one every year.</p><h3>Hotline</h3><p>+47 33 55 01 80, Monday to Friday, 8 am to 5 pm CET</p>'
}

function about(): string {
  return '<p>Corvell was founded in 1979 by Torunn Hauge in a boat shed in Aldersund. Today 164 people build about 5,200 centrifuges a year.</p><p>Managing director: Eskil Brandt. We are certified to ISO 13485.</p>'
}

function contact(): string {
  return '<p>Corvell Laboratory Machines AS<br/>Verftsgata 12, 3184 Aldersund, Norway</p><p>Phone: +47 33 55 01 00</p><p>Quotes: <a href="mailto:quotes@corvell.example">quotes@corvell.example</a></p>'
}
