import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { CANTINE, numero, scaffali, SERATE, TIPI, VINI } from './cantina.ts'
import type { Cantina, Vino } from './cantina.ts'
import { tasks } from './tasks.ts'

/** An Italian wine shop: offers with struck-out prices on the shelves, all else on the bottle's own page. */
export const enotecaSarti = createSite({
  name: 'enoteca-sarti',
  language: 'it',
  pages: {
    '/': pagina('Vini scelti a Bologna dal 1957', inizio()),
    ...Object.fromEntries(
      TIPI.flatMap((tipo) =>
        scaffali(tipo).map(({ via }, at) => [via, pagina(tipo, scaffale(tipo, at))] as const),
      ),
    ),
    ...Object.fromEntries(VINI.map((vino) => [vino.via, pagina(vino.nome, scheda(vino))])),
    '/cantine': pagina('Le cantine', cantine()),
    ...Object.fromEntries(CANTINE.map((una) => [una.via, pagina(una.nome, cantina(una))])),
    '/degustazioni': pagina('Degustazioni', degustazioni()),
    ...Object.fromEntries(SERATE.map((una) => [una.via, pagina(una.titolo, serata(una))])),
    '/info/spedizioni': pagina('Spedizioni', spedizioni()),
    '/info/domande': pagina('Domande frequenti', domande()),
    '/chi-siamo': pagina('Chi siamo', chiSiamo()),
    '/contatti': pagina('Contatti', contatti()),
  },
  redirects: { '/vini-rossi': '/catalogo/rossi', '/eventi': '/degustazioni' },
  deadLinks: ['/info/buoni-regalo'],
  notFound: pagina('Non trovato', '<h1 class="text-3xl">Questa bottiglia è finita</h1>'),
  tasks,
})

function pagina(titolo: string, corpo: string): string {
  return `<!doctype html><html lang="it"><head><meta charset="utf-8"><title>${esc(titolo)} — Enoteca Sarti</title><meta property="og:type" content="website"></head><body class="font-serif text-zinc-800">
<div class="w-full bg-rose-900 text-rose-50 text-xs text-center p-2">Spedizione gratuita sopra i 79 € · Con il codice VENDEMMIA il 5% di sconto</div>
<div class="sticky top-0 flex items-center gap-8 px-8 h-16 bg-white/90"><a class="text-2xl italic" href="/">Sarti</a>${each(TIPI, (tipo) => `<a class="hover:underline" href="/catalogo/${slug(tipo)}">${tipo}</a>`)}<a href="/cantine">Cantine</a><a href="/degustazioni">Degustazioni</a><span class="ml-auto">Carrello (0)</span></div>
<div class="container mx-auto py-10">${corpo}</div>
<div class="mt-24 border-t grid md:grid-cols-4 gap-6 px-8 py-12 text-sm"><div>Enoteca Sarti s.n.c.<br>Via delle Moline 14/B, Bologna</div><div><a href="/info/spedizioni">Spedizioni</a><br><a href="/info/domande">Domande frequenti</a><br><a href="/info/buoni-regalo">Buoni regalo</a></div><div><a href="/chi-siamo">Chi siamo</a><br><a href="/contatti">Contatti</a></div><div><a href="${ELSEWHERE}/sarti">Seguici</a><br>Bevi responsabilmente. Vendita vietata ai minori di 18 anni.</div></div></body></html>`
}

function inizio(): string {
  return `<h1 class="text-5xl">Vini scelti a Bologna dal 1957</h1><h2 class="text-xl mt-10">Consigliati da Ludovica</h2><div class="flex flex-wrap gap-6">${each([VINI[2]!, VINI[13]!, VINI[16]!], tessera)}</div><h2 class="text-xl mt-10">Prossima degustazione</h2><p><a href="${SERATE[0]!.via}">${SERATE[0]!.titolo}</a>, ${SERATE[0]!.giorno}</p>`
}

function scaffale(tipo: string, at: number): string {
  const tutti = scaffali(tipo)
  const altri = tutti[at + 1]
  return `<p class="text-xs"><a href="/">Home</a> › ${tipo}</p><h1 class="text-4xl">${tipo}</h1><div class="flex flex-wrap gap-6">${each(tutti[at]!.vini, tessera)}</div>
${altri ? `<div class="text-center mt-8"><a class="rounded-full border px-6 py-2" href="${altri.via}">Mostra altri vini</a></div>` : ''}${at > 0 ? `<a class="text-xs" href="${tutti[0]!.via}">Torna all'inizio</a>` : ''}`
}

function tessera({ via, nome, cantina: sua, prezzo, pieno }: Vino): string {
  return `<div class="w-60 shrink-0"><a href="${via}"><div class="h-72 bg-zinc-100"></div><div class="mt-2 font-bold">${esc(nome)}</div></a><div class="text-zinc-500">${esc(sua)}</div><div>${pieno === null ? '' : `<s class="text-zinc-400 mr-2">${pieno} €</s>`}<span class="${pieno === null ? '' : 'text-rose-700'}">${prezzo} €</span></div></div>`
}

