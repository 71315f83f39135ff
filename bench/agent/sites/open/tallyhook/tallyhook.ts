import { each, esc, slug } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { GROUPS, INTEGRATIONS, PLANS, spoken, UPDATE_PAGES, UPDATES } from './product.ts'
import type { Integration, Update } from './product.ts'
import { tasks } from './tasks.ts'

/** A software company: plans as the columns of a table, updates that go on with “Older”, a directory of integrations. */
export const tallyhook = createSite({
  name: 'tallyhook',
  language: 'en',
  pages: {
    '/': page('Reports that send themselves', home()),
    '/pricing': page('Pricing', pricing()),
    ...Object.fromEntries(UPDATE_PAGES.map(({ path }, at) => [path, page('Changelog', changelog(at))])),
    ...Object.fromEntries(UPDATES.map((update) => [update.path, page(update.title, updatePage(update))])),
    '/integrations': page('Integrations', directory()),
    ...Object.fromEntries(
      INTEGRATIONS.map((one) => [one.path, page(`${one.name} integration`, integrationPage(one))]),
    ),
    '/customers': page('Customers', customers()),
    '/customers/harrow-and-pike': page(
      'Harrow & Pike',
      story(
        'Harrow &amp; Pike',
        'The wholesaler moved 340 weekly reports to Tallyhook and pays for the Fleet plan: “$189 a month is less than one lost pallet.”',
      ),
    ),
    '/customers/velden-clinics': page(
      'Velden Clinics',
      story(
        'Velden Clinics',
        'Eleven clinics, one Monday meeting. They use Cobaltbase and Parrotdesk and were set up in 3 days.',
      ),
    ),
    '/company': page('Company', company()),
    '/security': page('Security', security()),
    '/contact': page('Contact', contact()),
    '/legal/terms': page(
      'Terms',
      '<h1>Terms of service</h1><p>Invoices are due within 30 days. Annual plans are refunded in full during the first 21 days.</p>',
    ),
  },
  redirects: { '/plans': '/pricing', '/releases': '/changelog', '/apps/abacist': '/integrations/abacist' },
  deadLinks: ['/integrations/mailgrove'],
  notFound: page('404', '<h1>Nothing hooked here</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>${esc(title)} · Tallyhook</title><meta property="og:site_name" content="Tallyhook"/></head><body><div id="__app">
<div class="Banner_root__x81aQ">Row-level comments are here. <a href="/changelog/row-level-comments">See how</a></div>
<header class="Nav_bar__2kdJe"><a aria-label="Tallyhook" href="/"><svg width="20" height="20"></svg></a><div class="Nav_items__b9Ls0"><a href="/integrations">Integrations</a><a href="/pricing">Pricing</a><a href="/customers">Customers</a><a href="/changelog">Changelog</a></div><div class="Nav_cta__kk2d1"><a href="${ELSEWHERE}/login">Log in</a><a href="${ELSEWHERE}/signup">Start free trial</a></div></header>
<div class="Layout_main__7Yt3p">${main}</div>
<section class="Cta_box__0aPw2"><h3>Try it for 14 days</h3><p>No card needed.</p></section>
<footer class="Foot_root__11Lzx"><div><h5>Product</h5><a href="/pricing">Pricing</a><a href="/integrations">Integrations</a><a href="/security">Security</a></div><div><h5>Company</h5><a href="/company">About</a><a href="/contact">Contact</a><a href="/legal/terms">Terms</a></div><div>© 2026 Tallyhook B.V.</div></footer></div></body></html>`
}

function home(): string {
  return `<h1>Reports that send themselves</h1><p>Connect your sheets, say who gets what, and go home on time. From $10 a month.</p><div class="Logos_row__ab3">Trusted by Harrow &amp; Pike, Velden Clinics and 2,300 other teams</div>
<div class="Grid_three__m2">${each(INTEGRATIONS.slice(0, 3), tile)}</div>`
}

function pricing(): string {
  const rowsOf: [string, (plan: (typeof PLANS)[number]) => string][] = [
    ['Billed monthly', ({ monthly }) => monthly ?? 'Let’s talk'],
    ['Billed yearly, a month', ({ yearly }) => yearly ?? 'Let’s talk'],
    ['Seats included', ({ seats }) => seats],
    ['Reports a month', ({ reports }) => reports],
    ['History', ({ history }) => history],
    ['Single sign-on', ({ hasSso }) => tick(hasSso)],
    ['Audit log', ({ hasAudit }) => tick(hasAudit)],
    ['Support', ({ support }) => support],
  ]
  return `<h1>Pricing</h1><p>Change or cancel at any time.</p>
<div class="Table_scroll__q0"><table class="Table_compare__f3"><thead><tr><th></th>${each(PLANS, ({ name }) => `<th scope="col">${name}</th>`)}</tr></thead><tbody>${each(
    rowsOf,
    ([label, cell]) =>
      `<tr><th scope="row">${label}</th>${each(PLANS, (plan) => `<td>${cell(plan)}</td>`)}</tr>`,
  )}</tbody></table></div>
<h2>Questions</h2><details><summary>What does an extra seat cost?</summary><p>$6 a month on Crew, $5 a month on Fleet.</p></details><details><summary>Do you have prices for charities?</summary><p>Yes, charities get 40% off every plan but Solo.</p></details>`
}

function tick(isThere: boolean): string {
  return isThere ? '<span aria-label="Yes">✓</span>' : '<span aria-label="No">–</span>'
}

function changelog(at: number): string {
  const older = UPDATE_PAGES[at + 1]
  return `<h1>Changelog</h1><p>What we shipped, fixed and changed our minds about.</p>${each(UPDATE_PAGES[at]!.updates, entry)}
${older ? `<a class="Button_ghost__z1" href="${older.path}">Older updates →</a>` : '<p>That is where it all began.</p>'}`
}

function entry({ title, date, type, path, text }: Update): string {
  return `<section class="Entry_root__p3Xq"><div class="Entry_side__w2"><time datetime="${date}">${spoken(date)}</time><span class="Tag_${type.toLowerCase()}__s1">${type}</span></div><div class="Entry_body__e7"><h2><a href="${path}">${title}</a></h2><p>${esc(text)}</p></div></section>`
}

function updatePage(update: Update): string {
  const at = UPDATES.indexOf(update)
  const next = UPDATES[at - 1]
  const previous = UPDATES[at + 1]
  return `<a href="/changelog">← Changelog</a><h1>${update.title}</h1><div class="Meta_line__t5"><time datetime="${update.date}">${spoken(update.date)}</time> · ${update.type} · by ${update.by}</div><p>${esc(update.text)}</p>
<div class="Callout_box__n8"><strong>Available on</strong> ${update.plans}</div><div class="Pager_root__c4">${previous ? `<a href="${previous.path}">Previous: ${previous.title}</a>` : ''}${next ? `<a href="${next.path}">Next: ${next.title}</a>` : ''}</div>`
}

function directory(): string {
  return `<h1>Integrations</h1><p>${INTEGRATIONS.length} ways to get numbers in and reports out.</p><div class="Chips_row__l9">${each(GROUPS, (group) => `<a href="#${slug(group)}">${group}</a>`)}</div>
${each(
  GROUPS,
  (group) =>
    `<h2 id="${slug(group)}">${group}</h2><div class="Grid_three__m2">${each(
      INTEGRATIONS.filter((one) => one.group === group),
      tile,
    )}</div>`,
)}<p>Coming soon: <a href="/integrations/mailgrove">Mailgrove</a></p>`
}

function tile({ path, name, line }: Integration): string {
  return `<a class="Tile_card__h6" href="${path}"><img alt="" src="/logo.svg"/><div class="Tile_name__y2">${name}</div><div class="Tile_line__u4">${line}</div></a>`
}

function integrationPage(one: Integration): string {
  const others = INTEGRATIONS.filter(({ group, name }) => group === one.group && name !== one.name)
  return `<a href="/integrations">← All integrations</a><div class="Split_root__d0"><div><h1>${one.name}</h1><p>${one.line}.</p><h3>How it works</h3><ol><li>Open Settings, Connections.</li><li>Choose ${one.name} and sign in.</li><li>Pick the sheets that may use it.</li></ol></div>
<aside class="Facts_panel__k7"><div><div class="Facts_label__a1">Built by</div><div>${one.maker}</div></div><div><div class="Facts_label__a1">Category</div><div>${one.group}</div></div><div><div class="Facts_label__a1">Setup time</div><div>${one.setup}</div></div><div><div class="Facts_label__a1">Lowest plan</div><div>${one.plan}</div></div><div><div class="Facts_label__a1">Sync</div><div>${one.direction}</div></div></aside></div>
<h3>More in ${one.group}</h3><div class="Grid_three__m2">${each(others, tile)}</div>`
}

function customers(): string {
  return `<h1>Customers</h1><div class="Grid_two__m3"><a class="Tile_card__h6" href="/customers/harrow-and-pike"><div>Harrow &amp; Pike</div><div>340 reports a week</div></a><a class="Tile_card__h6" href="/customers/velden-clinics"><div>Velden Clinics</div><div>Eleven clinics, one meeting</div></a></div>`
}

function story(name: string, text: string): string {
  return `<h1>${name}</h1><p>${text}</p><a href="/customers">More stories</a>`
}

function company(): string {
  return `<h1>We like it when the office is empty at five</h1><p>Tallyhook was started in 2019 in Utrecht by Wanda Osei and Piet Rademaker, who had spent too many Fridays copying cells. Today we are 37 people in 9 countries.</p><p>Registered as Tallyhook B.V., Oudegracht 411, 3511 PH Utrecht, The Netherlands.</p>`
}

function security(): string {
  return `<h1>Security</h1><p>All data is kept in Frankfurt and Dublin, encrypted with AES-256. Our last penetration test was done by Redfern Audits in February 2026.</p><p>On Fleet and Armada we promise an uptime of 99.95%.</p>`
}

function contact(): string {
  return `<h1>Contact</h1><p>Sales: <a href="mailto:sales@tallyhook.example">sales@tallyhook.example</a></p><p>Help: <a href="mailto:help@tallyhook.example">help@tallyhook.example</a></p><p>Phone for customers on Armada: see your contract.</p>`
}
