import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { D, I, N, T, frame, readShape } from '../../../test/support/page-shapes.ts'
import type { Shape } from '../../../test/support/page-shapes.ts'

const CASES: readonly Shape[] = [
  {
    name: 'topics of a forum',
    list: 'topics',
    fields: { title: T, category: T, replies: I, views: I },
    html: frame(
      '<h1>Latest</h1><table class="topic-list"><thead><tr><th class="default">Topic</th><th></th><th class="posts">Replies</th><th class="views">Views</th><th class="activity">Activity</th></tr></thead><tbody>' +
        [
          ['Chain keeps slipping', 'Repairs', '12', '340'],
          ['Best winter tyres?', 'Parts', '7', '188'],
          ['Frame size help', 'Buying', '31', '1204'],
        ]
          .map(
            ([t, c, r, v], i) =>
              `<tr class="topic-list-item"><td class="main-link"><span class="link-top-line"><a href="/t/${i}" class="title raw-link">${t}</a></span><div class="link-bottom-line"><a class="badge-category" href="/c/${c}"><span class="category-name">${c}</span></a></div></td><td class="posters"><a href="/u/a"><img alt="" src="/a.png"></a></td><td class="num posts"><span class="number">${r}</span></td><td class="num views"><span class="number">${v}</span></td><td class="activity">2h</td></tr>`,
          )
          .join('') +
        '</tbody></table>',
    ),
    expect: [
      { title: 'Chain keeps slipping', category: 'Repairs', replies: 12, views: 340 },
      { title: 'Best winter tyres?', category: 'Parts', replies: 7, views: 188 },
      { title: 'Frame size help', category: 'Buying', replies: 31, views: 1204 },
    ],
  },
  {
    name: 'threads in two lines',
    list: 'threads',
    fields: { title: T, author: T, replies: I, lastPost: D },
    html: frame(
      '<h1>Forum</h1>' +
        [
          ['Chain keeps slipping', 'hanno_b', '12', '2 March 2026'],
          ['Best winter tyres?', 'Merle', '7', '1 March 2026'],
          ['Frame size help', 'old_tom', '31', '27 February 2026'],
        ]
          .map(
            ([t, a, r, d], i) =>
              `<div class="thread"><a class="t" href="/t/${i}">${t}</a><div class="m">Started by ${a} · ${r} replies · last post ${d}</div></div>`,
          )
          .join(''),
    ),
    expect: [
      { title: 'Chain keeps slipping', author: 'hanno_b', replies: 12, lastPost: '2026-03-02' },
      { title: 'Best winter tyres?', author: 'Merle', replies: 7, lastPost: '2026-03-01' },
      { title: 'Frame size help', author: 'old_tom', replies: 31, lastPost: '2026-02-27' },
    ],
  },
  {
    name: 'events with a badge',
    list: 'events',
    fields: { title: T, date: D, time: T, venue: T },
    html: frame(
      '<h1>Events</h1>' +
        [
          ['12', 'May', '2026-05-12', 'Spring concert', '19:30', 'Town Hall'],
          ['3', 'Jun', '2026-06-03', 'Book fair', '10:00', 'Old Library'],
          ['21', 'Jun', '2026-06-21', 'Summer dance', '20:00', 'Market Square'],
        ]
          .map(
            ([d, m, iso, t, h, v], i) =>
              `<article class="event"><div class="badge"><span class="d">${d}</span><span class="m">${m}</span></div><h3><a href="/e/${i}">${t}</a></h3><p class="when"><time datetime="${iso}T${h}">${d} ${m}, ${h}</time></p><p class="where">${v}</p></article>`,
          )
          .join(''),
    ),
    expect: [
      { title: 'Spring concert', date: '2026-05-12', time: '19:30', venue: 'Town Hall' },
      { title: 'Book fair', date: '2026-06-03', time: '10:00', venue: 'Old Library' },
      { title: 'Summer dance', date: '2026-06-21', time: '20:00', venue: 'Market Square' },
    ],
  },
  {
    name: 'flats in German',
    lang: 'de',
    list: 'angebote',
    fields: { titel: T, zimmer: N, wohnflaeche: N, kaltmiete: N, ort: T },
    html: frame(
      '<h1>Mieten</h1>' +
        [
          ['Helle Wohnung mit Balkon', '3', '82', '1.250', 'Bremen'],
          ['Dachgeschoss am Park', '2,5', '71', '980', 'Oldenburg'],
          ['Familienhaus mit Garten', '5', '140', '1.900', 'Verden'],
        ]
          .map(
            ([t, z, f, p, o], i) =>
              `<div class="obj"><img src="/${i}.jpg" alt=""><h3><a href="/o/${i}">${t}</a></h3><div>${o}</div><div>${z} Zi. · ${f} m² · ${p} €</div></div>`,
          )
          .join(''),
    ),
    expect: [
      { titel: 'Helle Wohnung mit Balkon', zimmer: 3, wohnflaeche: 82, kaltmiete: 1250, ort: 'Bremen' },
      { titel: 'Dachgeschoss am Park', zimmer: 2.5, wohnflaeche: 71, kaltmiete: 980, ort: 'Oldenburg' },
      { titel: 'Familienhaus mit Garten', zimmer: 5, wohnflaeche: 140, kaltmiete: 1900, ort: 'Verden' },
    ],
  },
  {
    name: 'houses',
    list: 'listings',
    fields: { title: T, price: N, bedrooms: I, bathrooms: I, area: N },
    html: frame(
      '<h1>For sale</h1>' +
        [
          ['14 Elm Road', '$425,000', '3', '2', '1,480'],
          ['2 Harbor View', '$610,000', '4', '3', '2,210'],
          ['9 Mill Court', '$289,000', '2', '1', '905'],
        ]
          .map(
            ([t, p, b, ba, a], i) =>
              `<div class="card"><a href="/p/${i}"><div class="price">${p}</div><div class="addr">${t}</div><ul><li><b>${b}</b> bd</li><li><b>${ba}</b> ba</li><li><b>${a}</b> sqft</li></ul></a></div>`,
          )
          .join(''),
    ),
    expect: [
      { title: '14 Elm Road', price: 425000, bedrooms: 3, bathrooms: 2, area: 1480 },
      { title: '2 Harbor View', price: 610000, bedrooms: 4, bathrooms: 3, area: 2210 },
      { title: '9 Mill Court', price: 289000, bedrooms: 2, bathrooms: 1, area: 905 },
    ],
  },
  {
    name: 'products on sale',
    list: 'products',
    fields: { name: T, price: N, url: { type: 'string', format: 'uri' } },
    html: frame(
      '<h1 class="page-title">Lamps</h1><p class="woocommerce-result-count">Showing 1–3 of 14 results</p><ul class="products columns-3">' +
        [
          ['Orla lamp', '40.00', '', 'orla'],
          ['Kest lamp', '55.00', '70.00', 'kest'],
          ['Fen lamp', '31.50', '', 'fen'],
        ]
          .map(
            ([t, p, o, s]) =>
              `<li class="product type-product"><a href="/product/${s}/" class="woocommerce-LoopProduct-link"><img src="/${s}.jpg" alt="">${o ? '<span class="onsale">Sale!</span>' : ''}<h2 class="woocommerce-loop-product__title">${t}</h2><span class="price">${o ? `<del><span class="amount">£${o}</span></del> <ins><span class="amount">£${p}</span></ins>` : `<span class="amount">£${p}</span>`}</span></a><a href="?add-to-cart=1" class="button">Add to cart</a></li>`,
          )
          .join('') +
        '</ul>',
    ),
    expect: [
      { name: 'Orla lamp', price: 40, url: 'https://a.example/product/orla/' },
      { name: 'Kest lamp', price: 55, url: 'https://a.example/product/kest/' },
      { name: 'Fen lamp', price: 31.5, url: 'https://a.example/product/fen/' },
    ],
  },
  {
    name: 'teasers',
    list: 'articles',
    fields: { title: T, author: T, date: D, section: T },
    html: frame(
      '<h1>News</h1>' +
        [
          ['Transport', 'Tram line opens early', 'Ana Roth', '2026-03-04', '4 March 2026'],
          ['Culture', 'Mural divides street', 'Ben Cole', '2026-03-03', '3 March 2026'],
          ['Sport', 'Harriers win again', 'Cy Dahl', '2026-03-01', '1 March 2026'],
        ]
          .map(
            ([k, t, a, iso, d], i) =>
              `<article><p class="kicker">${k}</p><h2><a href="/n/${i}">${t}</a></h2><p>Something happened that many people had long expected, and others had not.</p><p class="byline">By ${a} | <time datetime="${iso}">${d}</time></p></article>`,
          )
          .join(''),
    ),
    expect: [
      { title: 'Tram line opens early', author: 'Ana Roth', date: '2026-03-04', section: 'Transport' },
      { title: 'Mural divides street', author: 'Ben Cole', date: '2026-03-03', section: 'Culture' },
      { title: 'Harriers win again', author: 'Cy Dahl', date: '2026-03-01', section: 'Sport' },
    ],
  },
  {
    name: 'options as definitions',
    list: 'options',
    fields: { name: T, type: T, default: T, description: T },
    html: frame(
      '<h1>Settings</h1><dl class="confval"><dt id="a">timeout</dt><dd><dl class="field-list"><dt>Type</dt><dd>int</dd><dt>Default</dt><dd>30</dd></dl><p>How long to wait for an answer.</p></dd></dl><dl class="confval"><dt id="b">retries</dt><dd><dl class="field-list"><dt>Type</dt><dd>int</dd><dt>Default</dt><dd>3</dd></dl><p>How often to try again.</p></dd></dl><dl class="confval"><dt id="c">proxy</dt><dd><dl class="field-list"><dt>Type</dt><dd>str</dd><dt>Default</dt><dd>None</dd></dl><p>Where requests go through.</p></dd></dl>',
    ),
    expect: [
      { name: 'timeout', type: 'int', default: '30', description: 'How long to wait for an answer.' },
      { name: 'retries', type: 'int', default: '3', description: 'How often to try again.' },
      { name: 'proxy', type: 'str', default: 'None', description: 'Where requests go through.' },
    ],
  },
  {
    name: 'options under headings',
    list: 'options',
    fields: { name: T, type: T, default: T },
    html: frame(
      '<h1>Options</h1><h3><code>timeout</code></h3><ul><li>Type: <code>number</code></li><li>Default: <code>30</code></li></ul><p>How long to wait.</p><h3><code>retries</code></h3><ul><li>Type: <code>number</code></li><li>Default: <code>3</code></li></ul><p>How often.</p><h3><code>proxy</code></h3><ul><li>Type: <code>string</code></li></ul><p>Where.</p>',
    ),
    expect: [
      { name: 'timeout', type: 'number', default: '30' },
      { name: 'retries', type: 'number', default: '3' },
      { name: 'proxy', type: 'string' },
    ],
  },
  {
    name: 'a day that is no deadline',
    lang: 'de',
    fields: { gebuehr: N, anmeldeschluss: D, leitung: T },
    html: frame(
      '<h1>Steuerleute-Lehrgang</h1><p>Beginn: 20.06.2026</p><p>Gebühr: 85 €</p><p>Leitung: Harm Diekhoff</p>',
    ),
    expect: { gebuehr: 85, leitung: 'Harm Diekhoff' },
  },
  {
    name: 'the line under the name',
    fields: { name: T, jobTitle: T, phone: T },
    html: frame(
      '<h1>Dr Ana Roth</h1><p class="sub">Consultant cardiologist</p><dl><dt>Clinic</dt><dd>Heart centre</dd></dl><p>She has worked here for years.</p>',
    ),
    expect: { name: 'Dr Ana Roth', jobTitle: 'Consultant cardiologist' },
  },
  {
    name: 'a duration',
    fields: { route: T, crossingTime: T, distance: T },
    html: frame(
      '<h1>Linn – Skarvay</h1><p>The ferry runs 3 times a day.</p><table><tr><th>Duration</th><td>50 minutes</td></tr><tr><th>Distance</th><td>18 km</td></tr></table>',
    ),
    expect: { crossingTime: '50 minutes', distance: '18 km' },
  },
  {
    name: 'a day that is no number to call',
    lang: 'de',
    list: 'vorstand',
    fields: { name: T, telefon: T },
    html: frame(
      '<h1>Aktuelles</h1><div class="n"><h3><a href="/1">Neuer Steg liegt im Wasser</a></h3><p>08.03.2026</p></div><div class="n"><h3><a href="/2">Silber beim Cup</a></h3><p>22.02.2026</p></div>',
    ),
    expect: undefined,
  },
]

describe('cards, threads, options and single values', () => {
  for (const shape of CASES) it(`reads ${shape.name}`, () => assert.deepEqual(readShape(shape), shape.expect))
})
