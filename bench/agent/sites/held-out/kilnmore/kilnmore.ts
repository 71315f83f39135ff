import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import {
  CONTROLLERS,
  COUNTRIES,
  DEALERS,
  DOWNLOADS,
  MODELS,
  modelsIn,
  PART_PAGES,
  PARTS,
  SERIES,
  spoken,
} from './range.ts'
import type { Model, Series } from './range.ts'
import { tasks } from './tasks.ts'

/** A maker of kilns with pages made by hand: data sheets as tables of two columns, comparisons with a column a model. */
export const kilnmore = createSite({
  name: 'kilnmore',
  language: 'en',
  pages: {
    '/': page('Kilns from the moor', home()),
    '/kilns.html': page('Kilns', kilns()),
    ...Object.fromEntries(SERIES.map((series) => [series.path, page(series.name, seriesPage(series))])),
    ...Object.fromEntries(MODELS.map((model) => [model.path, page(model.name, dataSheet(model))])),
    '/controllers.html': page('Controllers', controllers()),
    ...Object.fromEntries(PART_PAGES.map((path, at) => [path, page('Spare parts', parts(at))])),
    '/downloads.html': page('Downloads', downloads()),
    '/dealers.html': page('Dealers', dealers()),
    ...Object.fromEntries(
      COUNTRIES.map(({ name, path }) => [path, page(`Dealers in ${name}`, dealersIn(name))]),
    ),
    '/warranty.html': page('Warranty and service', warranty()),
    '/installation.html': page('Installation', installation()),
    '/company.html': page('The company', company()),
    '/contact.html': page('Contact', contact()),
    '/show-prices.html': page('Ex-display kilns', exDisplay()),
    '/imprint.html': page('Imprint', '<h2>Imprint</h2><p>Kilnmore Ltd. Registered in England 07700901.</p>'),
  },
  redirects: { '/index.html': '/', '/products.html': '/kilns.html' },
  deadLinks: ['/km-t60.html'],
  notFound: page('Not found', '<h2>404</h2><p>There is nothing here. It may have been fired too hot.</p>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang="en"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><title>Kilnmore - ${esc(title)}</title><link href="style.css" rel="stylesheet" type="text/css" /></head>
<body><div id="wrapper">
<div id="kopf"><a href="index.html"><img src="images/logo_kilnmore.gif" width="220" height="64" border="0" alt="Kilnmore" /></a><span class="slogan">Kilns from the moor</span></div>
<div id="topnav"><ul><li><a href="index.html">Home</a></li><li><a href="kilns.html">Kilns</a><ul>${each(SERIES, ({ path, name }) => `<li><a href="${path.slice(1)}">${name}</a></li>`)}</ul></li><li><a href="controllers.html">Controllers</a></li><li><a href="spare-parts.html">Spare parts</a></li><li><a href="downloads.html">Downloads</a></li><li><a href="dealers.html">Dealers</a></li><li><a href="company.html">Company</a></li></ul></div>
<table width="960" border="0" cellspacing="0" cellpadding="0" class="layout"><tr><td width="190" valign="top" id="left"><div class="box"><b>Service</b><br /><a href="warranty.html">Warranty and service</a><br /><a href="installation.html">Installation</a><br /><a href="show-prices.html">Ex-display kilns</a><br /><a href="contact.html">Contact</a></div><div class="box"><b>New!</b><br />The <a href="km-f320.html">KM F320</a> is here: 320 litres for big pots.</div></td><td valign="top" id="content">
<h1>${esc(title)}</h1>
${main}
</td></tr></table>
<div id="fuss">&copy; 2026 Kilnmore Ltd. | <a href="contact.html">Contact</a> | <a href="imprint.html">Imprint</a> | <a href="${ELSEWHERE}/kilnmore">Video channel</a></div></div>
<div id="cookiebar" style="position:fixed;bottom:0">This site uses cookies. <a href="#" class="ok">OK</a></div>
</body></html>`
}

function home(): string {
  return `<p class="intro">We have built electric kilns on the edge of the moor since 1968. Every one of them is fired three times before it leaves the house.</p><table width="100%" cellpadding="6"><tr>${each(SERIES, ({ path, name, line }) => `<td width="33%" valign="top"><a href="${path.slice(1)}"><img src="images/teaser.jpg" border="0" alt="" /></a><br /><b><a href="${path.slice(1)}">${name}</a></b><br />${line}</td>`)}</tr></table>`
}

function kilns(): string {
  return `<p>${MODELS.length} kilns from 12 to 320 litres.</p>${each(
    SERIES,
    ({ code, name, path }) =>
      `<h3><a href="${path.slice(1)}">${name}</a></h3><ul class="models">${each(modelsIn(code), (model) => `<li><a href="${model.path.slice(1)}">${model.name}</a> – ${model.volume} litres</li>`)}</ul>`,
  )}<p>The <a href="km-t60.html">KM T60</a> is no longer made.</p>`
}

function seriesPage({ code, line }: Series): string {
  const models = modelsIn(code)
  const lines: [string, (model: Model) => string | number][] = [
    ['Chamber volume', ({ volume }) => `${volume} l`],
    ['Maximum temperature', ({ temperature }) => `${temperature} °C`],
    ['Rated power', ({ power }) => `${power} kW`],
    ['Weight', ({ weight }) => `${weight} kg`],
    ['Controller', ({ controller }) => controller],
    ['Price ex VAT', ({ price }) => price ?? 'on request'],
  ]
  return `<p>${line}</p><h3>The models side by side</h3><table class="compare" width="100%" border="1" cellspacing="0" cellpadding="4"><tr bgcolor="#e8e0d4"><td>&nbsp;</td>${each(models, ({ path, name }) => `<td align="center"><a href="${path.slice(1)}"><b>${name}</b></a></td>`)}</tr>${each(
    lines,
    ([label, cell]) =>
      `<tr><td><b>${label}</b></td>${each(models, (model) => `<td align="center">${cell(model)}</td>`)}</tr>`,
  )}<tr><td>&nbsp;</td>${each(models, ({ path }) => `<td align="center"><a href="${path.slice(1)}">Data sheet</a></td>`)}</tr></table><p class="small">All prices without carriage.</p>`
}

function dataSheet(model: Model): string {
  const groups: [string, [string, string | number | null][]][] = [
    [
      'Chamber',
      [
        ['Volume', `${model.volume} litres`],
        ['Inside dimensions', model.inside],
        ['Maximum temperature', `${model.temperature} °C`],
        ['Heating elements', model.elements],
      ],
    ],
    [
      'Electrical',
      [
        ['Rated power', `${model.power} kW`],
        ['Connection', model.supply],
        ['Controller', model.controller],
      ],
    ],
    [
      'General',
      [
        ['Outside dimensions (W × D × H)', model.outside],
        ['Weight', `${model.weight} kg`],
        ['Noise level', model.noise],
        ['Lead time', model.lead],
        ['Price ex VAT', model.price ?? 'on request'],
      ],
    ],
  ]
  const others = modelsIn(model.series.code).filter((other) => other !== model)
  return `<p class="path"><a href="index.html">Home</a> &raquo; <a href="kilns.html">Kilns</a> &raquo; <a href="${model.series.path.slice(1)}">${model.series.name}</a> &raquo; ${model.name}</p><img src="images/${model.path.slice(1, -5)}.jpg" align="right" alt="${model.name}" /><h2>Technical data</h2><table class="datasheet" width="70%" border="0" cellspacing="1" cellpadding="3">${each(
    groups,
    ([group, lines]) =>
      `<tr><td colspan="2" class="group"><b>${group}</b></td></tr>${each(
        lines.filter(([, value]) => value !== null),
        ([label, value]) => `<tr><td class="label">${label}</td><td>${value}</td></tr>`,
      )}`,
  )}</table><p>Manuals are in the <a href="downloads.html">downloads</a>. Ask your <a href="dealers.html">dealer</a> for a delivery date.</p><div class="box"><b>Also in this series</b><br />${each(others, (other) => `<a href="${other.path.slice(1)}">${other.name}</a> (${other.volume} l)<br />`)}</div>`
}

function controllers(): string {
  const tick = (isThere: boolean) => (isThere ? 'yes' : 'no')
  return `<p>Every kiln comes with one of three controllers.</p><table class="compare" border="1" cellspacing="0" cellpadding="4"><tr bgcolor="#e8e0d4"><td>&nbsp;</td>${each(CONTROLLERS, ({ name }) => `<td><b>${name}</b></td>`)}</tr><tr><td>Programs</td>${each(CONTROLLERS, ({ programs }) => `<td>${programs}</td>`)}</tr><tr><td>Segments per program</td>${each(CONTROLLERS, ({ segments }) => `<td>${segments}</td>`)}</tr><tr><td>Display</td>${each(CONTROLLERS, ({ display }) => `<td>${display}</td>`)}</tr><tr><td>USB port</td>${each(CONTROLLERS, ({ hasUsb }) => `<td>${tick(hasUsb)}</td>`)}</tr><tr><td>Wi-Fi</td>${each(CONTROLLERS, ({ hasWifi }) => `<td>${tick(hasWifi)}</td>`)}</tr><tr><td>Thermocouple</td>${each(CONTROLLERS, ({ thermocouple }) => `<td>${thermocouple}</td>`)}</tr></table><p>An older kiln can be fitted with a Pilot 5 for £390.</p>`
}

function parts(at: number): string {
  const own = PARTS.filter((part) => part.page === at + 1)
  const way = each(PART_PAGES, (path, number) =>
    number === at ? `<b>${number + 1}</b>` : `<a href="${path.slice(1)}">${number + 1}</a>`,
  )
  return `<p>Order from your dealer with the part number.</p><table class="list" width="100%" border="1" cellspacing="0" cellpadding="4"><tr bgcolor="#e8e0d4"><th>Part no.</th><th>Description</th><th>Fits</th><th>Price</th></tr>${each(own, ({ number, name, fits, price }) => `<tr><td>${number}</td><td>${name}</td><td>${fits}</td><td align="right">${price}</td></tr>`)}</table><p align="center">Page ${way} ${at === 0 ? `<a href="${PART_PAGES[1]!.slice(1)}">next &gt;</a>` : ''}</p>`
}

function downloads(): string {
  return `<table class="list" width="100%" border="1" cellspacing="0" cellpadding="4"><tr bgcolor="#e8e0d4"><th align="left">Document</th><th>Version</th><th>Date</th><th>Languages</th><th>Size</th><th></th></tr>${each(DOWNLOADS, ({ title, version, date, languages, size, file }) => `<tr><td>${title}</td><td>${version}</td><td>${spoken(date)}</td><td>${languages}</td><td>${size}</td><td><a href="${ELSEWHERE}/kilnmore/pdf/${file}">PDF</a></td></tr>`)}</table>`
}

function dealers(): string {
  return `<p>We do not sell from the works. Choose your country:</p><ul>${each(COUNTRIES, ({ path, name }) => `<li><a href="${path.slice(1)}">${name}</a></li>`)}</ul><p>Everywhere else please <a href="contact.html">write to us</a>.</p>`
}

function dealersIn(country: string): string {
  const own = DEALERS.filter((dealer) => dealer.country === country)
  return `<p class="path"><a href="dealers.html">Dealers</a> &raquo; ${country}</p>${each(
    own,
    ({ name, town, phone, email, hasWorkshop }) =>
      `<div class="dealer"><h3>${name}</h3><p>${town}<br />Tel. ${phone}${email ? `<br /><a href="mailto:${email}">${email}</a>` : ''}</p><p>${hasWorkshop ? '<img src="images/spanner.gif" alt="" /> Service workshop' : 'Sales only'}</p></div><hr />`,
  )}`
}

function warranty(): string {
  return `<p>All kilns have a warranty of 36 months on the body and the electrics. Heating elements and thermocouples wear out and are covered for 12 months.</p><p>A safety check by our engineers costs £120 plus travel.</p>`
}

function installation(): string {
  return `<p>Leave at least 25 cm between the kiln and any wall. The floor must not burn. Three-phase kilns are connected by an electrician.</p><p>Delivery to the kerb costs £95 for toploaders and £180 for frontloaders.</p>`
}

function company(): string {
  return `<p>Arthur Penhallow built the first Kilnmore kiln in a cowshed near Princebridge in 1968. Today his granddaughter Jess Penhallow runs the company, with 44 employees and about 1,900 kilns a year.</p><p>Since 2021 the works have run on power from our own roof.</p>`
}

function contact(): string {
  return `<p>Kilnmore Ltd.<br />Moor Road Works<br />Princebridge PL20 9ZZ<br />United Kingdom</p><p>Office: +44 1632 960 180<br />Service line: +44 1632 960 188 (Mon–Thu, 8 am to 4 pm)</p><p><a href="mailto:office@kilnmore.example">office@kilnmore.example</a></p>`
}

function exDisplay(): string {
  return `<p>Used at fairs, fired fewer than five times, full warranty.</p><table border="1" cellspacing="0" cellpadding="4"><tr><th>Kiln</th><th>Was</th><th>Now</th></tr><tr><td><a href="km-t80.html">KM T80</a></td><td>£1,920</td><td>£1,650</td></tr><tr><td><a href="km-f110.html">KM F110</a></td><td>£4,790</td><td>£4,200</td></tr></table>`
}
