import { rows, slug } from '../../../markup.ts'

export const DEPARTMENTS = rows(
  ['name', 'place', 'phone', 'head', 'line'],
  `
Cardiology | Building A, level 2 | (555) 014-2200 | Dr. Imogen Farrow | Heart and circulation, from first check to rehabilitation.
Orthopaedics | Building B, ground floor | (555) 014-2300 | Dr. Tobias Renwick | Bones, joints and everything that moves them.
Paediatrics | Building C, level 1 | (555) 014-2400 | Dr. Noor Halabi | Care for children from birth to sixteen.
Imaging | Building A, ground floor | (555) 014-2500 | Dr. Callum Oyelaran | X-ray, CT, MRI and ultrasound.
Administration | Building D, level 3 | (555) 014-2000 | Rosalind Keane | The people who keep the lights on.
`,
).map((row) => ({
  name: row.name!,
  place: row.place!,
  phone: row.phone!,
  head: row.head!,
  line: row.line!,
  path: `/departments/${slug(row.name!)}`,
}))

/** In the order of family names. */
export const PEOPLE = rows(
  ['title', 'first', 'last', 'role', 'department', 'phone', 'office', 'languages', 'accepts', 'since'],
  `
- | Marisol | Abernethy | Nurse Practitioner | Paediatrics | (555) 014-2417 | C-114 | English, Spanish | yes | 2018
Dr. | Ewan | Castellane | Orthopaedic Surgeon | Orthopaedics | (555) 014-2311 | B-021 | English, Italian | no | 2012
Dr. | Priya | Chandrasen | Cardiologist | Cardiology | (555) 014-2212 | A-233 | English, Hindi, Tamil | yes | 2016
- | Joanna | Delacourt | Physiotherapist | Orthopaedics | - | B-040 | English, French | yes | 2021
Dr. | Imogen | Farrow | Head of Cardiology | Cardiology | (555) 014-2201 | A-230 | English | no | 2005
- | Gideon | Frisch | Chief Financial Officer | Administration | (555) 014-2013 | D-305 | - | - | 2019
Dr. | Noor | Halabi | Head of Paediatrics | Paediatrics | (555) 014-2401 | C-110 | English, Arabic | yes | 2010
- | Beatriz | Inchausti | Echocardiography Technician | Cardiology | - | A-218 | English, Spanish, Basque | - | 2022
- | Rosalind | Keane | Chief Executive | Administration | (555) 014-2001 | D-301 | - | - | 2014
Dr. | Lowell | Kimbrough | Paediatrician | Paediatrics | (555) 014-2408 | C-112 | English | no | 2015
- | Anton | Lisovsky | Radiographer | Imaging | (555) 014-2519 | - | English, Ukrainian | - | 2020
Dr. | Fenella | Marchbank | Cardiac Electrophysiologist | Cardiology | (555) 014-2216 | A-236 | English, German | yes | 2017
- | Dashiell | Norcott | Patient Services Manager | Administration | (555) 014-2030 | D-312 | English | - | 2013
Dr. | Callum | Oyelaran | Head of Imaging | Imaging | (555) 014-2501 | A-010 | English, Yoruba | - | 2011
Dr. | Sunniva | Pedersdatter | Paediatric Allergist | Paediatrics | (555) 014-2411 | C-118 | English, Norwegian | yes | 2023
Dr. | Tobias | Renwick | Head of Orthopaedics | Orthopaedics | (555) 014-2301 | B-020 | English | no | 2008
- | Clementine | Sayre | Human Resources Officer | Administration | - | D-308 | English, French | - | 2020
Dr. | Hideo | Tanemura | Hand Surgeon | Orthopaedics | (555) 014-2314 | B-024 | English, Japanese | yes | 2019
- | Wilhelmina | Trask | Cardiac Nurse | Cardiology | (555) 014-2224 | A-220 | English, Dutch | - | 2009
Dr. | Oriel | Vance-Whitley | Radiologist | Imaging | (555) 014-2504 | A-012 | English, Welsh | - | 2016
- | Zephyr | Yarrow | Sonographer | Imaging | (555) 014-2522 | A-015 | English | - | 2024
`,
).map((row) => {
  const bare = `${row.first} ${row.last}`
  const email = `${row.first![0]}.${row.last}`.toLowerCase().replaceAll('-', '')
  return {
    name: row.title ? `${row.title} ${bare}` : bare,
    bare,
    last: row.last!,
    role: row.role!,
    department: row.department!,
    email: `${email}@larkmoor-clinic.example`,
    phone: row.phone ?? null,
    office: row.office ?? null,
    languages: row.languages ?? null,
    accepts: row.accepts ?? null,
    since: row.since!,
    path: `/people/${slug(bare)}`,
  }
})

export type Person = (typeof PEOPLE)[number]
export type Department = (typeof DEPARTMENTS)[number]

/** The directory in pages of letters. */
export const LETTER_PAGES = ['A–F', 'G–L', 'M–R', 'S–Z'].map((title, at) => ({
  title,
  path: at === 0 ? '/our-people' : `/our-people/${slug(title)}`,
  people: PEOPLE.filter(({ last }) => last[0]! >= title[0]! && last[0]! <= title.at(-1)!),
}))

export function staffOf(department: string): Person[] {
  return PEOPLE.filter((person) => person.department === department)
}
