import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const ROWS = [
  ['INV-2031', '3 Feb 2026', '€ 120.00', 'Paid'],
  ['INV-2044', '1 Mar 2026', '€ 87.50', 'Open'],
  ['INV-2058', '2 Apr 2026', '€ 240.00', 'Paid'],
] as const

const BODY = `
<aside class="side"><a href="/account">Overview</a><a href="/account/invoices">Invoices</a><a href="/account/team">Team</a></aside>
<main><h1>Invoices</h1><table><thead><tr><th>Number</th><th>Date</th><th>Amount</th><th>Status</th><th></th></tr></thead><tbody>${ROWS.map(
  ([number, date, amount, status]) =>
    `<tr><td>${number}</td><td>${date}</td><td>${amount}</td><td>${status}</td><td><a class="dl" href="/files/${number}.pdf" download title="Download PDF"><svg width="14" height="14"><path d="M7 0v10M3 6l4 4 4-4" stroke="#06c" fill="none"/></svg></a></td></tr>`,
).join('')}</tbody></table><p><a href="/files/all-invoices.zip" download>Download all as ZIP</a></p></main>`

const STYLE = `body{display:flex}.side{width:180px;padding:20px;background:#f5f5f7}.side a{display:block;padding:6px 0}main{padding:20px}td,th{padding:8px 16px;text-align:left}`
const FILE = Buffer.from('%PDF-1.4\n%an invoice\n')

/** Files behind icons in a table. */
export const invoices: Flow = {
  name: 'invoices',
  kind: 'file download',
  pages: {
    '/account': page({
      title: 'My account',
      style: STYLE,
      body: '<aside class="side"><a href="/account">Overview</a><a href="/account/invoices">Invoices</a></aside><main><h1>Hello Petra</h1></main>',
    }),
    '/account/invoices': page({ title: 'Invoices', style: STYLE, body: BODY }),
  },
  answer: ({ path }) =>
    path.startsWith('/files/')
      ? {
          type: 'application/octet-stream',
          headers: { 'content-disposition': `attachment; filename="${path.slice(7)}"` },
          body: FILE,
        }
      : undefined,
  trials: [
    {
      prompts: ['Go to Invoices and download the invoice INV-2044'],
      expect: { at: '/account/invoices', downloads: ['INV-2044.pdf'] },
      async solve(tab) {
        await tab.click('text=Invoices')
        await tab.click('tr:has-text("INV-2044") .dl')
      },
    },
    {
      start: '/account/invoices',
      prompts: ['Which invoice is still open? Then download all invoices as a zip.'],
      expect: { downloads: ['all-invoices.zip'], output: ['INV-2044'] },
      solve: (tab) => tab.click('text=Download all as ZIP'),
    },
  ],
}
