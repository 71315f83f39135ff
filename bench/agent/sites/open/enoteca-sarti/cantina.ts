import { chunks, rows, slug } from '../../../markup.ts'

/** What is sold; `pieno` is the struck-out price of an offer. */
export const VINI = rows(
  [
    'id',
    'nome',
    'cantina',
    'tipo',
    'prezzo',
    'pieno',
    'annata',
    'vitigno',
    'gradi',
    'formato',
    'voto',
    'stato',
  ],
  `
1021 | Colle Tordo Riserva | Podere Mezzaluna | Rossi | 24,90 | 29,00 | 2019 | Sangiovese | 14 | 0,75 l | 4,6 | disponibile
1024 | Rosso di Sasso | Podere Mezzaluna | Rossi | 12,50 | - | 2022 | Sangiovese, Canaiolo | 13,5 | 0,75 l | 4,1 | disponibile
1030 | Bricco delle Gazze | Cascina Avellana | Rossi | 38,00 | - | 2018 | Nebbiolo | 14,5 | 0,75 l | 4,8 | ultime 6 bottiglie
1031 | Bricco delle Gazze Magnum | Cascina Avellana | Rossi | 82,00 | - | 2017 | Nebbiolo | 14,5 | 1,5 l | - | disponibile
1033 | Barbera La Nonna | Cascina Avellana | Rossi | 13,80 | 15,50 | 2021 | Barbera | 14 | 0,75 l | 4,3 | disponibile
1040 | Nero di Capo Grillo | Tenuta Zibbari | Rossi | 16,20 | - | 2020 | Nero d'Avola | 13,5 | 0,75 l | 4,0 | disponibile
1043 | Etna Sciara Vecchia | Tenuta Zibbari | Rossi | 31,00 | - | 2020 | Nerello Mascalese | 13,5 | 0,75 l | 4,7 | esaurito
1052 | Teroldego Pietrafosca | Maso Lenzi | Rossi | 18,40 | - | 2021 | Teroldego | 13 | 0,75 l | 4,2 | disponibile
1101 | Vermentino Marea | Vigne del Levante | Bianchi | 14,60 | - | 2023 | Vermentino | 12,5 | 0,75 l | 4,4 | disponibile
1104 | Bosco Antico | Vigne del Levante | Bianchi | 19,90 | 22,00 | 2022 | Bosco, Albarola | 13 | 0,75 l | - | disponibile
1110 | Müller Alta Valle | Maso Lenzi | Bianchi | 12,90 | - | 2023 | Müller-Thurgau | 12 | 0,75 l | 4,0 | disponibile
1112 | Nosiola del Maso | Maso Lenzi | Bianchi | 15,70 | - | 2022 | Nosiola | 12,5 | 0,75 l | 4,3 | esaurito
1120 | Grillo Salinaro | Tenuta Zibbari | Bianchi | 11,40 | - | 2023 | Grillo | 12,5 | 0,75 l | 3,9 | disponibile
1201 | Dosaggio Zero Ca' Bruma | Ca' Bruma | Bollicine | 27,50 | - | 2018 | Chardonnay, Pinot Nero | 12,5 | 0,75 l | 4,7 | disponibile
1202 | Rosé Ca' Bruma | Ca' Bruma | Bollicine | 29,90 | 34,00 | 2019 | Pinot Nero | 12,5 | 0,75 l | 4,5 | disponibile
1207 | Trento Lenzi Brut | Maso Lenzi | Bollicine | 22,80 | - | - | Chardonnay | 12,5 | 0,75 l | 4,2 | disponibile
1301 | Passito di Punta Sale | Tenuta Zibbari | Dolci | 26,00 | - | 2021 | Zibibbo | 14,5 | 0,5 l | 4,9 | ultime 3 bottiglie
1304 | Sciacchetrà Levante | Vigne del Levante | Dolci | 54,00 | - | 2016 | Bosco | 15 | 0,375 l | - | disponibile
`,
).map((row) => ({
  id: row.id!,
  nome: row.nome!,
  cantina: row.cantina!,
  tipo: row.tipo!,
  prezzo: row.prezzo!,
  pieno: row.pieno ?? null,
  annata: row.annata ?? null,
  vitigni: row.vitigno!,
  gradi: row.gradi!,
  formato: row.formato!,
  voto: row.voto ?? null,
  stato: row.stato!,
  via: `/v/${row.id}-${slug(row.nome!)}`,
}))

export type Vino = (typeof VINI)[number]

export function numero(testo: string): number {
  return Number(testo.replace(',', '.'))
}

export const TIPI = [...new Set(VINI.map(({ tipo }) => tipo))]

/** The shelves of a kind of wine, six bottles a page. */
export function scaffali(tipo: string): { via: string; vini: Vino[] }[] {
  const suoi = VINI.filter((vino) => vino.tipo === tipo)
  return chunks(suoi, 6).map((vini, at) => ({
    via: `/catalogo/${slug(tipo)}${at === 0 ? '' : `/${at + 1}`}`,
    vini,
  }))
}

export const CANTINE = rows(
  ['nome', 'luogo', 'regione', 'ettari', 'fondata', 'enologo', 'bio'],
  `
Ca' Bruma | Erbusco | Lombardia | 18 | 1985 | Donata Ghezzi | no
Cascina Avellana | Serralunga | Piemonte | 9,5 | 1961 | Remo Avellana | sì
Maso Lenzi | Faedo | Trentino | 14 | 1932 | Tullio Lenzi | no
Podere Mezzaluna | Radda | Toscana | 22 | 1978 | Fiamma Baldacci | sì
Tenuta Zibbari | Menfi | Sicilia | 46 | 2001 | - | sì
Vigne del Levante | Vernazza | Liguria | 3,2 | 2009 | Elio Basso | no
`,
).map((row) => ({
  nome: row.nome!,
  luogo: row.luogo!,
  regione: row.regione!,
  ettari: row.ettari!,
  fondata: Number(row.fondata),
  enologo: row.enologo ?? null,
  isBio: row.bio === 'sì',
  via: `/cantine/${slug(row.nome!)}`,
}))

export type Cantina = (typeof CANTINE)[number]

export const SERATE = rows(
  ['giorno', 'titolo', 'ora', 'prezzo', 'posti', 'guida'],
  `
19/09/2026 | Sei Nebbioli alla cieca | 20:00 | 45 | 16 | Ludovica Sarti
03/10/2026 | Vini di vulcano | 19:30 | 38 | 20 | Ettore Manfrin
24/10/2026 | Bollicine e ostriche | 20:00 | 60 | 14 | Ludovica Sarti
14/11/2026 | Il novello non basta | 19:00 | 20 | 30 | -
05/12/2026 | Passiti sotto l'albero | 20:30 | 35 | 18 | Ettore Manfrin
`,
).map((row) => ({
  giorno: row.giorno!,
  titolo: row.titolo!,
  ora: row.ora!,
  prezzo: Number(row.prezzo),
  posti: Number(row.posti),
  guida: row.guida ?? null,
  via: `/degustazioni/${slug(row.titolo!)}`,
}))
