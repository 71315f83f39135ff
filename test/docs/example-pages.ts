/** The pages that stand for `https://example.com` in the docs: a shop for lamps with a manual, a blog and a café. */
export const PAGES: Record<string, string> = {
  '/': page({
    title: 'Northlight: lamps for the desk and the harbour',
    description: 'Northlight makes repairable lamps and writes about light.',
    main: `<h1>Lamps that can be repaired</h1>
<p>Northlight makes three lamps in a small workshop by the harbour. Each lamp comes with a manual, spare parts for ten
years and a guarantee of five years.</p>
<h2>Start here</h2>
<ul>
  <li><a href="/products">See the three lamps and their prices</a></li>
  <li><a href="/docs/">Read the manual</a> before you mount a lamp on a wall</li>
  <li><a href="/blog/">Read the blog</a>: how we measure light, and why it flickers</li>
  <li><a href="/menu">Have lunch at the Harbour Café</a> next to the workshop</li>
</ul>
<h2>Delivery</h2>
<p>We deliver within three working days. Delivery is free for orders above 80 euros.</p>`,
  }),
  '/docs/': page({
    title: 'Manual',
    main: `<h1>Manual</h1>
<p>This manual explains how to install a Northlight lamp, how to configure its controller, and what to do when it does
not work.</p>
<ul>
  <li><a href="/docs/install">Install a lamp</a></li>
  <li><a href="/docs/config">Configure the controller</a></li>
  <li><a href="/docs/faq">Frequently asked questions</a></li>
</ul>`,
  }),
  '/docs/install': page({
    title: 'Install a lamp',
    main: `<h1>Install a lamp</h1>
<p>You need a screwdriver and about ten minutes. Switch the power off before you begin.</p>
<ol><li>Screw the bracket to the wall.</li><li>Connect the two wires to the terminal.</li><li>Hang the lamp on the
bracket and switch the power on.</li></ol>
<h2>Install the controller</h2>
<p>The controller is a small program for the computer at home. Install it with one command:</p>
<pre><code class="language-sh">pip install northlight-controller</code></pre>
<p>Then <a href="/docs/config">configure it</a>.</p>`,
  }),
  '/docs/config': page({
    title: 'Configure the controller',
    main: `<h1>Configure the controller</h1>
<p>The controller reads <code>northlight.toml</code> when it starts. A lamp needs a name and a brightness.</p>
<pre><code class="language-toml">[lamp]
name = "desk"
brightness = 80</code></pre>
<table><thead><tr><th>Setting</th><th>Default</th><th>Meaning</th></tr></thead><tbody>
<tr><td>name</td><td>lamp</td><td>The name that the app shows.</td></tr>
<tr><td>brightness</td><td>100</td><td>A percentage from 1 to 100.</td></tr>
<tr><td>fade</td><td>2 s</td><td>How long the lamp takes to reach its brightness.</td></tr></tbody></table>`,
  }),
  '/docs/faq': page({
    title: 'Frequently asked questions',
    main: `<h1>Frequently asked questions</h1>
<h2>How long is the guarantee?</h2>
<p>The guarantee lasts five years. It covers the driver, the switch and the shade, but not the bulb.</p>
<h2>Can I return a lamp?</h2>
<p>Yes. You can return a lamp within 30 days after delivery. We refund the price within five working days.</p>
<h2>Why does my lamp flicker?</h2>
<p>Most lamps flicker because the dimmer is not made for LEDs. Replace the dimmer, or set <code>fade</code> to 0.</p>`,
  }),
  '/products': page({
    title: 'Lamps',
    main: `<h1>Lamps</h1>
<p>All prices include tax. We make every lamp to order and ship it within three working days.</p>
<div class="products">
${[
  [1, 'Harbour desk lamp', '49.90', 'A desk lamp with a heavy foot and a folding arm.'],
  [2, 'Pier wall lamp', '74.00', 'A wall lamp for damp rooms, with a brass bracket.'],
  [3, 'Beacon floor lamp', '129.00', 'A floor lamp that lights the ceiling and the book.'],
]
  .map(
    ([id, name, price, text]) =>
      `<article class="product"><h2><a href="/products/${id}">${name}</a></h2><p>${text}</p><p class="price">€${price}</p></article>`,
  )
  .join('\n')}
</div>`,
  }),
  '/products/1': product({
    name: 'Harbour desk lamp',
    price: '49.90',
    sku: 'NL-100',
    text: 'A desk lamp with a heavy foot and a folding arm. The arm reaches 60 cm and stays where you leave it.',
    facts: { Weight: '1.8 kg', Height: '42 cm', Power: '9 W', Colour: 'black' },
  }),
  '/products/2': product({
    name: 'Pier wall lamp',
    price: '74.00',
    sku: 'NL-200',
    text: 'A wall lamp for damp rooms, with a brass bracket that does not rust. It is sealed against splashing water.',
    facts: { Weight: '1.1 kg', Height: '24 cm', Power: '7 W', Colour: 'brass' },
  }),
  '/products/3': product({
    name: 'Beacon floor lamp',
    price: '129.00',
    sku: 'NL-300',
    text: 'A floor lamp that lights the ceiling and the book. Two switches control the two lights one by one.',
    facts: { Weight: '6.4 kg', Height: '168 cm', Power: '18 W', Colour: 'white' },
  }),
  '/menu': page({
    title: 'Menu of the Harbour Café',
    main: `<h1>Harbour Café: menu</h1>
<p>Open every day from 8 to 18.</p>
<section><h2>Starters</h2><ul>
<li><h3>Tomato soup</h3><p>With basil and bread (vegan)</p><span class="price">€5.50</span></li>
<li><h3>Smoked salmon</h3><p>With dill and mustard</p><span class="price">€8.90</span></li></ul></section>
<section><h2>Main dishes</h2><ul>
<li><h3>Fish of the day</h3><p>With potatoes and salad</p><span class="price">€16.50</span></li>
<li><h3>Mushroom risotto</h3><p>With parmesan (vegetarian)</p><span class="price">€13.00</span></li></ul></section>
<section><h2>Drinks</h2><ul>
<li><h3>Coffee</h3><p>Small or large</p><span class="price">€2.80</span></li>
<li><h3>Lemonade</h3><p>Made in the house</p><span class="price">€3.60</span></li></ul></section>`,
  }),
  '/blog/': page({
    title: 'Blog',
    main: `<h1>Blog</h1>
<article><h2><a href="/blog/first-post">Why we measure flicker</a></h2><time datetime="2026-03-02">2 March 2026</time>
<p>A lamp can look steady and still tire the eyes. We bought a light meter and measured every lamp in the house.</p></article>
<article><h2><a href="/article">How light travels through fog</a></h2><time datetime="2026-02-10">10 February 2026</time>
<p>A long article about drops, wavelengths and harbour lights, with measurements and the code behind them.</p></article>`,
  }),
  '/blog/first-post': page({
    title: 'Why we measure flicker',
    head: '<meta name="author" content="The Northlight workshop"><meta property="article:published_time" content="2026-03-02">',
    main: `<article><h1>Why we measure flicker</h1><p><time datetime="2026-03-02">2 March 2026</time></p>
<p>A lamp can look steady and still tire the eyes. The mains change direction a hundred times a second, and a cheap
driver passes that rhythm on to the light.</p>
<p>We bought a light meter and measured every lamp in the house. Two of nine lamps flickered by more than 20 per cent.
Both had the same driver. We replaced it, and since then every driver is tested before a lamp leaves the workshop.</p>
<p>You can do the same with a telephone: film the lamp in slow motion and look for dark bands.</p></article>`,
  }),
  '/article': page({
    title: 'How light travels through fog',
    description: 'Why harbour lights are yellow, with measurements and code.',
    head: '<meta property="article:published_time" content="2026-02-10">',
    main: `<article><h1>How light travels through fog</h1><p><time datetime="2026-02-10">10 February 2026</time></p>
<p>Fog is made of drops that float. Most drops are between one and forty micrometres wide, far larger than the
wavelength of light, so fog scatters all colours almost alike. That is why fog is white.</p>
<h2>Why harbour lights are yellow all the same</h2>
<p>Between the fog there is haze: salt and dust much smaller than a drop. Haze scatters blue light more than yellow
light. A yellow lamp therefore keeps its shape in haze, while a blue one becomes a glow without an edge.</p>
<h2>What we measured</h2>
<p>We put three lamps on the pier and measured how much of their light arrived at 100 metres on a foggy morning.</p>
<table><thead><tr><th>Lamp</th><th>Wavelength</th><th>Light that arrived</th></tr></thead><tbody>
<tr><td>Blue</td><td>470 nm</td><td>11 %</td></tr><tr><td>White</td><td>400–700 nm</td><td>14 %</td></tr>
<tr><td>Yellow</td><td>590 nm</td><td>17 %</td></tr></tbody></table>
<h2>The formula</h2>
<p>The light that arrives falls with the distance, as the law of Beer and Lambert says. In Python it is one line:</p>
<pre><code class="language-python">def arrived(start, distance, extinction):
    return start * math.exp(-extinction * distance)</code></pre>
<p>With an extinction of 0.02 per metre, 13.5 per cent of the light is left after 100 metres. Our white lamp came close
to that. The yellow lamp did better because the haze was thick that morning.</p>
<h2>What follows for a lamp</h2>
<p>Choose a warm colour for a lamp outside, mount it low, and shade it from above. Light that goes up comes back from
the fog and blinds those it should help.</p></article>`,
  }),
  '/contact': page({
    title: 'Contact',
    main: `<h1>Contact</h1>
<p>Write to <a href="mailto:hello@example.com">hello@example.com</a> or call +49 40 5550 1234 on working days from 9 to
17. The workshop is open for visitors on Saturdays.</p>
<p>For orders and returns write to orders@example.com and name the number of your order.</p>
<address>Northlight, 12 Pier Road, 20457 Hamburg</address>`,
  }),
  '/login': page({
    title: 'Sign in',
    main: `<h1>Sign in</h1>
<form method="post" action="/login">
<p><label for="username">User name</label> <input id="username" name="username" autocomplete="username"></p>
<p><label for="password">Password</label> <input id="password" name="password" type="password"></p>
<p><button type="submit">Sign in</button></p></form>`,
  }),
  '/account': page({
    title: 'Your orders',
    main: `<h1>Your orders</h1><p>You are signed in.</p>
<table><thead><tr><th>Order</th><th>Lamp</th><th>State</th></tr></thead>
<tbody><tr><td>1042</td><td>Harbour desk lamp</td><td>shipped</td></tr></tbody></table>`,
  }),
  '/form': page({
    title: 'Search the shop',
    main: `<h1>Search the shop</h1>
<form id="search" action="/form"><label for="q">Search</label> <input id="q" name="q" type="search">
<button type="submit" id="go">Search</button></form>
<div id="results" aria-live="polite"></div>
<button type="button" id="more">Show more</button>
<script>
const lamps = ['Harbour desk lamp, €49.90', 'Pier wall lamp, €74.00', 'Beacon floor lamp, €129.00']
const results = document.querySelector('#results')
const show = (list) => { results.innerHTML = '<h2>' + list.length + ' results</h2><ul>' + list.map((one) => '<li>' + one + '</li>').join('') + '</ul>' }
document.querySelector('#search').addEventListener('submit', (event) => {
  event.preventDefault()
  const words = document.querySelector('#q').value.toLowerCase()
  show(lamps.filter((lamp) => lamp.toLowerCase().includes(words)))
})
document.querySelector('#more').addEventListener('click', () => show(lamps))
</script>`,
  }),
}

