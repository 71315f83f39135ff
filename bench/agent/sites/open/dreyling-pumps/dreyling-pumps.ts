import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { ACCESSORIES, DISTRIBUTORS, KD, NEWS, RV, SERIES, TX } from './pumps.ts'
import { tasks } from './tasks.ts'
import { ABOUT, CAREERS, CONTACT, DOWNLOADS, PRIVACY, SERVICE } from './texts.ts'

/** A maker of pumps from a site builder: comparisons by row and by column, data sheets in three makes. */
export const dreylingPumps = createSite({
  name: 'dreyling-pumps',
  language: 'en',
  pages: {
    '/': page('Pumps that start', home()),
    '/products': page('Products', products()),
    [SERIES[0]!.path]: page('KD series', series(0, drainageTable())),
    [SERIES[1]!.path]: page('RV series', series(1, boosterTable())),
    [SERIES[2]!.path]: page('TX series', series(2, transferCards())),
    ...Object.fromEntries(KD.map((pump) => [pump.path, page(pump.model, drainageSheet(pump))])),
    ...Object.fromEntries(RV.map((pump) => [pump.path, page(pump.model, boosterSheet(pump))])),
    ...Object.fromEntries(TX.map((pump) => [pump.path, page(pump.model, transferSheet(pump))])),
    '/accessories': page('Accessories', accessories()),
    '/distributors': page('Distributors', distributors()),
    '/news': page('News', newsList()),
    ...Object.fromEntries(NEWS.map((item) => [item.path, page(item.title, newsItem(item))])),
    '/service': page('Service', rich('Service and warranty', SERVICE)),
    '/downloads': page('Downloads', rich('Downloads', DOWNLOADS)),
    '/about': page('About', rich('About Dreyling', ABOUT)),
    '/careers': page('Careers', rich('Careers', CAREERS)),
    '/contact': page('Contact', rich('Contact', CONTACT)),
    '/privacy': page('Privacy', rich('Privacy', PRIVACY)),
  },
  redirects: { '/pumps': '/products', '/warranty': '/service' },
  deadLinks: ['/documents/kd-manual-2019.pdf'],
  notFound: page('Not Found', rich('Page Not Found', '<p>The page you are looking for doesn’t exist.</p>')),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><!-- Last Published: Mon Jun 15 2026 08:31:02 GMT+0000 --><html data-wf-domain="dreyling-pumps.example" data-wf-page="66a1f0c2" data-wf-site="66a1f0b0" lang="en"><head><meta charset="utf-8"/><title>${esc(title)} | Dreyling Pumps</title><meta content="width=device-width, initial-scale=1" name="viewport"/><meta content="Webflow" name="generator"/></head><body class="body">
<div data-collapse="medium" role="banner" class="navbar w-nav"><div class="container-large w-container"><a href="/" class="brand w-nav-brand"><img src="/images/dreyling-logo.svg" loading="lazy" alt="Dreyling" class="logo"/></a><nav role="navigation" class="nav-menu w-nav-menu"><div data-hover="true" class="w-dropdown"><div class="nav-link w-dropdown-toggle"><div>Products</div></div><nav class="w-dropdown-list">${each(SERIES, ({ title: name, path }) => `<a href="${path}" class="dropdown-link w-dropdown-link">${name}</a>`)}<a href="/accessories" class="dropdown-link w-dropdown-link">Accessories</a><a href="/products" class="dropdown-link w-dropdown-link">Overview</a></nav></div><a href="/service" class="nav-link w-nav-link">Service</a><a href="/distributors" class="nav-link w-nav-link">Distributors</a><a href="/news" class="nav-link w-nav-link">News</a><a href="/contact" class="button small w-button">Contact</a></nav><div class="menu-button w-nav-button"><div class="w-icon-nav-menu"></div></div></div></div>
<div class="page-wrapper"><main class="main-wrapper">${main}</main></div>
<section class="cta-section"><div class="w-container"><h2 class="heading-3">Not sure which pump?</h2><p>Call our application team: +49 5251 555 80</p><a href="/contact" class="button w-button">Ask an engineer</a></div></section>
<footer class="footer"><div class="container-large w-container"><div class="w-layout-grid footer-grid"><div><div class="footer-title">Company</div><a href="/about" class="footer-link">About</a><a href="/careers" class="footer-link">Careers</a><a href="/news" class="footer-link">News</a></div><div><div class="footer-title">Support</div><a href="/downloads" class="footer-link">Downloads</a><a href="/warranty" class="footer-link">Warranty</a><a href="/privacy" class="footer-link">Privacy</a></div><div><div class="footer-title">Follow</div><a href="${ELSEWHERE}/linkedin" class="footer-link">LinkedIn</a></div></div><div class="text-size-small">© 2026 Dreyling Pumpenbau GmbH</div></div></footer>
<div fs-cc="banner" class="fs-cc-banner_component"><div class="fs-cc-banner_text">By clicking <strong>“Accept All Cookies”</strong>, you agree to the storing of cookies on your device. View our <a href="/privacy" class="fs-cc-banner_text-link">Privacy Policy</a>.</div><a fs-cc="deny" class="fs-cc-banner_button w-button">Deny</a><a fs-cc="allow" class="fs-cc-banner_button w-button">Accept</a></div></body></html>`
}

function rich(title: string, text: string): string {
  return `<section class="section"><div class="container-medium w-container"><h1 class="heading-1">${title}</h1><div class="rich-text w-richtext">${text}</div></div></section>`
}

function home(): string {
  return `<section class="hero"><div class="container-large w-container"><h1 class="heading-hero">Pumps that start.<br/>Every time.</h1><p class="paragraph-large">Drainage, pressure and transfer pumps from 0.25 to 2.2 kW, built in Paderborn since 1957.</p><a href="/products" class="button w-button">All products</a></div></section><section class="section"><div class="container-large w-container"><div class="w-layout-grid usp-grid"><div><h3>12 models</h3><p>One spare parts kit per series.</p></div><div><h3>48 h</h3><p>Spare parts leave our works within two days.</p></div></div><h2 class="heading-2">Latest</h2><a href="${NEWS[0]!.path}" class="news-card w-inline-block"><div class="text-size-small">${NEWS[0]!.date}</div><div class="heading-4">${NEWS[0]!.title}</div></a></div></section>`
}

function products(): string {
  return `<section class="section"><div class="container-large w-container"><h1 class="heading-1">Products</h1><div class="w-dyn-list"><div role="list" class="w-dyn-items w-row">${each(SERIES, ({ title, about, path }) => `<div role="listitem" class="w-dyn-item w-col w-col-4"><a href="${path}" class="product-card w-inline-block"><img src="/images/series.jpg" loading="lazy" alt=""/><h3 class="heading-4">${title}</h3><p>${about}</p></a></div>`)}</div></div></div></section>`
}

function series(at: number, table: string): string {
  const { title, about } = SERIES[at]!
  return `<section class="section"><div class="container-large w-container"><div class="breadcrumb"><a href="/products" class="breadcrumb-link">Products</a><div class="breadcrumb-divider">›</div><div>${title}</div></div><h1 class="heading-1">${title}</h1><p class="paragraph-large">${about}</p>${table}</div></section>`
}

function drainageTable(): string {
  return `<div class="table-wrap w-embed"><table class="cmp"><thead><tr><th>Model</th><th>Max. flow<br>l/min</th><th>Max. head<br>m</th><th>Motor power<br>kW</th><th>Voltage</th><th></th></tr></thead><tbody>${each(KD, ({ model, flow, head, power, voltage, path }) => `<tr><td><strong>${model}</strong></td><td>${flow}</td><td>${head}</td><td>${power}</td><td>${voltage}</td><td><a href="${path}">Data sheet</a></td></tr>`)}</tbody></table></div><p class="text-size-small">Values at 50 Hz. For 60 Hz see the data sheets of our US partner.</p>`
}

function boosterTable(): string {
  const line = (label: string, value: (pump: (typeof RV)[number]) => string | number) =>
    `<tr><th scope="row">${label}</th>${each(RV, (pump) => `<td>${value(pump)}</td>`)}</tr>`
  return `<div class="table-wrap w-embed"><table class="cmp cmp--wide"><tr><td></td>${each(RV, ({ model, path }) => `<th scope="col"><a href="${path}">${model}</a></th>`)}</tr>${line('Nominal flow (m³/h)', ({ flow }) => flow)}${line('Max. head (m)', ({ head }) => head)}${line('Stages', ({ stages }) => stages)}${line('Rated power (kW)', ({ power }) => power)}</table></div>`
}

function transferCards(): string {
  return `<div class="w-layout-grid card-grid">${each(TX, ({ model, flow, head, path }) => `<a href="${path}" class="pump-card w-inline-block"><img src="/images/tx.jpg" loading="lazy" alt="${model}"/><div class="heading-4">${model}</div><div class="text-size-small">up to ${flow} l/min · up to ${head} m</div><div class="link-arrow">Technical data →</div></a>`)}</div>`
}

function sheet(model: string, at: number, body: string): string {
  const { title, about, path, name } = SERIES[at]!
  const siblings = [KD, RV, TX][at]!.filter((pump) => pump.model !== model).slice(0, 3)
  return `<section class="section"><div class="container-large w-container"><div class="breadcrumb"><a href="/products" class="breadcrumb-link">Products</a><div class="breadcrumb-divider">›</div><a href="${path}" class="breadcrumb-link">${title}</a><div class="breadcrumb-divider">›</div><div>${model}</div></div><div class="w-layout-grid product-grid"><img src="/images/${name.toLowerCase()}-large.jpg" loading="eager" alt="Dreyling ${model}"/><div><div class="eyebrow">${about}</div><h1 class="heading-1">${model}</h1><a href="/contact" class="button w-button">Request a quote</a></div></div><h2 class="heading-3">Technical data</h2>${body}<h2 class="heading-3">More from this series</h2><div class="w-layout-grid card-grid">${each(siblings, (pump) => `<a href="${pump.path}" class="pump-card w-inline-block"><div class="heading-4">${pump.model}</div><div class="text-size-small">${pump.head} m head</div></a>`)}</div></div></section>`
}

function drainageSheet(pump: (typeof KD)[number]): string {
  const facts: [string, string | null][] = [
    ['Max. flow', `${pump.flow} l/min`],
    ['Max. head', `${pump.head} m`],
    ['Motor power', `${pump.power} kW`],
    ['Voltage', `${pump.voltage}, 50 Hz`],
    ['Outlet', pump.outlet],
    ['Free passage', pump.solids === null ? null : `${pump.solids} mm`],
    ['Protection class', pump.class],
    ['Cable length', `${pump.cable} m`],
    ['Weight', `${pump.weight} kg`],
  ]
  return sheet(
    pump.model,
    0,
    `<div class="spec-list">${each(
      facts.filter(([, value]) => value !== null),
      ([label, value]) =>
        `<div class="w-layout-grid spec-row"><div class="spec-label">${label}</div><div class="spec-value">${value}</div></div>`,
    )}</div>`,
  )
}

function boosterSheet(pump: (typeof RV)[number]): string {
  const groups: [string, [string, string, number | null][]][] = [
    [
      'Hydraulics',
      [
        ['Nominal flow', 'm³/h', pump.flow],
        ['Max. head', 'm', pump.head],
        ['Max. operating pressure', 'bar', pump.pressure],
        ['Max. liquid temperature', '°C', pump.temperature],
        ['Stages', '–', pump.stages],
      ],
    ],
    [
      'Motor',
      [
        ['Rated power', 'kW', pump.power],
        ['Sound pressure level', 'dB(A)', pump.noise],
      ],
    ],
    [
      'Dimensions',
      [
        ['Length', 'mm', pump.length],
        ['Net weight', 'kg', pump.weight],
      ],
    ],
  ]
  return sheet(
    pump.model,
    1,
    `<div class="w-embed"><table class="sheet"><thead><tr><th>Property</th><th>Unit</th><th>Value</th></tr></thead><tbody>${each(groups, ([group, facts]) => `<tr class="group"><th colspan="3">${group}</th></tr>${each(facts, ([label, unit, value]) => `<tr><td>${label}</td><td>${unit}</td><td>${value ?? '–'}</td></tr>`)}`)}</tbody></table></div>`,
  )
}

function transferSheet(pump: (typeof TX)[number]): string {
  const line = (label: string, [single, three]: [string, string], unit = '') =>
    `<tr><td>${label}</td><td>${single}${unit}</td><td>${three}${unit}</td></tr>`
  return sheet(
    pump.model,
    2,
    `<div class="w-embed"><table class="sheet two"><thead><tr><th></th><th>1~ 230 V</th><th>3~ 400 V</th></tr></thead><tbody>${line('Part number', pump.part)}<tr><td>Max. flow</td><td colspan="2">${pump.flow} l/min</td></tr><tr><td>Max. head</td><td colspan="2">${pump.head} m</td></tr><tr><td>Suitable for</td><td colspan="2">${pump.fluid}</td></tr>${line('Rated power', pump.power, ' kW')}${line('Rated current', pump.current, ' A')}${line('Speed', pump.speed, ' rpm')}${line('Noise level', pump.noise, ' dB(A)')}${line('Weight', pump.weight, ' kg')}</tbody></table></div>`,
  )
}

function accessories(): string {
  return `<section class="section"><div class="container-large w-container"><h1 class="heading-1">Accessories</h1><p>List prices without VAT, valid from January 2026.</p><div class="table-wrap w-embed"><table class="cmp"><thead><tr><th>Part no.</th><th>Description</th><th>Fits</th><th>List price</th></tr></thead><tbody>${each(ACCESSORIES, ({ part, name, fits, price }) => `<tr><td>${part}</td><td>${esc(name)}</td><td>${fits}</td><td>${price}</td></tr>`)}</tbody></table></div></div></section>`
}

function distributors(): string {
  return `<section class="section"><div class="container-large w-container"><h1 class="heading-1">Distributors</h1><div role="list" class="distributor-grid w-dyn-items">${each(DISTRIBUTORS, ({ country, company, city, phone, email }) => `<div role="listitem" class="distributor-card w-dyn-item"><div class="eyebrow">${country}</div><h3 class="heading-4">${company}</h3><div>${city}</div><div>${phone}</div>${email === null ? '<a href="#" class="w-condition-invisible"></a>' : `<a href="mailto:${email}">${email}</a>`}</div>`)}</div></div></section>`
}

function newsList(): string {
  return `<section class="section"><div class="container-medium w-container"><h1 class="heading-1">News</h1><div role="list" class="w-dyn-items">${each(NEWS, ({ date, title, path }) => `<div role="listitem" class="w-dyn-item"><a href="${path}" class="news-card w-inline-block"><div class="text-size-small">${date}</div><h2 class="heading-4">${title}</h2></a></div>`)}</div></div></section>`
}

function newsItem({ date, title, text }: (typeof NEWS)[number]): string {
  return rich(
    title,
    `<p class="text-size-small">${date}</p><p>${text}</p><p><a href="/news">All news</a></p>`,
  )
}
