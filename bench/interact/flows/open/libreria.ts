import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BOOKS = [
  ['El faro dormido', 'Nuria Salcedo', '18,90', 'Tapa blanda', 'En stock'],
  ['Faros de la costa norte', 'Iván Prieto', '32,00', 'Tapa dura', 'En stock'],
  ['La hija del farero', 'Nuria Salcedo', '21,50', 'Tapa dura', 'Agotado'],
  ['Cocina de invierno', 'Teresa Gil', '24,95', 'Tapa dura', 'En stock'],
  ['Cartas desde Cádiz', 'Pablo Roldán', '15,75', 'Tapa blanda', 'En stock'],
] as const

const STYLE = `header{display:flex;gap:24px;align-items:center;padding:12px 24px;background:#7a1f2b;color:#fff}header a{color:#fff}.s{display:flex}.s input{padding:6px 10px;width:280px}main{padding:20px 24px}.b{border-bottom:1px solid #ddd;padding:12px 0}.pr{font-weight:700}.ck{position:fixed;inset:0;background:#0007;z-index:9}.ck>div{position:absolute;bottom:0;left:0;right:0;background:#fff;padding:24px}.ck button{padding:10px 18px;margin-right:8px}#aviso{position:fixed;right:16px;top:70px;background:#264;color:#fff;padding:0 14px}`

const HEAD = `<header><a href="/"><b>Librería Alcaraván</b></a><form class="s" action="/buscar" role="search"><input type="search" name="q" placeholder="Busca por título, autor o ISBN" aria-label="Buscar"><button aria-label="Buscar" title="Buscar">🔍</button></form><a href="/cesta">Cesta</a></header>`

const COOKIES = `
if (!document.cookie.includes('consent=')) {
  const box = document.createElement('div')
  box.className = 'ck'
  box.innerHTML = '<div role="dialog" aria-label="Aviso de cookies"><h2>Tu privacidad nos importa</h2><p>Usamos cookies propias y de terceros para analizar tus visitas.</p><button>Configurar</button><button>Rechazar todas</button><button>Aceptar todas</button></div>'
  const [more, no, yes] = box.querySelectorAll('button')
  const set = (value) => { document.cookie = 'consent=' + value + '; path=/'; box.remove() }
  more.onclick = () => { more.remove() }
  no.onclick = () => set('none')
  yes.onclick = () => set('all')
  setTimeout(() => document.body.append(box), 400)
}
for (const b of $$('[data-add]')) b.onclick = async () => { await send('/api/cesta', { titulo: b.dataset.add }); $('#aviso').innerHTML = '<p>Añadido a la cesta</p>' }
if ($('#orden')) $('#orden').onchange = () => { const url = new URL(location.href); url.searchParams.set('orden', $('#orden').value); location.href = url.href }`

const sheet = (title: string, body: string): string =>
  page({
    title,
    lang: 'es',
    style: STYLE,
    body: `${HEAD}<main>${body}</main><div id="aviso" role="status"></div>`,
    script: COOKIES,
  })

const euros = (price: string): number => Number(price.replace(',', '.'))

const results = (q: string, sort: string): string => {
  const found = BOOKS.filter((book) => `${book[0]} ${book[1]}`.toLowerCase().includes(q.toLowerCase()))
  if (sort === 'barato') found.sort((a, b) => euros(a[2]) - euros(b[2]))
  if (sort === 'caro') found.sort((a, b) => euros(b[2]) - euros(a[2]))
  const option = (value: string, text: string): string =>
    `<option value="${value}"${value === sort ? ' selected' : ''}>${text}</option>`
  return sheet(
    'Resultados',
    `<h1>${found.length} resultados</h1><label>Ordenar por <select id="orden">${option('', 'Relevancia')}${option('barato', 'Precio: de menor a mayor')}${option('caro', 'Precio: de mayor a menor')}</select></label>${found
      .map(
        ([title, author, price, kind, stock]) =>
          `<div class="b"><h3>${title}</h3><p>${author} · ${kind} · ${stock}</p><p class="pr">${price} €</p><button data-add="${title}"${stock === 'Agotado' ? ' disabled' : ''}>Añadir a la cesta</button></div>`,
      )
      .join('')}`,
  )
}

/** A bookshop in Spanish: a cookie notice in front, a search and its results. */
export const libreria: Flow = {
  name: 'libreria',
  kind: 'search with results',
  pages: {
    '/': sheet('Librería Alcaraván', '<h1>Novedades de otoño</h1><p>Lecturas para tardes largas.</p>'),
  },
  answer: ({ path, query }) => {
    if (path === '/buscar') return { body: results(query.get('q') ?? '', query.get('orden') ?? '') }
    return path === '/cesta' ? { body: sheet('Cesta', '<h1>Tu cesta</h1>') } : undefined
  },
  trials: [
    {
      prompts: ['Rechaza todas las cookies, busca «Salcedo» y añade a la cesta el libro «El faro dormido».'],
      expect: {
        at: '/buscar?q=Salcedo',
        sent: [{ path: '/api/cesta', body: { titulo: 'El faro dormido' } }],
        state: { "document.cookie.includes('consent=none')": true },
      },
      async solve(tab) {
        await tab.click('text=Rechazar todas')
        await tab.fill('[type=search]', 'Salcedo')
        await tab.press('[type=search]', 'Enter')
        await tab.click('[data-add="El faro dormido"]')
      },
    },
    {
      prompts: [
        'Acepta las cookies',
        'Busca «far» y ordena los resultados por precio de mayor a menor',
        '¿Cuánto cuesta el primer libro y quién es el autor?',
      ],
      expect: { at: '/buscar?q=far&orden=caro', sent: [], output: [/32([.,]00)?/, /Prieto/] },
      async solve(tab) {
        await tab.click('text=Aceptar todas')
        await tab.fill('[type=search]', 'far')
        await tab.press('[type=search]', 'Enter')
        await tab.selectOption('#orden', 'caro')
      },
    },
  ],
}
