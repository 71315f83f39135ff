import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import {
  AGENCIES,
  euros,
  FILTERS,
  HOMES,
  listPath,
  RENTAL_PAGES,
  RENTALS,
  SALE_PAGES,
  SALES,
} from './anuncios.ts'
import type { Home } from './anuncios.ts'
import { tasks } from './tasks.ts'
import { PUBLISH, CONTACT, JOBS, PRIVACY } from './texts.ts'

/** A portal of homes to buy and to rent, with utility classes all over: lists, filters, adverts and agencies. */
export const portalAzahar = createSite({
  name: 'portal-azahar',
  language: 'es',
  pages: {
    '/': page('Pisos y casas en la comarca', home()),
    ...Object.fromEntries(
      SALE_PAGES.map((homes, at) => [
        listPath('comprar', at),
        page('Viviendas en venta', results('comprar', homes, at)),
      ]),
    ),
    ...Object.fromEntries(
      RENTAL_PAGES.map((homes, at) => [
        listPath('alquilar', at),
        page('Viviendas en alquiler', results('alquilar', homes, at)),
      ]),
    ),
    ...Object.fromEntries(
      FILTERS.map(({ label, path, takes }) => [path, page(`${label} en venta`, narrowed(label, takes))]),
    ),
    ...Object.fromEntries(HOMES.map((one) => [one.path, page(one.title, advert(one))])),
    '/agencias': page('Agencias', agencies()),
    ...Object.fromEntries(AGENCIES.map((agency) => [agency.path, page(agency.name, agencyPage(agency))])),
    '/publicar': page('Publica tu anuncio', prose('Publica tu anuncio', PUBLISH)),
    '/contacto': page('Contacto', prose('Contacto', CONTACT)),
    '/empleo': page('Trabaja con nosotros', prose('Trabaja con nosotros', JOBS)),
    '/privacidad': page('Política de privacidad', prose('Política de privacidad', PRIVACY)),
  },
  redirects: { '/venta': '/comprar', '/alquiler': '/alquilar' },
  deadLinks: ['/inmueble/10391'],
  notFound: page('No encontrado', prose('Error 404', '<p>Este anuncio ya no está disponible.</p>')),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="es" class="h-full scroll-smooth antialiased"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width"/><title>${esc(title)} | Portal Azahar</title><meta name="next-head-count" content="4"/><link rel="stylesheet" href="/_next/static/css/8c2f1d.css"/></head><body class="flex min-h-full flex-col bg-stone-50 text-stone-900"><div id="__next">
<header class="sticky top-0 z-40 border-b border-stone-200 bg-white/90 backdrop-blur"><div class="mx-auto flex max-w-7xl items-center justify-between px-4 py-3"><a class="text-xl font-bold text-orange-600" href="/">portal<span class="text-stone-800">azahar</span></a><nav class="hidden gap-6 text-sm font-medium md:flex"><a class="hover:text-orange-600" href="/comprar">Comprar</a><a class="hover:text-orange-600" href="/alquilar">Alquilar</a><a class="hover:text-orange-600" href="/agencias">Agencias</a><a class="rounded-full bg-orange-600 px-4 py-1.5 text-white" href="/publicar">Publica gratis</a></nav><button type="button" class="md:hidden" aria-label="Menú"><svg class="h-6 w-6" viewBox="0 0 24 24"><path d="M4 6h16M4 12h16"></path></svg></button></div></header>
<main class="mx-auto w-full max-w-7xl flex-1 px-4 py-8">${main}</main>
<footer class="mt-16 bg-stone-900 py-10 text-sm text-stone-300"><div class="mx-auto grid max-w-7xl gap-8 px-4 md:grid-cols-3"><div><p class="font-semibold text-white">Búsquedas frecuentes</p><ul class="mt-2 space-y-1">${each(FILTERS, ({ label, path }) => `<li><a class="hover:underline" href="${path.replaceAll('&', '&amp;')}">${label} en venta</a></li>`)}</ul></div><div><p class="font-semibold text-white">Portal Azahar</p><ul class="mt-2 space-y-1"><li><a class="hover:underline" href="/contacto">Contacto</a></li><li><a class="hover:underline" href="/empleo">Trabaja con nosotros</a></li><li><a class="hover:underline" href="/privacidad">Privacidad</a></li><li><a class="hover:underline" href="${ELSEWHERE}/hipotecas">Calcula tu hipoteca</a></li></ul></div><p class="text-stone-500">© 2026 Azahar Medios Inmobiliarios, S.L.</p></div></footer>
<div role="dialog" class="fixed inset-x-4 bottom-4 z-50 rounded-xl bg-white p-4 shadow-2xl"><p class="text-sm">Usamos cookies propias y de terceros para medir las visitas. <a class="underline" href="/privacidad">Más información</a></p><div class="mt-3 flex gap-2"><button class="rounded bg-stone-900 px-3 py-1 text-white">Aceptar</button><button class="rounded border px-3 py-1">Rechazar</button></div></div></div></body></html>`
}

function prose(title: string, text: string): string {
  return `<article class="prose prose-stone mx-auto max-w-2xl"><h1 class="text-3xl font-bold">${title}</h1>${text}</article>`
}

function home(): string {
  return `<section class="rounded-3xl bg-orange-100 px-8 py-16 text-center"><h1 class="text-4xl font-extrabold tracking-tight">Tu próxima casa huele a azahar</h1><p class="mt-4 text-lg">${SALES.length} viviendas en venta y ${RENTALS.length} en alquiler en Ruzalbe, Costamar y Benivall</p><div class="mt-8 flex justify-center gap-4"><a class="rounded-full bg-orange-600 px-6 py-3 font-semibold text-white" href="/venta">Quiero comprar</a><a class="rounded-full bg-white px-6 py-3 font-semibold" href="/alquiler">Quiero alquilar</a></div></section>
<section class="mt-12"><h2 class="text-2xl font-bold">Destacados</h2><div class="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-3">${each([SALES[1]!, SALES[6]!, RENTALS[2]!], card)}</div></section>
<section class="mt-12"><h2 class="text-2xl font-bold">Última oportunidad</h2><p><a class="underline" href="/inmueble/10391">Piso en calle de la Cruz, Ruzalbe: reservado</a></p></section>`
}

function priceOf({ price, isRental }: Pick<Home, 'price' | 'isRental'>): string {
  return `${euros(price)}${isRental ? '/mes' : ''}`
}

function roomsOf({ rooms }: Home): string {
  return rooms === 0 ? 'Sin habitaciones' : `${rooms} hab.`
}

function card(one: Home): string {
  return `<a class="group block overflow-hidden rounded-2xl bg-white shadow-sm ring-1 ring-stone-200 transition hover:shadow-lg" href="${one.path}"><div class="relative aspect-[4/3] bg-stone-200"><img class="h-full w-full object-cover" loading="lazy" src="/fotos/${one.ref}-1.webp" alt=""/><span class="absolute left-3 top-3 rounded-full bg-black/60 px-2 py-0.5 text-xs text-white">1/${(Number(one.ref) % 9) + 6}</span></div><div class="p-4"><div class="flex items-baseline gap-2"><span class="text-xl font-bold">${priceOf(one)}</span>${one.was === null ? '' : `<span class="text-sm text-stone-400 line-through">${priceOf({ ...one, price: one.was })}</span>`}</div><h3 class="mt-1 truncate font-medium group-hover:text-orange-600">${esc(one.title)}</h3><p class="text-sm text-stone-500">${one.town}</p><ul class="mt-3 flex gap-4 text-sm text-stone-600"><li>${roomsOf(one)}</li><li>${one.built} m²</li>${one.floor === null ? '' : `<li>${one.floor} planta</li>`}</ul></div></a>`
}

function grid(homes: readonly Home[]): string {
  return `<div class="grid flex-1 gap-6 sm:grid-cols-2">${each(homes, card)}</div>`
}

function sidebar(): string {
  return `<aside class="w-56 shrink-0 space-y-6"><div><h2 class="text-sm font-semibold uppercase tracking-wide text-stone-500">Filtrar</h2><ul class="mt-2 space-y-1 text-sm">${each(FILTERS, ({ label, path }) => `<li><a class="hover:text-orange-600" href="${path}">${label} <span class="text-stone-400">(${SALES.filter(FILTERS.find((one) => one.path === path)!.takes).length})</span></a></li>`)}</ul></div><div><h2 class="text-sm font-semibold uppercase tracking-wide text-stone-500">Ordenar</h2><select class="mt-2 w-full rounded border-stone-300 text-sm"><option selected>Más recientes</option><option>Más baratos</option><option>Más grandes</option></select></div></aside>`
}

function results(deal: 'comprar' | 'alquilar', homes: readonly Home[], at: number): string {
  const isSale = deal === 'comprar'
  const pages = isSale ? SALE_PAGES : RENTAL_PAGES
  const all = isSale ? SALES : RENTALS
  return `<nav class="text-sm text-stone-500" aria-label="Migas de pan"><a href="/">Inicio</a> <span>/</span> <span>${isSale ? 'Comprar' : 'Alquilar'}</span></nav><h1 class="mt-2 text-2xl font-bold">${all.length} viviendas en ${isSale ? 'venta' : 'alquiler'}</h1><div class="mt-6 flex gap-8">${isSale ? sidebar() : ''}${grid(homes)}</div>
<nav class="mt-10 flex items-center justify-center gap-1" aria-label="Paginación">${at > 0 ? `<a class="px-3 py-2" href="${listPath(deal, at - 1)}">Anterior</a>` : ''}${each(pages, (_, other) => (other === at ? `<span aria-current="page" class="rounded bg-orange-600 px-3 py-2 text-white">${other + 1}</span>` : `<a class="rounded px-3 py-2 hover:bg-stone-100" href="${listPath(deal, other)}">${other + 1}</a>`))}${at + 1 < pages.length ? `<a class="px-3 py-2" href="${listPath(deal, at + 1)}">Siguiente</a>` : ''}</nav>`
}

function narrowed(label: string, takes: (home: Home) => boolean): string {
  return `<nav class="text-sm text-stone-500"><a href="/">Inicio</a> <span>/</span> <a href="/comprar">Comprar</a> <span>/</span> <span>${label}</span></nav><h1 class="mt-2 text-2xl font-bold">${label} en venta</h1><div class="mt-6 flex gap-8">${sidebar()}${grid(SALES.filter(takes))}</div>`
}

function advert(one: Home): string {
  const agency = AGENCIES.find(({ name }) => name === one.agency)!
  const others = HOMES.filter(
    (other) => other !== one && other.town === one.town && other.isRental === one.isRental,
  ).slice(0, 3)
  const facts: [string, string | null][] = [
    ['Superficie construida', `${one.built} m²`],
    ['Superficie útil', `${one.usable} m²`],
    ['Habitaciones', one.rooms === 0 ? null : String(one.rooms)],
    ['Baños', String(one.baths)],
    ['Planta', one.floor],
    ['Ascensor', one.hasLift === null ? null : one.hasLift ? 'Sí' : 'No'],
    ['Año de construcción', one.year === null ? null : String(one.year)],
    ['Gastos de comunidad', one.fees === null ? null : `${one.fees} €/mes`],
  ]
  return `<nav class="text-sm text-stone-500"><a href="/">Inicio</a> <span>/</span> <a href="/${one.isRental ? 'alquilar' : 'comprar'}">${one.isRental ? 'Alquilar' : 'Comprar'}</a> <span>/</span> <span>${one.town}</span></nav>
<div class="mt-4 grid gap-2 sm:grid-cols-4"><img class="col-span-2 row-span-2 rounded-l-2xl" src="/fotos/${one.ref}-1.webp" alt="Salón"/><img src="/fotos/${one.ref}-2.webp" alt="Cocina"/><img src="/fotos/${one.ref}-3.webp" alt="Baño"/></div>
<div class="mt-8 lg:grid lg:grid-cols-3 lg:gap-12"><div class="lg:col-span-2"><div class="flex flex-wrap items-start justify-between gap-4"><div><h1 class="text-3xl font-bold">${esc(one.title)}</h1><p class="mt-1 text-stone-500">${one.town}</p></div><div class="text-right"><p class="text-3xl font-extrabold text-orange-600">${priceOf(one)}</p>${one.was === null ? '' : `<p class="text-sm text-stone-400">Antes <span class="line-through">${euros(one.was)}</span></p>`}</div></div>
<section class="mt-8"><h2 class="text-lg font-semibold">Descripción</h2><p class="mt-2 leading-relaxed">${one.extra}</p></section>
<section class="mt-8"><h2 class="text-lg font-semibold">Características</h2><div class="mt-3 grid grid-cols-2 gap-x-8 gap-y-3 text-sm">${each(
    facts.filter(([, value]) => value !== null),
    ([label, value]) =>
      `<div class="flex justify-between border-b border-stone-100 pb-2"><span class="text-stone-500">${label}</span><span class="font-medium">${value}</span></div>`,
  )}</div></section>
<section class="mt-8"><h2 class="text-lg font-semibold">Certificado energético</h2>${one.energy === null ? '<p class="mt-2 text-sm italic">En trámite</p>' : `<div class="mt-2 flex items-center gap-3"><span class="inline-flex h-8 w-8 items-center justify-center rounded bg-lime-500 font-bold text-white">${one.energy}</span><span class="text-sm">${one.consumption} kWh/m² año</span></div>`}</section>
<p class="mt-8 text-xs text-stone-400">Referencia: AZ-${one.ref}</p></div>
<aside class="mt-8 lg:mt-0"><div class="rounded-2xl bg-white p-6 shadow ring-1 ring-stone-200"><p class="text-xs uppercase text-stone-400">Anunciante</p><p class="mt-1 font-semibold"><a class="hover:underline" href="${agency.path}">${agency.name}</a></p><a class="mt-4 block rounded-lg bg-orange-600 py-2 text-center font-semibold text-white" href="tel:+34${agency.phone.replaceAll(' ', '')}">${agency.phone}</a><button class="mt-2 w-full rounded-lg border py-2">Enviar mensaje</button></div></aside></div>
<section class="mt-16"><h2 class="text-xl font-bold">Otras viviendas en ${one.town}</h2><div class="mt-4 grid gap-6 sm:grid-cols-3">${each(others, card)}</div></section>`
}

function agencies(): string {
  return `<h1 class="text-2xl font-bold">Agencias</h1><ul class="mt-6 divide-y divide-stone-200">${each(AGENCIES, ({ name, address, path }) => `<li class="flex items-center justify-between py-4"><div><a class="font-semibold hover:text-orange-600" href="${path}">${name}</a><p class="text-sm text-stone-500">${address}</p></div><span class="text-sm">${HOMES.filter(({ agency }) => agency === name).length} anuncios</span></li>`)}</ul>`
}

function agencyPage({ name, address, phone, email, person, since }: (typeof AGENCIES)[number]): string {
  return `<div class="rounded-2xl bg-white p-8 shadow"><h1 class="text-2xl font-bold">${name}</h1><p class="mt-2 text-stone-600">${address}</p><p class="mt-4 text-sm">En el portal desde ${since}.${person === null ? '' : ` Responsable: ${person}.`}</p><p class="mt-2 text-sm"><span class="text-stone-500">Tel.</span> <a href="tel:+34${phone.replaceAll(' ', '')}">${phone}</a></p>${email === null ? '' : `<p class="mt-1 text-sm"><a href="mailto:${email}">${email}</a></p>`}</div><h2 class="mt-10 text-xl font-bold">Anuncios de ${name}</h2><div class="mt-4 grid gap-6 sm:grid-cols-3">${each(
    HOMES.filter(({ agency }) => agency === name),
    card,
  )}</div>`
}
