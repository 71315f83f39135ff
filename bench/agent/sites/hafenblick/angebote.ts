import { rows, slug } from '../../markup.ts'

export const ANGEBOTE = rows(
  [
    'titel',
    'ort',
    'nr',
    'zimmer',
    'flaeche',
    'kalt',
    'neben',
    'frei',
    'etage',
    'baujahr',
    'balkon',
    'ansprechpartner',
  ],
  `
Helle Altbauwohnung mit Stuck | Altona | HB-1043 | 3 | 84 | 1320 | 210 | 01.06.2025 | 2. OG | 1908 | ja | Frauke Petersen
Dachgeschoss mit Elbblick | Ottensen | HB-1047 | 2,5 | 71,5 | 1485 | 195 | sofort | 5. OG | 1996 | ja | Frauke Petersen
Ruhige Zweizimmerwohnung am Park | Eimsbüttel | HB-1051 | 2 | 56 | 890 | 160 | 15.05.2025 | Hochparterre | 1961 | nein | Malte Behrens
Familienwohnung mit Garten | Blankenese | HB-1052 | 4 | 118 | 1950 | - | 01.07.2025 | EG | 1978 | nein | Dr. Sönke Ahlers
Kleines Apartment im Kontorhaus | Altstadt | HB-1055 | 1 | 34 | 720 | 95 | sofort | 4. OG | 1924 | nein | Malte Behrens
Loft in der alten Kaffeerösterei | Speicherstadt | HB-1058 | 2 | 96 | 2100 | 260 | 01.08.2025 | 3. OG | 1887 | nein | Frauke Petersen
Reihenhaus mit Carport | Bergedorf | HB-1060 | 5 | 131 | 1680 | 240 | 01.09.2025 | - | 1989 | nein | Dr. Sönke Ahlers
Neubauwohnung am Baakenhafen | HafenCity | HB-1063 | 3 | 92 | 1840 | 310 | sofort | 6. OG | 2021 | ja | Yasemin Kaya
Neubauwohnung am Grasbrook | HafenCity | HB-1064 | 2 | 61 | 1290 | 225 | 01.06.2025 | 1. OG | 2022 | ja | Yasemin Kaya
Gemütliche Wohnung über der Bäckerei | Winterhude | HB-1066 | 2 | 52 | 845 | 140 | 01.05.2025 | 1. OG | 1932 | nein | Malte Behrens
Maisonette mit Kamin | Uhlenhorst | HB-1070 | 4 | 127 | 2350 | 330 | 15.06.2025 | 3. OG | 1911 | ja | Dr. Sönke Ahlers
Studentenapartment nahe Uni | Rotherbaum | HB-1071 | 1 | 24,5 | 610 | 80 | 01.10.2025 | 2. OG | 1974 | nein | Malte Behrens
Sanierte Wohnung am Kanal | Barmbek | HB-1074 | 3 | 78 | 1180 | 190 | sofort | EG | 1928 | ja | Yasemin Kaya
Erdgeschoss mit Terrasse | Wandsbek | HB-1077 | 3 | 81 | 1090 | - | 01.06.2025 | EG | 2004 | nein | Yasemin Kaya
Penthouse mit Dachterrasse | Ottensen | HB-1080 | 4 | 148 | 3200 | 420 | 01.11.2025 | 6. OG | 2016 | nein | Dr. Sönke Ahlers
Zwei Zimmer im Gründerzeithaus | Altona | HB-1083 | 2 | 63 | 1015 | 170 | 15.07.2025 | 4. OG | 1899 | ja | Frauke Petersen
Büroloft zum Wohnen umgebaut | Hammerbrook | HB-1085 | 1,5 | 58 | 980 | 150 | sofort | 2. OG | 1969 | nein | Malte Behrens
Wohnung mit Wintergarten | Blankenese | HB-1088 | 3 | 102 | 1760 | 250 | 01.08.2025 | 1. OG | 1985 | nein | Dr. Sönke Ahlers
`,
).map((row) => ({
  titel: row.titel!,
  ort: row.ort!,
  nr: row.nr!,
  zimmer: zahl(row.zimmer)!,
  flaeche: zahl(row.flaeche)!,
  kalt: zahl(row.kalt)!,
  neben: zahl(row.neben) ?? null,
  frei: row.frei!,
  etage: row.etage ?? null,
  baujahr: Number(row.baujahr),
  balkon: row.balkon === 'ja',
  ansprechpartner: row.ansprechpartner!,
  pfad: `/immobilie/${row.nr!.toLowerCase()}-${slug(row.titel!)}/`,
}))

function zahl(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text.replace(',', '.'))
}

export type Angebot = (typeof ANGEBOTE)[number]

export const MAKLER = rows(
  ['name', 'aufgabe', 'telefon', 'mail'],
  `
Frauke Petersen | Vermietung Altona und Ottensen | 040 555 27-11 | petersen@hafenblick.example
Malte Behrens | Vermietung Innenstadt | 040 555 27-12 | behrens@hafenblick.example
Dr. Sönke Ahlers | Geschäftsführer | 040 555 27-10 | ahlers@hafenblick.example
Yasemin Kaya | Neubau und HafenCity | - | kaya@hafenblick.example
`,
).map((row) => ({
  name: row.name!,
  aufgabe: row.aufgabe!,
  telefon: row.telefon ?? null,
  mail: row.mail!,
}))
