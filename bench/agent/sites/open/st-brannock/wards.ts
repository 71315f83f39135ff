import { rows, slug } from '../../../markup.ts'

/** Who sees patients, by family name. */
export const DOCTORS = rows(
  ['given', 'family', 'post', 'clinic', 'languages', 'room', 'phone', 'open', 'gmc', 'since'],
  `
Ifeoma | Adeyinka | Consultant Cardiologist | Heart Clinic | English, Igbo, French | B2.14 | 01632 960 114 | yes | 6104417 | 2014
Rhys | Bevan-Lloyd | Consultant Orthopaedic Surgeon | Bone and Joint Clinic | English, Welsh | C0.07 | 01632 960 131 | no | 4820093 | 2006
Marisol | Canto | Consultant Dermatologist | Skin Clinic | English, Spanish, Portuguese | A1.22 | 01632 960 140 | yes | 7011252 | 2019
Duncan | Eastwick | Specialty Doctor | Heart Clinic | English | B2.16 | - | yes | 7340028 | 2022
Farida | Ghorbani | Consultant Neurologist | Headache and Nerve Clinic | English, Farsi, German | D3.01 | 01632 960 152 | yes | 6213870 | 2012
Torvald | Hagen | Consultant Anaesthetist | Pain Clinic | English, Norwegian | D1.09 | 01632 960 166 | no | 5172946 | 2009
Priscilla | Jowett | Consultant Paediatrician | Children's Clinic | English, Polish | E0.03 | 01632 960 171 | yes | 6450031 | 2016
Kamal | Kulasekara | Consultant Cardiologist | Heart Clinic | English, Sinhala, Tamil | B2.15 | 01632 960 115 | no | 5523390 | 2010
Orla | Lanigan | Consultant Geriatrician | Memory Clinic | English, Irish | F1.12 | 01632 960 188 | yes | 6890174 | 2018
Benedikt | Moravec | Specialty Doctor | Skin Clinic | English, Czech, German | A1.24 | 01632 960 141 | yes | 7455106 | 2023
Suniti | Nambiar | Consultant Paediatrician | Children's Clinic | English, Malayalam | E0.05 | 01632 960 172 | no | 5918827 | 2011
Gwilym | Penhallow | Consultant Rheumatologist | Bone and Joint Clinic | English | C0.11 | 01632 960 133 | yes | 6002745 | 2013
Celeste | Quarmby | Consultant Neurologist | Headache and Nerve Clinic | English, French | D3.04 | 01632 960 153 | no | 6677012 | 2017
Amadou | Sarr | Consultant Cardiologist | Heart Clinic | English, French, Wolof | B2.18 | 01632 960 117 | yes | 7108863 | 2020
Hester | Trevanion | Consultant Psychiatrist | Memory Clinic | English | F1.15 | - | yes | 4991150 | 2007
Yusuf | Whitlock | Consultant Orthopaedic Surgeon | Bone and Joint Clinic | English, Arabic | C0.09 | 01632 960 132 | yes | 6381904 | 2015
`,
).map((row) => ({
  name: `Dr ${row.given} ${row.family}`,
  sorted: `${row.family}, Dr ${row.given}`,
  family: row.family!,
  post: row.post!,
  clinic: row.clinic!,
  languages: row.languages!.split(', '),
  room: row.room!,
  phone: row.phone ?? null,
  isOpen: row.open === 'yes',
  gmc: row.gmc!,
  since: Number(row.since),
  path: `/doctors/${slug(`${row.family} ${row.given}`)}`,
}))

export type Doctor = (typeof DOCTORS)[number]

export const RANGES = [
  ['a-e', 'A', 'E'],
  ['f-j', 'F', 'J'],
  ['k-n', 'K', 'N'],
  ['o-z', 'O', 'Z'],
] as const

export const CLINICS = rows(
  ['name', 'where', 'phone', 'hours', 'referral', 'wait', 'lead'],
  `
Bone and Joint Clinic | Tamar Wing, ground floor | 01632 960 130 | Monday to Friday, 8.30am to 5pm | GP referral needed | 11 weeks | Dr Gwilym Penhallow
Children's Clinic | Lantern Building, ground floor | 01632 960 170 | Monday to Friday, 9am to 6pm | No referral needed | 3 weeks | Dr Suniti Nambiar
Headache and Nerve Clinic | Tower Block, level 3 | 01632 960 150 | Tuesday and Thursday, 9am to 4pm | GP referral needed | 16 weeks | Dr Farida Ghorbani
Heart Clinic | Main Building, level 2 | 01632 960 110 | Monday to Friday, 8am to 5.30pm | GP referral needed | 6 weeks | Dr Kamal Kulasekara
Memory Clinic | Orchard House, level 1 | 01632 960 185 | Wednesday, 9am to 1pm | No referral needed | - | Dr Orla Lanigan
Pain Clinic | Tower Block, level 1 | 01632 960 165 | Monday and Friday, 9am to 12.30pm | GP referral needed | 20 weeks | Dr Torvald Hagen
Skin Clinic | Main Building, level 1 | 01632 960 139 | Monday to Thursday, 8.30am to 4.30pm | GP referral needed | 9 weeks | Dr Marisol Canto
`,
).map((row) => ({
  name: row.name!,
  where: row.where!,
  phone: row.phone!,
  hours: row.hours!,
  referral: row.referral!,
  needsReferral: row.referral === 'GP referral needed',
  wait: row.wait ?? null,
  lead: row.lead!,
  path: `/clinics/${slug(row.name!)}`,
}))

export const NEWS = rows(
  ['date', 'title', 'text'],
  `
14 May 2026 | New scanner arrives by crane | The scanner weighs 7 tonnes and will serve the Heart Clinic and the Pain Clinic from June. It was paid for by the League of Friends, who raised £640,000.
2 April 2026 | Children paint the Lantern corridor | Pupils of three schools painted 60 metres of wall. Dr Priscilla Jowett, who speaks Polish with many families, thanked them.
19 February 2026 | Car park B closed for resurfacing | Car park B will be closed for four weeks. Please use car park D, where the first 30 minutes are free.
8 January 2026 | Waiting times fall again | The Skin Clinic brought its waiting time down from 14 weeks in 2024, and the Heart Clinic from 10 weeks.
`,
).map((row) => ({
  date: row.date!,
  title: row.title!,
  text: row.text!,
  path: `/news/${slug(row.title!)}`,
}))

export const PARKING = [
  ['Up to 30 minutes', 'Free'],
  ['Up to 2 hours', '£2.40'],
  ['Up to 4 hours', '£4.10'],
  ['Up to 24 hours', '£7.80'],
  ['Weekly ticket', '£19.00'],
] as const
