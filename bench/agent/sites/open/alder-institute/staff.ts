import { rows, slug } from '../../../markup.ts'

export const GROUPS = [
  { code: 'ice', name: 'Ice and Oceans', head: 'Prof. Dr. Ragna Solheim' },
  { code: 'soil', name: 'Soil Carbon', head: 'Dr. Benedek Horváth' },
  { code: 'urban', name: 'Urban Climate', head: 'Prof. Dr. Celeste Okonjo' },
  { code: 'admin', name: 'Administration', head: 'Marguerite Dufay' },
]

export const STAFF = rows(
  ['name', 'role', 'group', 'room', 'phone', 'since', 'interests'],
  `
Prof. Dr. Ragna Solheim | Head of Group | ice | A 3.01 | +47 55 01 31 10 | 2009 | sea ice thickness; satellite altimetry; polar lows
Dr. Tobias Winther | Senior Scientist | ice | A 3.04 | +47 55 01 31 14 | 2013 | ocean heat transport; moorings
Dr. Anneli Korpela | Scientist | ice | A 3.05 | - | 2019 | snow on sea ice; microwave radiometry
Pietro Zamboni | Doctoral Researcher | ice | A 3.11 | +47 55 01 31 27 | 2022 | iceberg drift; Lagrangian models
Ingrid Vasstrand | Doctoral Researcher | ice | A 3.11 | - | 2023 | fjord circulation; meltwater plumes
Dr. Benedek Horváth | Head of Group | soil | B 1.02 | +47 55 01 42 02 | 2014 | microbial respiration; peat
Dr. Lucía Ferreiro | Senior Scientist | soil | B 1.06 | +47 55 01 42 09 | 2016 | isotopes; root exudates
Dr. Solomon Adeyemi | Scientist | soil | B 1.07 | +47 55 01 42 11 | 2020 | permafrost thaw; methane flux
Jorunn Aasen | Laboratory Technician | soil | B 0.14 | +47 55 01 42 30 | 2011 | mass spectrometry; sample archive
Mateusz Wilk | Doctoral Researcher | soil | B 1.12 | - | 2021 | biochar; field trials
Prof. Dr. Celeste Okonjo | Head of Group | urban | C 2.01 | +47 55 01 53 01 | 2017 | heat islands; street trees; urban canopy models
Dr. Hamish Laidlaw | Senior Scientist | urban | C 2.03 | +47 55 01 53 05 | 2018 | low-cost sensors; air quality
Dr. Yuna Takemori | Scientist | urban | C 2.04 | +47 55 01 53 08 | 2021 | cloudbursts; blue roofs
Elin Sandvik | Research Engineer | urban | C 2.09 | +47 55 01 53 15 | 2015 | data platforms; sensor calibration
Rafael Moura | Doctoral Researcher | urban | C 2.10 | - | 2023 | night-time cooling; tropical cities
Marguerite Dufay | Head of Administration | admin | D 0.02 | +47 55 01 20 02 | 2006 | budgets; personnel
Odd-Arne Lien | Press Officer | admin | D 0.05 | +47 55 01 20 20 | 2018 | press; exhibitions
Nadia Rahmani | Librarian | admin | D 0.11 | +47 55 01 20 33 | 2012 | collections; open access
`,
).map((row) => {
  const bare = row.name!.replaceAll(/Prof\. |Dr\. /g, '')
  const [first = '', ...last] = bare.split(' ')
  return {
    name: row.name!,
    bare,
    role: row.role!,
    group: GROUPS.find(({ code }) => code === row.group)!,
    room: row.room!,
    phone: row.phone ?? null,
    since: Number(row.since),
    interests: row.interests!.split('; '),
    email: `${slug(first)}.${slug(last.join(' '))}@alder.example`,
    path: `/people/${slug(bare)}/`,
  }
})

export type Person = (typeof STAFF)[number]

export const NEWS = rows(
  ['title', 'date', 'text'],
  `
Solheim awarded the Nansen Medal | 12 March 2024 | Ragna Solheim receives the medal for thirty years of measuring sea ice. The medal was first given in 1979.
Record heat in the city centre | 3 July 2024 | On 28 June, sensors of the Urban Climate group read 34.6 degrees on Torget. Hamish Laidlaw explains why trees matter.
New mass spectrometer arrives | 20 September 2024 | Jorunn Aasen and her colleagues unpacked a machine of 900 kilograms. It stands in room B 0.15 now.
Open day draws 1,400 visitors | 14 October 2024 | Families took sediment cores from jelly, and the library lent out all of its polar novels.
Yuna Takemori joins the city's flood council | 9 January 2025 | The council advises the mayor. Before she came to us, Takemori worked in Osaka, room 4411.
Obituary: Gunnar Alder | 2 February 2025 | The founder of our institute died at the age of 91. He led it from 1968 to 1994.
`,
).map((row) => ({ title: row.title!, date: row.date!, text: row.text!, path: `/news/${slug(row.title!)}/` }))