function scheda(vino: Vino): string {
  const casa = CANTINE.find(({ nome }) => nome === vino.cantina)!
  const dati = {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name: vino.nome,
    productID: vino.id,
    brand: { '@type': 'Brand', name: vino.cantina },
    offers: {
      '@type': 'Offer',
      priceCurrency: 'EUR',
      price: numero(vino.prezzo),
      availability: vino.stato === 'esaurito' ? 'OutOfStock' : 'InStock',
    },
  }
  const voci: [string, string | null][] = [
    ['Annata', vino.annata],
    ['Vitigno', vino.vitigni],
    ['Gradazione', `${vino.gradi}% vol.`],
    ['Formato', vino.formato],
    ['Regione', casa.regione],
  ]
  const simili = VINI.filter(({ tipo, id }) => tipo === vino.tipo && id !== vino.id).slice(0, 3)
  return `<p class="text-xs"><a href="/">Home</a> › <a href="/catalogo/${slug(vino.tipo)}">${vino.tipo}</a> › ${esc(vino.nome)}</p><div class="md:flex gap-12"><div class="h-96 w-64 bg-zinc-100"></div><div><h1 class="text-4xl">${esc(vino.nome)}</h1><a class="text-zinc-500" href="${casa.via}">${esc(casa.nome)}</a>
<div class="text-2xl my-4">${vino.pieno === null ? '' : `<s class="text-zinc-400 mr-2">${vino.pieno} €</s>`}${vino.prezzo} €</div><div class="text-sm uppercase">${vino.stato}</div>${vino.voto === null ? '' : `<div class="text-amber-700">Voto dei clienti ${vino.voto}/5</div>`}
<ul class="mt-6 space-y-1">${each(
    voci.filter(([, valore]) => valore !== null),
    ([nome, valore]) =>
      `<li class="flex"><span class="w-32 font-semibold">${nome}</span><span>${valore}</span></li>`,
  )}</ul></div></div>
<h2 class="text-xl mt-16">Ti potrebbero piacere</h2><div class="flex flex-wrap gap-6">${each(simili, tessera)}</div><script type="application/ld+json">${JSON.stringify(dati)}</script>`
}

function cantine(): string {
  return `<h1 class="text-4xl">Le cantine</h1><div class="columns-2">${each(CANTINE, ({ via, nome, luogo }) => `<div class="py-3"><a class="text-lg" href="${via}">${esc(nome)}</a><div class="text-zinc-500">${luogo}</div></div>`)}</div>`
}

function cantina(una: Cantina): string {
  return `<p class="text-xs"><a href="/">Home</a> › <a href="/cantine">Cantine</a></p><h1 class="text-4xl">${esc(una.nome)}</h1><p class="my-4">Siamo a ${una.luogo}, in ${una.regione}.</p>
<ul class="space-y-1"><li class="flex"><span class="w-32 font-semibold">Fondata nel</span><span>${una.fondata}</span></li><li class="flex"><span class="w-32 font-semibold">Ettari</span><span>${una.ettari} ha</span></li>${una.enologo === null ? '' : `<li class="flex"><span class="w-32 font-semibold">Enologo</span><span>${una.enologo}</span></li>`}<li class="flex"><span class="w-32 font-semibold">Biologico</span><span>${una.isBio ? 'Sì' : 'No'}</span></li></ul>
<h2 class="text-xl mt-10">I suoi vini</h2><div class="flex flex-wrap gap-6">${each(
    VINI.filter((vino) => vino.cantina === una.nome),
    tessera,
  )}</div>`
}

function degustazioni(): string {
  return `<h1 class="text-4xl">Degustazioni</h1>${each(SERATE, ({ giorno, titolo, via }) => `<div class="flex gap-6 py-3 border-b"><span class="w-32">${giorno}</span><a href="${via}">${esc(titolo)}</a></div>`)}`
}

function serata({ giorno, titolo, ora, prezzo, posti, guida }: (typeof SERATE)[number]): string {
  return `<p class="text-xs"><a href="/">Home</a> › <a href="/degustazioni">Degustazioni</a></p><h1 class="text-4xl">${esc(titolo)}</h1><ul class="mt-6 space-y-1"><li class="flex"><span class="w-32 font-semibold">Quando</span><span>${giorno}, ore ${ora}</span></li><li class="flex"><span class="w-32 font-semibold">Prezzo</span><span>${prezzo},00 € a persona</span></li><li class="flex"><span class="w-32 font-semibold">Posti</span><span>${posti}</span></li>${guida === null ? '' : `<li class="flex"><span class="w-32 font-semibold">Guida</span><span>${guida}</span></li>`}</ul><p class="mt-4">La prenotazione è obbligatoria.</p>`
}

function spedizioni(): string {
  return `<h1 class="text-4xl">Spedizioni</h1><p>In Italia la spedizione costa 7,90 € e richiede 2 o 3 giorni lavorativi. Sopra i 79 € è gratuita.</p><p>Nel resto d'Europa costa 18,50 €. Non spediamo fuori dall'Unione Europea.</p>`
}

function domande(): string {
  return `<h1 class="text-4xl">Domande frequenti</h1><h3>E se la bottiglia sa di tappo?</h3><p>La sostituiamo entro 60 giorni.</p><h3>Posso ritirare in negozio?</h3><p>Sì, dopo due ore. Un Barolo del 2018 come il Bricco delle Gazze va aperto la sera prima; da noi costava 35,00 € fino al 2024.</p>`
}

function chiSiamo(): string {
  return `<h1 class="text-4xl">Chi siamo</h1><p>Nel 1957 Amedeo Sarti aprì una mescita con quattro tavoli. Oggi la nipote Ludovica conduce l'enoteca insieme a Ettore Manfrin, sommelier. Teniamo in casa circa 900 etichette.</p>`
}

function contatti(): string {
  return `<h1 class="text-4xl">Contatti</h1><p>Via delle Moline 14/B, 40126 Bologna</p><p>Telefono <a href="tel:+390515550188">051 555 0188</a></p><p>Posta <a href="mailto:ciao@enotecasarti.example">ciao@enotecasarti.example</a></p><p>Dal martedì al sabato, 10:00–13:00 e 16:00–20:00</p><p>Partita IVA 03471180379</p>`
}
