import { chunks, rows } from '../../../markup.ts'

/** The articles of the encyclopedia, by name. */
export const MINERALS = rows(
  [
    'name',
    'group',
    'formula',
    'system',
    'colour',
    'mohs',
    'gravity',
    'streak',
    'lustre',
    'locality',
    'year',
    'after',
  ],
  `
Askerite | Sulfides | Cu₃AsSe₂ | Cubic | steel grey | 3.5 | 5.62 | black | metallic | Lerrin Mine | 1931 | the chemist Ola Asker
Brindolite | Silicates | Ca₂Mn(SiO₄)₂ | Monoclinic | rose to brown | 5.5 | 3.41 | white | vitreous | Mount Harrow | 1962 | the village of Brindol
Calvertine | Carbonates | Sr₂Zn(CO₃)₃ | Trigonal | pale blue | 4 | 3.98 | white | pearly | Calvert Quarry | 1904 | Calvert Quarry
Dunmorite | Phosphates | FeAl(PO₄)(OH)₂ | Orthorhombic | olive green | 4.5 | 3.07 | pale green | vitreous | Dun Mor | 1978 | Dun Mor
Ellandite | Silicates | NaLiZrSi₆O₁₅ | Hexagonal | colourless | 6 | 2.79 | white | vitreous | Mount Harrow | 1987 | the geologist Ruth Elland
Ferrowickite | Oxides | Fe₂TiO₅ | Orthorhombic | brown-black | 6 | 4.41 | dark brown | submetallic | Lerrin Mine | 1949 | its iron content and wickite
Gorslake spar | Carbonates | BaMg(CO₃)₂ | Trigonal | honey yellow | 3.5 | 3.83 | white | vitreous | Gors Lake | 1822 | Gors Lake
Hollinite | Sulfides | PbSb₂S₄ | Monoclinic | lead grey | 2.5 | 5.31 | grey | metallic | Lerrin Mine | 1917 | the miner Jack Hollin
Isverite | Silicates | Mg₅Al(AlSi₃O₁₀)(OH)₈ | Triclinic | dark green | 2 | 2.68 | white | greasy | Mount Harrow | 1955 | the Isver glacier
Kettleyite | Phosphates | Ca₅(PO₄)₃Br | Hexagonal | violet | 5 | 3.36 | white | resinous | Dun Mor | 2003 | the collector Ann Kettley
Lorvenite | Oxides | MnSb₂O₆ | Trigonal | cherry red | 7 | 5.18 | yellow-brown | adamantine | Calvert Quarry | 1990 | the river Lorven
Merrowite | Halides | Na₃MgF₅ | Tetragonal | white | 2.5 | 2.94 | white | waxy | Gors Lake | 1969 | the legend of the merrow
Nantloite | Sulfides | Ag₄GeS₄ | Orthorhombic | iron black | 3 | 6.02 | black | metallic | Lerrin Mine | 1938 | the Nantlo valley
Oxenholmite | Halides | PbClF₂ | Tetragonal | amber | 3 | 6.87 | - | adamantine | Calvert Quarry | 2011 | the hamlet of Oxenholm Row
Prennalite | Silicates | K₂CaBe₄Si₁₀O₂₆ | Monoclinic | sky blue | 6.5 | 2.63 | white | vitreous | Mount Harrow | 2016 | the teacher Iolo Prennal
Quarlite | Oxides | ZnAl₂O₄ | Cubic | deep blue | 7.5 | 4.58 | grey | vitreous | Dun Mor | 1889 | -
`,
).map((row) => ({
  name: row.name!,
  group: row.group!,
  formula: row.formula!,
  system: row.system!,
  colour: row.colour!,
  mohs: Number(row.mohs),
  gravity: Number(row.gravity),
  streak: row.streak ?? null,
  lustre: row.lustre!,
  locality: row.locality!,
  year: Number(row.year),
  after: row.after ?? null,
  path: articleOf(row.name!),
}))

export type Mineral = (typeof MINERALS)[number]

export function articleOf(name: string): string {
  return `/wiki/${name.replaceAll(' ', '_')}`
}

export const GROUPS = [...new Set(MINERALS.map(({ group }) => group))].toSorted()

export const LOCALITIES = rows(
  ['name', 'county', 'kind', 'elevation', 'worked', 'coordinates'],
  `
Calvert Quarry | Westmarch | Limestone quarry | 214 | 1861–1974 | 54.412° N, 2.871° W
Dun Mor | Inverlaggan | Coastal cliff | 88 | - | 57.903° N, 5.318° W
Gors Lake | Ceredyth | Salt lake | 31 | 1799–1850 | 52.266° N, 3.917° W
Lerrin Mine | Pencarrow | Silver and lead mine | 143 | 1702–1952 | 50.388° N, 4.645° W
Mount Harrow | Westmarch | Syenite massif | 791 | - | 54.520° N, 3.012° W
`,
).map((row) => ({
  name: row.name!,
  county: row.county!,
  kind: row.kind!,
  elevation: Number(row.elevation),
  worked: row.worked ?? null,
  coordinates: row.coordinates!,
  path: articleOf(row.name!),
}))

export type Locality = (typeof LOCALITIES)[number]

/** All titles in alphabetical order, as the index of the site goes through them. */
const TITLES = [...MINERALS, ...LOCALITIES].map(({ name }) => name).toSorted()

export const INDEX = chunks(TITLES, 8).map((titles, at) => ({
  titles,
  path:
    at === 0
      ? '/wiki/Special:AllPages'
      : `/w/index.php?title=Special:AllPages&from=${titles[0]!.replaceAll(' ', '+')}`,
}))
