import { rows, slug } from '../../../markup.ts'

export const PLANS = [
  { name: 'Solo', monthly: 12, invoices: 50, users: 1, support: 'Email' },
  { name: 'Studio', monthly: 39, invoices: 500, users: 5, support: 'Email and chat' },
  { name: 'Firm', monthly: 119, invoices: 5000, users: 25, support: 'Phone, email and chat' },
]

export const TEAM = rows(
  ['name', 'title', 'location', 'twitter'],
  `
Greta Lindholm | Chief Executive Officer | Gothenburg | @gretalind
Samir Haddou | Chief Technology Officer | Lisbon | @samirh
Philippa Okafor | Head of Customer Success | Manchester | -
Dmitri Vance | Head of Design | Berlin | @dvance
Yui Nakashima | Staff Engineer, Payments | Osaka | -
Carlos Benítez | Staff Engineer, Ledger | Valencia | @cbenitez
Hannah Trask | Product Manager | Dublin | -
Odalys Ferrer | Compliance Officer | Lisbon | -
Bram de Wit | Account Executive | Utrecht | @bramdewit
`,
).map((row) => ({
  name: row.name!,
  title: row.title!,
  location: row.location!,
  twitter: row.twitter ?? null,
}))

export const JOBS = rows(
  ['title', 'team', 'location', 'salaryFrom', 'salaryTo', 'type', 'closes', 'manager'],
  `
Senior Backend Engineer | Engineering | Remote (EU) | 78000 | 96000 | Full-time | 2025-06-30 | Carlos Benítez
Site Reliability Engineer | Engineering | Lisbon | 70000 | 88000 | Full-time | 2025-07-15 | Samir Haddou
Product Designer | Design | Berlin | - | - | Full-time | 2025-06-20 | Dmitri Vance
Customer Success Associate | Customer Success | Manchester | 31000 | 36000 | Part-time | 2025-05-31 | Philippa Okafor
Tax Content Writer | Marketing | Remote (UK) | - | - | Contract | - | Hannah Trask
Payments Analyst | Finance | Dublin | 48000 | 57000 | Full-time | 2025-08-01 | Odalys Ferrer
`,
).map((row) => ({
  title: row.title!,
  team: row.team!,
  location: row.location!,
  salaryFrom: row.salaryFrom === undefined ? null : Number(row.salaryFrom),
  salaryTo: row.salaryTo === undefined ? null : Number(row.salaryTo),
  type: row.type!,
  closes: row.closes ?? null,
  manager: row.manager!,
  path: `/careers/${slug(row.title!)}`,
}))

export type Job = (typeof JOBS)[number]

export const POSTS = rows(
  ['title', 'date', 'author', 'text'],
  `
We raised our Series B | 2025-02-18 | Greta Lindholm | Fernhill Capital leads a round of €24 million. Our Studio plan stays at the price it has always had.
Why Studio cost €29 in 2022 | 2022-11-03 | Hannah Trask | A look back at old pricing: Solo was €9, Studio €29, Firm €99 a month.
How double entry survived five centuries | 2024-09-12 | Carlos Benítez | Luca Pacioli would recognise our ledger, if not our databases.
Meet Yui, who moves your money | 2024-12-05 | Philippa Okafor | Yui Nakashima lived in Lisbon before she returned to Osaka.
Reconciling bank feeds at night | 2025-03-27 | Yui Nakashima | Ninety million lines, four hours, one very tired queue.
Our remote work policy, revisited | 2024-05-21 | Philippa Okafor | Two gatherings a year, one stipend of €1,200, no surveillance.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  author: row.author!,
  text: row.text!,
  path: `/blog/${slug(row.title!)}`,
}))
