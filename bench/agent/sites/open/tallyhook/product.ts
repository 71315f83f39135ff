import { chunks, rows, slug } from '../../../markup.ts'

export const PLANS = rows(
  ['name', 'monthly', 'yearly', 'seats', 'reports', 'history', 'sso', 'audit', 'support'],
  `
Solo | $12 | $10 | 1 | 50 | 30 days | no | no | Community forum
Crew | $49 | $41 | 8 | 600 | 12 months | no | yes | Email, next business day
Fleet | $189 | $158 | 40 | 5,000 | 3 years | yes | yes | Chat, 4 hours
Armada | - | - | Unlimited | Unlimited | 7 years | yes | yes | Named engineer
`,
).map((row) => ({
  name: row.name!,
  monthly: row.monthly ?? null,
  yearly: row.yearly ?? null,
  seats: row.seats!,
  reports: row.reports!,
  history: row.history!,
  hasSso: row.sso === 'yes',
  hasAudit: row.audit === 'yes',
  support: row.support!,
}))

/** What was released, the newest first. */
export const UPDATES = rows(
  ['title', 'date', 'type', 'plans', 'by', 'text'],
  `
Snapshots on a schedule | 2026-06-18 | New | Crew and up | Wanda Osei | Pick an hour and a weekday, and Tallyhook keeps a frozen copy of every sheet in the workspace.
Faster joins on wide sheets | 2026-06-03 | Improved | All plans | Piet Rademaker | Joins over more than 200 columns are now four times as fast.
Alert digests no longer arrive twice | 2026-05-27 | Fixed | All plans | Lucía Ferrán | A digest that was retried after a time-out was sent twice. It is not any more.
Row-level comments | 2026-05-12 | New | Fleet and up | Wanda Osei | Comment on a single row, mention a colleague, and resolve the thread when it is done.
Dark charts for dark slides | 2026-04-29 | Improved | All plans | Ines Abelló | Exported charts take the colours of the deck they are put in.
Time zones in recurring reports | 2026-04-15 | Fixed | All plans | Piet Rademaker | Reports for Monday are sent on Monday, also west of Denver.
Approvals before a report goes out | 2026-03-31 | New | Fleet and up | Lucía Ferrán | A second pair of eyes can be made compulsory for every report that leaves the company.
Smaller PDF exports | 2026-03-10 | Improved | All plans | Ines Abelló | Exports with many images are 60% smaller.
Formula hints in three languages | 2026-02-24 | New | All plans | Wanda Osei | Hints now speak German, Portuguese and Japanese.
Sign-in links expire after ten minutes | 2026-02-05 | Improved | All plans | Piet Rademaker | They used to be valid for a whole day.
Broken totals in grouped tables | 2026-01-20 | Fixed | Crew and up | Lucía Ferrán | Totals of groups with hidden rows were too low.
Shared colour palettes | 2025-12-11 | New | Crew and up | Ines Abelló | Define the colours of your company once and use them in every chart.
`,
).map((row) => ({
  title: row.title!,
  date: row.date!,
  type: row.type!,
  plans: row.plans!,
  by: row.by!,
  text: row.text!,
  path: `/changelog/${slug(row.title!)}`,
}))

export type Update = (typeof UPDATES)[number]

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day}, ${year}`
}

/** Every page but the first is asked for by the last day of the one before it. */
export const UPDATE_PAGES = chunks(UPDATES, 5).map((updates, at) => ({
  updates,
  path: at === 0 ? '/changelog' : `/changelog?before=${UPDATES[at * 5 - 1]!.date}`,
}))

export const INTEGRATIONS = rows(
  ['name', 'group', 'line', 'maker', 'setup', 'plan', 'direction'],
  `
Parrotdesk | Chat | Alerts and digests in your channels | Tallyhook | 2 minutes | Solo | One-way
Huddlewire | Chat | Ask for a chart from any conversation | Huddlewire Inc. | 5 minutes | Crew | Two-way
Krate | Storage | Drop files, get sheets | Tallyhook | 4 minutes | Solo | Two-way
Silobox | Storage | Nightly copies into your own bucket | Tallyhook | 15 minutes | Fleet | One-way
Glacierpoint | Storage | Archive snapshots for the long run | Northmoor Labs | 20 minutes | Armada | One-way
Cobaltbase | Databases | Read tables and views live | Tallyhook | 10 minutes | Crew | Two-way
Ferrodb | Databases | Change streams into sheets | Ferro Systems | 25 minutes | Fleet | One-way
Pinecrate SQL | Databases | Query with plain SQL | Tallyhook | 10 minutes | Crew | One-way
Leadmeadow | Sales | Pipelines, deals and owners | Tallyhook | 8 minutes | Crew | Two-way
Quotewise | Sales | Quotes and signed offers | Quotewise GmbH | 12 minutes | Fleet | One-way
Closerly | Sales | Call notes next to the numbers | Closerly | 6 minutes | Crew | One-way
Abacist | Accounting | Ledgers and open invoices | Tallyhook | 18 minutes | Crew | Two-way
Coinpurse | Accounting | Payouts by day and currency | Tallyhook | 7 minutes | Solo | One-way
Taxfern | Accounting | Rates for 90 countries | Taxfern Ltd. | 9 minutes | Fleet | One-way
`,
).map((row) => ({
  name: row.name!,
  group: row.group!,
  line: row.line!,
  maker: row.maker!,
  setup: row.setup!,
  plan: row.plan!,
  direction: row.direction!,
  path: `/integrations/${slug(row.name!)}`,
}))

export type Integration = (typeof INTEGRATIONS)[number]

export const GROUPS = [...new Set(INTEGRATIONS.map(({ group }) => group))]
