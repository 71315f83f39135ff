import { chunks, rows, slug } from '../../../markup.ts'

export const OFFICES = rows(
  ['name', 'street', 'city', 'phone', 'manager'],
  `
Edinburgh | 18 Canning Row | Edinburgh EH3 8LZ | +44 131 496 0400 | Rosalind Thackeray
Aberdeen | Balfour House, 5 Quay Brae | Aberdeen AB11 5QD | +44 1224 496 220 | Callum Strachan-Reid
London | 62 Fetterlock Lane | London EC4A 9XP | +44 20 7946 0710 | Imogen Ashgrove
`,
).map((row) => ({
  name: row.name!,
  street: row.street!,
  city: row.city!,
  phone: row.phone!,
  manager: row.manager!,
  path: `/offices/${slug(row.name!)}`,
}))

export const PRACTICES = [
  { name: 'Energy', line: 'Wind, grid and what comes after oil.' },
  { name: 'Employment', line: 'From the first contract to the last day.' },
  { name: 'Real Estate', line: 'Land, leases and large buildings.' },
  { name: 'Disputes', line: 'In court when it has to be, outside when it can be.' },
  { name: 'Tax', line: 'For companies, families and their trusts.' },
].map((practice) => ({ ...practice, path: `/practices/${slug(practice.name)}` }))

/** In the order of the directory, by last name. */
export const PEOPLE = rows(
  ['name', 'position', 'practice', 'office', 'phone', 'languages', 'admitted', 'school'],
  `
Adaeze Abernethy | Associate | Energy | Aberdeen | +44 1224 496 231 | English, Igbo | 2021 | University of Aberdeen
Imogen Ashgrove | Partner | Disputes | London | +44 20 7946 0711 | English, French | 2003 | Durham University
Tobias Balmain | Senior Associate | Tax | Edinburgh | +44 131 496 0417 | English, German | 2015 | University of Edinburgh
Niamh Carrowell | Partner | Employment | Edinburgh | +44 131 496 0405 | English, Irish | 2006 | Trinity College Dublin
Edmund Castlegate | Counsel | Real Estate | London | - | English | 1994 | University of Bristol
Priya Dunmorrow | Associate | Disputes | London | +44 20 7946 0726 | English, Hindi, Gujarati | 2022 | King's College London
Fergus Eildon | Partner | Energy | Aberdeen | +44 1224 496 222 | English, Norwegian | 2001 | University of Glasgow
Sunniva Falkenberg | Senior Associate | Energy | Edinburgh | +44 131 496 0431 | English, Norwegian, Danish | 2016 | University of Oslo
Gwendolyn Hartsop | Partner | Tax | London | +44 20 7946 0715 | English | 1999 | University of Oxford
Marcus Inverallan | Associate | Real Estate | Edinburgh | +44 131 496 0442 | - | 2023 | University of Strathclyde
Yuki Jedburgh | Associate | Tax | Edinburgh | - | English, Japanese | 2020 | University of St Andrews
Leopold Kinnaird | Senior Associate | Disputes | Edinburgh | +44 131 496 0428 | English, Italian | 2014 | University of Edinburgh
Beatriz Lochwood | Senior Associate | Employment | London | +44 20 7946 0733 | English, Portuguese, Spanish | 2013 | University of Lisbon
Hamish Muirden | Trainee Solicitor | Energy | Aberdeen | - | English | - | Robert Gordon University
Oona Netherby | Partner | Real Estate | Edinburgh | +44 131 496 0409 | English, Finnish | 2008 | University of Helsinki
Stellan Orrock | Counsel | Disputes | London | +44 20 7946 0719 | English, Swedish | 1997 | Lund University
Faridah Pencaitland | Associate | Employment | Aberdeen | +44 1224 496 236 | English, Malay | 2021 | University of Dundee
Callum Strachan-Reid | Partner | Energy | Aberdeen | +44 1224 496 221 | English | 2004 | University of Aberdeen
Rosalind Thackeray | Managing Partner | Tax | Edinburgh | +44 131 496 0401 | English, French | 1996 | University of Cambridge
Vikram Underhay | Trainee Solicitor | Disputes | Edinburgh | - | English, Punjabi | - | University of Glasgow
Morwenna Yarrow | Associate | Real Estate | London | +44 20 7946 0738 | English, Welsh | 2019 | Cardiff University
`,
).map((row) => {
  const [first, ...last] = row.name!.split(' ')
  return {
    name: row.name!,
    position: row.position!,
    practice: PRACTICES.find(({ name }) => name === row.practice)!,
    office: OFFICES.find(({ name }) => name === row.office)!,
    phone: row.phone ?? null,
    languages: row.languages?.split(', ') ?? [],
    admitted: row.admitted ?? null,
    school: row.school!,
    email: `${first!.toLowerCase()}.${last.join('').toLowerCase()}@quarriervoss.example`,
    path: `/people/${slug(row.name!)}`,
  }
})

export type Person = (typeof PEOPLE)[number]

export const PAGES = chunks(PEOPLE, 7).map((people, at) => ({
  people,
  path: at === 0 ? '/people' : `/people?page=${at}`,
}))
