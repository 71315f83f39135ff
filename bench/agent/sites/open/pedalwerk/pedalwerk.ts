import { chunks, each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { DEALERS, MODELS } from './models.ts'
import type { Model } from './models.ts'
import { tasks } from './tasks.ts'

const LISTS = chunks(MODELS, 5)
const FAMILIES = [...new Set(MODELS.map(({ family }) => family))]

/** A maker of electric bicycles: data sheets in grouped tables, page numbers only, last year's sheets beside this year's. */
export const pedalwerk = createSite({
  name: 'pedalwerk',
  language: 'en',
  pages: {
    '/index.html': page('Pedalwerk', home()),
    '/': page('Pedalwerk', home()),
    ...Object.fromEntries(LISTS.map((models, at) => [address(at), page('Models 2025', listing(models, at))])),
    ...Object.fromEntries(MODELS.map((model) => [model.path, page(model.name, sheet(model))])),
    '/models/compare-city.html': page('Compare city bikes', comparison('City')),
    '/models/compare-touring.html': page('Compare touring bikes', comparison('Touring')),
    '/archive/2023.html': page('Models 2023', archive()),
    ...Object.fromEntries(
      MODELS.slice(0, 8).map((model) => [archived(model), page(`${model.name} (2023)`, oldSheet(model))]),
    ),
    '/service/dealers.html': page('Find a dealer', dealers()),
    '/service/warranty.html': page('Warranty', warranty()),
    '/company/index.html': page('Company', company()),
    '/company/contact.html': page('Contact', contact()),
    '/company/magazine.html': page('Magazine', magazine()),
    '/company/magazine-cargo.html': page('A week without a car', cargoStory()),
  },
  redirects: {
    '/bikes/': '/models/',
    '/partner/': `${ELSEWHERE}/leasing`,
    '/tour': '/models/limmat-tour-7.html',
  },
  deadLinks: ['/service/manuals.html'],
  notFound: page('Not found', '<h2>Puncture!</h2><p>This page is flat.</p>'),
  tasks,
})

function address(at: number): string {
  return at === 0 ? '/models/' : `/models/?list=${at + 1}`
}

function archived(model: Model): string {
  return `/archive/2023-${slug(model.name)}.html`
}

function page(title: string, main: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>${esc(title)}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /></head><body>
<div id="top"><div class="brand"><a href="/index.html">PEDALWERK</a> electric bicycles from Biel</div>
<ul class="tabs"><li><a href="/models/">Models</a></li><li><a href="/service/dealers.html">Dealers</a></li><li><a href="/service/warranty.html">Warranty</a></li><li><a href="/company/index.html">Company</a></li><li><a href="/company/magazine.html">Magazine</a></li></ul></div>
<div id="body"><div id="left"><b>Families</b><br />${FAMILIES.join('<br />')}<hr /><a href="/models/compare-city.html">Compare city bikes</a><br /><a href="/models/compare-touring.html">Compare touring bikes</a><hr /><a href="/archive/2023.html">Models of 2023</a><br /><a href="/partner/">Leasing offers</a></div>
<div id="right">${main}</div></div>
<div id="bottom"><a href="/company/contact.html">Contact</a> | <a href="/service/manuals.html">Manuals</a> | Prices are recommended retail prices in Swiss francs, VAT included.</div></body></html>`
}

function home(): string {
  return `<h1>Thirty-eight kilos of groceries, uphill.</h1><p>Our 2025 range has ${MODELS.length} models. <a href="/models/">See them all.</a></p><p>New: the <a href="${MODELS[7]!.path}">Reuss Cargo Twin</a> with two batteries.</p>`
}

function listing(models: readonly Model[], at: number): string {
  return `<h1>Models 2025</h1><table class="list" cellspacing="0"><tr><th>Model</th><th>Family</th><th>Motor</th><th>Price</th></tr>${each(
    models,
    (model) =>
      `<tr><td><a href="${model.path}">${model.name}</a></td><td>${model.family}</td><td>${model.motor}</td><td>CHF ${swiss(model.price)}</td></tr>`,
  )}</table><p class="pager">${LISTS.map((_, other) => (other === at ? `<b>${other + 1}</b>` : `<a href="${address(other)}">${other + 1}</a>`)).join(' ')}</p>`
}

function sheet(model: Model): string {
  return `<p><a href="/models/">Models</a> &gt; ${model.family}</p><h1>${model.name}</h1><p class="price">CHF ${swiss(model.price)}</p>
<h2>Data sheet</h2><table class="sheet"><tr><th colspan="2" class="group">Drive</th></tr>${row('Motor', model.motor)}${row('Torque', `${model.torque} Nm`)}${row('Battery', `${model.battery} Wh`)}${model.range === null ? '' : row('Range (eco mode)', `${model.range} km`)}
<tr><th colspan="2" class="group">Chassis</th></tr>${model.gears === null ? row('Gears', 'stepless') : row('Gears', String(model.gears))}${row('Brakes', model.brakes)}${row('Weight', `${model.weight.toFixed(1)} kg`)}${row('Maximum load', `${model.load} kg`)}
<tr><th colspan="2" class="group">Appearance</th></tr>${row('Colours', model.colours.join(', '))}</table>
<p><a href="/service/dealers.html">Where to try it</a></p>${MODELS.indexOf(model) < 8 ? `<p>Looking for the old one? <a href="${archived(model)}">${model.name} of 2023</a></p>` : ''}`
}

function row(name: string, value: string): string {
  return `<tr><th scope="row">${name}</th><td>${value}</td></tr>`
}

function comparison(family: string): string {
  const models = MODELS.filter((model) => model.family === family)
  const line = (name: string, value: (model: Model) => string | number) =>
    `<tr><th scope="row">${name}</th>${each(models, (model) => `<td>${value(model)}</td>`)}</tr>`
  return `<h1>Compare ${family.toLowerCase()} bikes</h1><table class="compare"><tr><th></th>${each(models, (model) => `<th scope="col"><a href="${model.path}">${model.name}</a></th>`)}</tr>
${line('Motor', ({ motor }) => motor)}${line('Battery', ({ battery }) => `${battery} Wh`)}${line('Range', ({ range }) => `${range ?? '–'} km`)}${line('Weight', ({ weight }) => `${weight.toFixed(1)} kg`)}${line('Price', ({ price }) => `CHF ${swiss(price)}`)}</table>`
}

function archive(): string {
  return `<h1>Models 2023</h1><p>These are not built any more.</p><ul>${each(MODELS.slice(0, 8), (model) => `<li><a href="${archived(model)}">${model.name} (2023)</a></li>`)}</ul>`
}

function oldSheet(model: Model): string {
  return `<h1>${model.name} (2023)</h1><p>Discontinued. Last price: CHF ${swiss(model.price - 240)}</p><table class="sheet">${row('Battery', `${model.battery - 45} Wh`)}${row('Weight', `${(model.weight + 0.7).toFixed(1)} kg`)}${row('Torque', `${model.torque - 5} Nm`)}</table>`
}

function dealers(): string {
  return `<h1>Find a dealer</h1>${each(
    DEALERS,
    (dealer) =>
      `<div class="dealer"><h3>${dealer.name}</h3><p>${dealer.street}<br />${dealer.city}<br />${dealer.phone === null ? '' : `Tel. ${dealer.phone}<br />`}Workshop: ${dealer.hasWorkshop ? 'yes' : 'no'}</p></div>`,
  )}`
}

function warranty(): string {
  return `<h1>Warranty</h1><table class="sheet">${row('Frame', '10 years')}${row('Motor', '3 years')}${row('Battery', '2 years or 500 charges')}${row('Paint', '1 year')}</table><p>Cargo bikes used commercially are covered for half of that time.</p>`
}

function company(): string {
  return `<h1>Company</h1><p>Pedalwerk AG was founded in 2008 in Biel by the engineers Regula Stalder and Jonas Amacher. 74 people work for us.</p><p>The managing director is Noémie Favre. <a href="/company/contact.html">How to reach us</a></p>`
}

function contact(): string {
  return `<h1>Contact</h1><p>Pedalwerk AG<br />Schleusenweg 14<br />2502 Biel/Bienne</p><p>Telephone +41 32 555 90 00<br />service@pedalwerk.example</p>`
}

function magazine(): string {
  return `<h1>Magazine</h1><p><a href="/company/magazine-cargo.html">A week without a car</a>: a family of five tries the Reuss Cargo One.</p>`
}

function cargoStory(): string {
  return `<h1>A week without a car</h1><p>The Reuss Cargo One that we rode had a battery of 500 Wh, because it was a prototype, and weighed 36 kilos. It would have cost 4900 francs.</p>`
}

function swiss(amount: number): string {
  return String(amount).replace(/(\d)(\d{3})$/, "$1'$2")
}