interface PageParts {
  title: string
  main: string
  description?: string
  head?: string
}

function page({ title, main, description = title, head = '' }: PageParts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="description" content="${description}">
<meta property="og:site_name" content="Northlight"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/style.css"><link rel="alternate" type="application/rss+xml" href="/feed.xml">${head}</head>
<body><header><a href="/"><img class="logo" src="/logo.svg" alt="Northlight" width="120" height="32"></a>
<nav><a href="/products">Lamps</a> <a href="/docs/">Manual</a> <a href="/blog/">Blog</a> <a href="/menu">Café</a>
<a href="/contact">Contact</a> <a href="/login">Sign in</a></nav></header>
<main>${main}</main>
<footer><p>© Northlight. <a href="/form">Search</a> · <a href="/report.pdf">Report</a></p></footer></body></html>`
}

interface Product {
  name: string
  price: string
  sku: string
  text: string
  facts: Record<string, string>
}

function product({ name, price, sku, text, facts }: Product): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku,
    description: text,
    brand: { '@type': 'Brand', name: 'Northlight' },
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
  }
  return page({
    title: name,
    description: text,
    head: `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    main: `<h1>${name}</h1><img src="/logo.svg" alt="${name}"><p>${text}</p><p class="price">€${price}</p><p>In stock</p>
<table>${Object.entries(facts)
      .map(([fact, value]) => `<tr><th>${fact}</th><td>${value}</td></tr>`)
      .join('')}</table><button type="button">Add to cart</button>`,
  })
}
