import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { agentOf, AGENTS, HOME_PAGES, HOMES, RENTALS, spoken } from './homes.ts'
import type { Agent, Home, Rental } from './homes.ts'
import { tasks } from './tasks.ts'

/** A Dutch portal for homes, all of it in utility classes: cards with icons, facts as definition lists, agents. */
export const huizenwaard = createSite({
  name: 'huizenwaard',
  language: 'nl',
  pages: {
    '/': page('Wonen in de waard', home()),
    ...Object.fromEntries(HOME_PAGES.map(({ path }, at) => [path, page('Koopwoningen', results(at))])),
    ...Object.fromEntries(
      HOMES.map((one) => [one.path, page(`Te koop: ${one.street}, ${one.place}`, homePage(one))]),
    ),
    '/huur/': page('Huurwoningen', rentals()),
    ...Object.fromEntries(
      RENTALS.map((one) => [one.path, page(`Te huur: ${one.street}, ${one.place}`, rentalPage(one))]),
    ),
    '/makelaars/': page('Makelaars', agents()),
    ...Object.fromEntries(AGENTS.map((one) => [one.path, page(one.name, agentPage(one))])),
    '/over-ons/': page('Over ons', prose('Over Huizenwaard', aboutUs())),
    '/veelgestelde-vragen/': page('Veelgestelde vragen', prose('Veelgestelde vragen', questions())),
    '/contact/': page('Contact', prose('Contact', contact())),
  },
  redirects: { '/te-koop/': '/koop/', '/te-huur/': '/huur/' },
  deadLinks: ['/nieuwbouw/'],
  notFound: page('Niet gevonden', '<h1 class="text-3xl font-bold">Deze pagina bestaat niet (meer)</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!doctype html><html lang="nl" class="scroll-smooth"><head><meta charset="utf-8"><title>${esc(title)} | Huizenwaard</title><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body class="bg-slate-50 text-slate-800 antialiased">
<div class="fixed bottom-0 inset-x-0 z-50 bg-white shadow-lg p-4 flex items-center justify-between" role="dialog" aria-label="Cookies"><p class="text-sm">Wij gebruiken cookies om je zoekopdrachten te onthouden.</p><div class="flex gap-2"><button class="btn btn-ghost">Weigeren</button><button class="btn btn-primary">Accepteren</button></div></div>
<header class="sticky top-0 bg-white border-b border-slate-200"><div class="mx-auto max-w-7xl px-4 h-16 flex items-center gap-8"><a href="/" class="font-extrabold text-emerald-700 text-xl">huizen<span class="text-slate-900">waard</span></a><nav class="hidden md:flex gap-6 text-sm font-medium"><a href="/koop/">Koop</a><a href="/huur/">Huur</a><a href="/nieuwbouw/">Nieuwbouw</a><a href="/makelaars/">Makelaars</a></nav><div class="ml-auto flex gap-4 text-sm"><a href="${ELSEWHERE}/inloggen">Inloggen</a></div></div></header>
<main class="mx-auto max-w-7xl px-4 py-8">${main}</main>
<footer class="bg-slate-900 text-slate-300 mt-16"><div class="mx-auto max-w-7xl px-4 py-10 grid md:grid-cols-3 gap-8 text-sm"><div><h2 class="font-semibold text-white mb-2">Zoeken</h2><ul class="space-y-1"><li><a href="/koop/">Koopwoningen</a></li><li><a href="/huur/">Huurwoningen</a></li></ul></div><div><h2 class="font-semibold text-white mb-2">Huizenwaard</h2><ul class="space-y-1"><li><a href="/over-ons/">Over ons</a></li><li><a href="/veelgestelde-vragen/">Veelgestelde vragen</a></li><li><a href="/contact/">Contact</a></li></ul></div><div>© 2026 Huizenwaard Media</div></div></footer>
</body></html>`
}

function home(): string {
  return `<section class="rounded-2xl bg-emerald-700 text-white p-10"><h1 class="text-4xl font-bold">Vind je huis in de waard</h1><p class="mt-2">${HOMES.length} koopwoningen en ${RENTALS.length} huurwoningen van lokale makelaars.</p><form class="mt-6 flex gap-2" action="/koop/"><input name="q" class="rounded-lg px-4 py-2 text-slate-900" placeholder="Plaats, straat of postcode"><button class="btn">Zoek</button></form></section>
<h2 class="mt-10 mb-4 text-2xl font-semibold">Uitgelicht</h2><div class="grid md:grid-cols-3 gap-6">${each([HOMES[9]!, HOMES[3]!, HOMES[13]!], card)}</div>`
}

function results(at: number): string {
  return `${crumbs('Koop')}<div class="flex items-baseline justify-between"><h1 class="text-2xl font-bold">${HOMES.length} koopwoningen in de waard</h1><span class="text-sm text-slate-500">Sorteer: Nieuwste eerst</span></div>
<div class="mt-6 grid lg:grid-cols-4 gap-8"><aside class="hidden lg:block text-sm space-y-4"><div><p class="font-semibold">Plaats</p><label class="block"><input type="checkbox"> Lekkerbrug</label><label class="block"><input type="checkbox"> Oosterwaard</label><label class="block"><input type="checkbox"> Tienhuizen</label><label class="block"><input type="checkbox"> Sint Aagten</label></div><div><p class="font-semibold">Prijs</p><label class="block">€ 0 tot € 1.000.000</label></div></aside>
<div class="lg:col-span-3 grid md:grid-cols-2 gap-6" data-test-id="search-results">${each(HOME_PAGES[at]!.homes, card)}</div></div>
<nav class="mt-10 flex justify-center gap-1" aria-label="Paginering">${at > 0 ? `<a rel="prev" class="px-3 py-2" href="${HOME_PAGES[at - 1]!.path}">Vorige</a>` : ''}${each(HOME_PAGES, ({ path }, index) => (index === at ? `<span aria-current="page" class="px-3 py-2 rounded bg-emerald-700 text-white">${index + 1}</span>` : `<a class="px-3 py-2 rounded hover:bg-slate-100" href="${path}">${index + 1}</a>`))}${HOME_PAGES[at + 1] ? `<a rel="next" class="px-3 py-2" href="${HOME_PAGES[at + 1]!.path}">Volgende</a>` : ''}</nav>`
}

function card(one: Home): string {
  const badge =
    one.status === 'Beschikbaar'
      ? ''
      : `<span class="absolute top-3 left-3 rounded bg-amber-400 px-2 py-0.5 text-xs font-semibold">${one.status}</span>`
  return `<div class="relative rounded-xl bg-white shadow-sm overflow-hidden">${badge}<a href="${one.path}" class="block"><img class="h-48 w-full object-cover" src="/media/foto-1.webp" alt="${one.street}" loading="lazy"></a><div class="p-4"><a href="${one.path}" class="block"><h2 class="font-semibold text-lg truncate">${one.street}</h2><div class="text-sm text-slate-500">${one.postcode} ${one.place}</div></a><p class="mt-2 font-bold">${priceOf(one)}</p><ul class="mt-2 flex gap-4 text-sm text-slate-600"><li class="flex items-center gap-1"><svg class="h-4 w-4" aria-hidden="true"></svg><span>${one.area} m²</span></li><li class="flex items-center gap-1"><svg class="h-4 w-4" aria-hidden="true"></svg><span>${one.rooms} kamers</span></li></ul><div class="mt-3 border-t pt-2 text-xs text-slate-500"><a href="${agentOf(one).path}">${esc(one.agent)}</a></div></div></div>`
}

function priceOf({ price }: Home): string {
  return price === undefined ? 'Prijs op aanvraag' : `€ ${price} k.k.`
}

function homePage(one: Home): string {
  const groups: [string, [string, string | undefined][]][] = [
    [
      'Overdracht',
      [
        ['Vraagprijs', priceOf(one)],
        ['Aangeboden sinds', spoken(one.since)],
        ['Status', one.status === 'Nieuw' ? 'Beschikbaar' : one.status],
        ['Bijdrage VvE', one.vve && `€ ${one.vve} per maand`],
      ],
    ],
    [
      'Bouw',
      [
        ['Soort woning', one.type],
        ['Bouwjaar', one.year],
      ],
    ],
    [
      'Oppervlakten en indeling',
      [
        ['Woonoppervlakte', `${one.area} m²`],
        ['Perceel', one.plot && `${one.plot} m²`],
        [
          'Aantal kamers',
          `${one.rooms} kamers (${one.bedrooms} ${one.bedrooms === '1' ? 'slaapkamer' : 'slaapkamers'})`,
        ],
      ],
    ],
    ['Energie', [['Energielabel', one.energy]]],
  ]
  const others = HOMES.filter((other) => other.place === one.place && other !== one).slice(0, 2)
  return `${crumbs('Koop', one.street, '/koop/')}<div class="grid grid-cols-4 gap-2"><img class="col-span-2" src="/media/foto-1.webp" alt=""><img src="/media/foto-2.webp" alt=""><img src="/media/foto-3.webp" alt=""></div>
<div class="mt-6 grid lg:grid-cols-3 gap-10"><div class="lg:col-span-2"><h1 class="text-3xl font-bold"><span class="block">${one.street}</span><span class="block text-lg font-normal text-slate-500">${one.postcode} ${one.place}</span></h1><div class="mt-3 text-2xl font-semibold">${priceOf(one)}</div>
<section class="mt-8"><h2 class="text-xl font-semibold">Omschrijving</h2><p class="mt-2 leading-relaxed">${esc(one.text)} Bel ons gerust voor een bezichtiging.</p></section>
<section class="mt-8"><h2 class="text-xl font-semibold">Kenmerken</h2>${each(groups, ([title, facts]) => definitions(title, facts))}</section></div>
<aside class="rounded-xl border p-6 h-fit bg-white">${agentBox(agentOf(one))}<button class="mt-4 w-full btn btn-primary">Plan een bezichtiging</button><p class="mt-4 text-sm">Maandlasten berekenen? <a class="underline" href="${ELSEWHERE}/hypotheek">Naar de rekenhulp</a></p></aside></div>
<section class="mt-12"><h2 class="text-xl font-semibold mb-4">Ook in ${one.place}</h2><div class="grid md:grid-cols-3 gap-6">${each(others, card)}</div></section>`
}

function definitions(title: string, facts: readonly (readonly [string, string | undefined])[]): string {
  const known = facts.filter(([, value]) => value !== undefined)
  if (known.length === 0) return ''
  return `<h3 class="mt-6 font-semibold text-emerald-800">${title}</h3><dl class="mt-2 grid grid-cols-[40%_1fr] gap-y-2 border-b pb-4">${each(known, ([label, value]) => `<dt class="text-slate-500">${label}</dt><dd class="font-medium">${esc(value!)}</dd>`)}</dl>`
}

function agentBox(one: Agent): string {
  return `<p class="text-xs uppercase tracking-wide text-slate-500">Aangeboden door</p><a href="${one.path}" class="font-semibold">${esc(one.name)}</a><p class="text-sm">Contactpersoon: ${one.contact}</p><p class="text-sm"><a href="tel:${one.phone.replaceAll(/\D/g, '')}">${one.phone}</a></p>`
}

function rentals(): string {
  return `${crumbs('Huur')}<h1 class="text-2xl font-bold">${RENTALS.length} huurwoningen in de waard</h1><div class="mt-6 space-y-4">${each(
    RENTALS,
    (one) =>
      `<article class="flex gap-4 rounded-xl bg-white shadow-sm p-4"><img class="h-32 w-48 object-cover rounded" src="/media/foto-1.webp" alt=""><div><h2 class="font-semibold"><a href="${one.path}">${one.street}</a></h2><p class="text-sm text-slate-500">${one.postcode} ${one.place}</p><p class="mt-1 font-bold">€ ${one.price} per maand</p><p class="text-sm">${one.area} m² · ${one.rooms} kamers</p></div></article>`,
  )}</div>`
}

function rentalPage(one: Rental): string {
  return `${crumbs('Huur', one.street, '/huur/')}<h1 class="text-3xl font-bold"><span class="block">${one.street}</span><span class="block text-lg font-normal text-slate-500">${one.postcode} ${one.place}</span></h1><div class="mt-3 text-2xl font-semibold">€ ${one.price} per maand</div>
<div class="mt-6 grid lg:grid-cols-3 gap-10"><section class="lg:col-span-2">${definitions('Kenmerken', [
    ['Huurprijs', `€ ${one.price} per maand`],
    ['Waarborgsom', one.deposit && `€ ${one.deposit}`],
    ['Beschikbaar vanaf', one.from],
    ['Oplevering', one.finish],
    ['Woonoppervlakte', `${one.area} m²`],
    ['Aantal kamers', one.rooms],
  ])}</section><aside class="rounded-xl border p-6 h-fit bg-white">${agentBox(agentOf(one))}</aside></div>`
}

function agents(): string {
  return `${crumbs('Makelaars')}<h1 class="text-2xl font-bold">Makelaars in de waard</h1><ul class="mt-6 divide-y">${each(AGENTS, (one) => `<li class="py-4 flex justify-between"><a class="font-semibold" href="${one.path}">${esc(one.name)}</a><span class="text-sm text-slate-500">${one.place.slice(8)}</span></li>`)}</ul>`
}

function agentPage(one: Agent): string {
  const homes = HOMES.filter(({ agent }) => agent === one.name)
  return `${crumbs('Makelaars', one.name, '/makelaars/')}<h1 class="text-3xl font-bold">${esc(one.name)}</h1><div class="mt-4 grid md:grid-cols-2 gap-4 text-sm"><div><div>${one.street}</div><div>${one.place}</div></div><div><div>Telefoon: <a href="tel:${one.phone.replaceAll(/\D/g, '')}">${one.phone}</a></div>${one.email ? `<div>E-mail: <a href="mailto:${one.email}">${one.email}</a></div>` : ''}<div>Contactpersoon: ${one.contact}</div><div>Beoordeling: <strong>${one.rating}</strong> / 10</div></div></div>
<h2 class="mt-10 mb-4 text-xl font-semibold">Aanbod (${homes.length})</h2><div class="grid md:grid-cols-3 gap-6">${each(homes, card)}</div>`
}

function crumbs(section: string, here?: string, path = ''): string {
  const last = here
    ? `<li><a href="${path}">${section}</a></li><li aria-current="page">${esc(here)}</li>`
    : `<li aria-current="page">${section}</li>`
  return `<nav aria-label="Kruimelpad"><ol class="flex gap-2 text-xs text-slate-500 mb-4"><li><a href="/">Home</a></li>${last}</ol></nav>`
}

function prose(title: string, body: string): string {
  return `<div class="prose max-w-2xl"><h1>${title}</h1>${body}</div>`
}

function aboutUs(): string {
  return '<p>Huizenwaard is in 2012 opgericht door Anneke Verstappen en verzamelt het aanbod van lokale makelaars. We zijn met negen mensen.</p><p>Ons kantoor staat in Lekkerbrug.</p>'
}

function questions(): string {
  return '<h3>Wat kost een advertentie?</h3><p>Particulieren betalen € 149 per advertentie. Die staat 90 dagen online.</p><h3>Wat betekent k.k.?</h3><p>Kosten koper: overdrachtsbelasting en notaris komen erbij.</p><h3>Krijg ik bericht van nieuwe woningen?</h3><p>Ja, elke ochtend om 7 uur, als je een zoekopdracht bewaart.</p>'
}

function contact(): string {
  return '<p>Huizenwaard Media, Lange Nering 55, 4131 CD Lekkerbrug</p><p>Telefoon: 0183-555 000</p><p>E-mail: <a href="mailto:redactie@huizenwaard.example">redactie@huizenwaard.example</a></p><p>KvK-nummer: 55841207</p>'
}
