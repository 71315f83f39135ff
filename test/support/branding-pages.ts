import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import type { BrowserPages } from './browser-pages.ts'
import { textPdf } from './text-pdf.ts'

/** Starts a site on loopback whose pages have exactly known styles. */
export async function startBrandingPages(): Promise<BrowserPages> {
  const requests: BrowserPages['requests'] = []
  const server = createServer(({ url: path = '/', headers }, response) => {
    requests.push({ path, headers })
    const { pathname } = new URL(path, 'http://pages.test')
    const html = PAGES[pathname]
    if (html !== undefined) {
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
    }
    const file = FILES[pathname]?.()
    if (file) return void response.writeHead(200, { 'content-type': file.type }).end(file.bytes)
    response.writeHead(404, { 'content-type': 'text/html' }).end('<p>There is nothing here.</p>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const FILES: Record<string, () => { type: string; bytes: string | Uint8Array }> = {
  '/paper.pdf': () => ({ type: 'application/pdf', bytes: textPdf([['A paper about plants']]) }),
  '/logo.png': () => ({ type: 'image/gif', bytes: PIXEL }),
  '/photo.jpg': () => ({ type: 'image/gif', bytes: PIXEL }),
  '/font.woff2': () => ({ type: 'font/woff2', bytes: readFileSync(fontFile()) }),
}

function fontFile(): string {
  const folder = dirname(
    createRequire(import.meta.url).resolve('@fontsource-variable/noto-sans-hebrew/package.json'),
  )
  return join(folder, 'files', 'noto-sans-hebrew-latin-wght-normal.woff2')
}

const PROSE =
  'Rivers bend because the water on the outside of a curve runs faster than the water on its inside, and takes more of the bank along. What it takes it lays down further on, where it slows.'

/** A shop in green on white, with all parts of a brand. */
const LIGHT = `<!doctype html><html lang=en><head><title>Welcome | Fernleaf</title>
<meta property="og:site_name" content="Fernleaf"><meta property="og:image" content="/photo.jpg">
<meta name="theme-color" content="#0b7a4b">
<link rel="icon" href="/favicon.ico" sizes="16x16"><link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/touch.png">
<style>
@font-face { font-family: "Fern Sans"; src: url(/font.woff2) }
:root { --color-primary: #0b7a4b; --color-secondary: hsl(210 60% 30%); --color-accent: 255 140 0; --danger: #c0262d; --success: rgb(20 140 60); --warning: oklch(0.8 0.16 85) }
* { box-sizing: border-box }
body { margin: 0; font: 400 17.6px/1.6 "Fern Sans", Arial, sans-serif; color: #4a4a4a; background: #ffffff }
header { display: flex; align-items: center; gap: 24px; padding: 16px 32px; border-bottom: 1px solid #e5e5e5; position: sticky; top: 0; background: #fff }
header a { color: #1c1c1c; text-decoration: none }
h1, h2, h3 { font-family: Georgia, serif; font-weight: 700; line-height: 1.2; color: #1c1c1c; margin: 0 0 16px }
h1 { font-size: 52.8px } h2 { font-size: 32px } h3 { font-size: 20.8px }
main { max-width: 1120px; margin: 0 auto; padding: 48px 32px }
p { margin: 0 0 24px } p a { color: #1460aa }
.btn { display: inline-block; padding: 12px 24px; border-radius: 8px; font-weight: 600; text-decoration: none; transition: background-color 150ms ease-in-out; border: 0; font-size: 16px; font-family: inherit }
.btn-primary { background: var(--color-primary); color: #fff }
.btn-secondary { background: transparent; color: hsl(var(--x, 210 60% 30%)); border: 2px solid var(--color-secondary) }
.badge { background: rgb(255, 140, 0); color: #1c1c1c; padding: 4px 8px; border-radius: 4px }
.cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px }
.card { padding: 24px; border: 1px solid #e5e5e5; border-radius: 8px }
input { padding: 8px 16px; border: 1px solid #b0b0b0; border-radius: 8px; background: #fafafa; color: #1c1c1c; font: inherit }
code { font-family: "JetBrains Mono", monospace }
footer { background: #f2f5f3; padding: 32px; color: #4a4a4a }
</style></head><body>
<header><a href="/" class="logo" aria-label="Fernleaf home"><svg viewBox="0 0 120 32" width=120 height=32><defs><path id="leaf" d="M4 28C4 12 16 4 28 4c0 14-8 24-24 24z"/></defs><use href="#leaf"/><style>.w{fill:#0b7a4b}</style><rect class="w" x="40" y="10" width="72" height="12"/></svg></a>
<nav><a href="/plants">Plants</a> <a href="/care">Care</a></nav><a class="btn btn-primary" href="/buy">Start growing</a></header>
<main><h1>Plants that stay alive</h1><p>${PROSE} <a href="/more">How rivers bend</a>. ${PROSE}</p>
<p><a class="btn btn-primary" href="/buy">Start growing</a> <a class="btn btn-secondary" href="/tour">See a tour</a> <span class=badge>New</span></p>
<h2>Loved by people who forget</h2><div class=cards><div class=card><h3>Light</h3><p>${PROSE}</p></div><div class=card><h3>Water</h3><p>${PROSE}</p></div><div class=card><h3>Soil</h3><p>${PROSE}</p></div></div>
<p>Type <code>grow --now</code> to begin.</p><form><input placeholder="Your address"> <button class="btn btn-primary">Subscribe</button></form></main>
<footer>© Fernleaf <a href="/terms">Terms</a></footer></body></html>`

/** Violet on near black, wide gamut notations, translucent layers. */
const DARK = `<!doctype html><html lang=en><head><title>Nightjar</title>
<style>
html { color-scheme: dark } body { margin: 0; background: #0d0d12; color: rgba(255,255,255,.9); font: 300 16px/1.5 __Inter_d65c78, __Inter_Fallback_d65c78, sans-serif }
h1 { font-size: 64px; font-weight: 800; margin: 0 0 20px } .sub { color: rgba(255,255,255,.6); margin: 0 0 20px }
.hero { padding: 120px 40px; background: rgba(255,255,255,.02) }
.cta { background: oklch(0.6 0.2 295); color: white; border: none; padding: 15px 30px; border-radius: 9999px; font-size: 16px; font-weight: 500 }
.quiet { background: rgba(255,255,255,.08); color: rgba(255,255,255,.9); border: 1px solid rgba(255,255,255,.2); padding: 15px 30px; border-radius: 9999px; font-size: 16px }
p a { color: color(display-p3 0.4 0.8 1) }
.alert-error { color: #ff6b6b; padding: 10px } .brand { width: 140px; height: 36px; background: url(/logo.png) no-repeat }
</style></head><body><header style="padding:20px 40px"><a href="/" class="brand" style="display:block" aria-label="Nightjar logo"></a></header>
<div class=hero><h1>Work at night</h1><p class=sub>${PROSE}</p><button class=cta>Get Nightjar</button> <button class=quiet>Watch it</button></div>
<div style="padding: 40px"><p>${PROSE} ${PROSE} <a href=/more>Read how it works</a></p><div class="alert alert-error">Something went wrong</div></div></body></html>`

/** The call to action is a gradient, another button an image. */
const GRADIENT = `<!doctype html><title>Gradient</title><style>body{margin:0;font:16px/1.5 Arial;background:#fff;color:#222}
.go{display:inline-block;padding:16px 32px;border-radius:12px;background-image:linear-gradient(90deg,#ff512f 0%,#dd2476 100%);color:#fff;border:0;font-size:18px}
.drawn{background:url(/photo.jpg);width:180px;height:50px;border:0;color:#fff}</style>
<main style="padding:40px"><h1>Colours that run</h1><p>${PROSE}</p><button class=drawn>Shop now</button> <a class=go href=/go>Begin here</a></main>`

/** Components in nested shadow trees. */
const SHADOW = `<!doctype html><title>Shadow</title><style>body{margin:0;font:16px/1.5 Arial;background:#fffdf7;color:#20201d}</style>
<main style="padding:40px"><h1>Inside</h1><p>${PROSE}</p><x-panel></x-panel></main>
<script>
customElements.define('x-panel', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div style="background:#f0ead8;padding:20px"><x-button>Order</x-button></div>' } })
customElements.define('x-button', class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<style>button{background:#b3261e;color:#fffbfe;border:0;border-radius:20px;padding:10px 24px;font:500 14px Arial}</style><button><slot></slot></button>' } })
</script>`

/** More elements than the limit; as usual, the important ones come first. */
const LARGE = `<!doctype html><title>Large</title><style>body{margin:0;font:15px/1.4 Verdana;background:#fff;color:#333} .top{background:#004b8d;padding:20px} .top button{background:#ffcc00;color:#111;border:0;padding:10px 20px;border-radius:4px}</style>
<header class=top><button>Book now</button></header><main id=rows></main>
<script>rows.innerHTML = Array.from({ length: 25000 }, (_, row) => '<div class=row><span>row ' + row + '</span></div>').join('')</script>`

/** Names that shadow built-ins, functions that return wrong values, endless styles, extreme sizes. */
const HOSTILE = `<!doctype html><title>Hostile</title><style>
:root { --primary: ${'x'.repeat(5000)}; --brand: url(javascript:alert(1)); --accent: #12; --secondary: var(--nothing); ${Array.from({ length: 3000 }, (_, index) => `--primary-${index}: #${(index % 4096).toString(16).padStart(3, '0')}`).join(';')} }
body { margin: 0; background: #fff; color: #101010; font: 16px/1.5 ${Array.from({ length: 40 }, (_, index) => `"Font ${index}"`).join(',')} }
.wide { position: absolute; left: -99999px; top: 0; width: 90000px; height: 30000px; background: #f00; z-index: -1 }
.press { background: #6a1b9a; color: #fff; padding: 12px 24px; border: 0; border-radius: calc(infinity * 1px); transition: all ${'1s, '.repeat(500)}1s }
.deep { background-image: ${Array.from({ length: 200 }, () => 'linear-gradient(red, blue)').join(',')} }
* { --y: 1 }
</style>
<form><input name=getAttribute><input name=parentNode><input name=className><input name=children></form><img name=fonts src=/logo.png><img name=body src=/logo.png>
<script>window.getComputedStyle = () => ({ color: 'rgb(1, 2, 3)', backgroundColor: 'rgb(1, 2, 3)' }); Element.prototype.getBoundingClientRect = () => { throw new Error('no') }; Object.defineProperty(Element.prototype, 'closest', { value: null })</script>
<main style="padding:24px"><h1>Still itself</h1><p>${PROSE}</p><button class=press>Press here</button><div class=wide></div><div class=deep style="height:10px;width:10px"></div>
<svg class="logo" width=60 height=60><use href="#a"/></svg><svg width=0 height=0><symbol id=a><use href="#a"/></symbol></svg></main>
<div id=deep></div><script>let at = document.getElementById('deep'); for (let i = 0; i < 500; i++) { const next = document.createElement('div'); next.className = 'btn logo ' + 'y'.repeat(100); at.append(next); at = next } at.textContent = 'deep down'</script>`

const PAGES: Record<string, string> = {
  '/light': LIGHT,
  '/dark': DARK,
  '/gradient': GRADIENT,
  '/shadow': SHADOW,
  '/large': LARGE,
  '/hostile': HOSTILE,
  '/bare': '<!doctype html><title>Bare</title><h1>Plain</h1><p>Nothing has a style of its own here.</p>',
  '/empty': '<!doctype html><title>Empty</title>',
}
