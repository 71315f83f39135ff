import { each, esc } from '../../../markup.ts'
import { createSite, ELSEWHERE } from '../../../site.ts'
import { JOBS, PLANS, POSTS, TEAM } from './company.ts'
import type { Job } from './company.ts'
import { tasks } from './tasks.ts'

/** A software company: rendered components, hashed class names, the state of the page in a script. */
export const ledgerline = createSite({
  name: 'ledgerline',
  language: 'en',
  pages: {
    '/': page('Invoicing without the dread', home()),
    '/pricing': page('Pricing', pricing()),
    '/about': page('About', about()),
    '/about/team': page('Team', team()),
    '/about/investors': page('Investors', investors()),
    '/contact': page('Contact', contact()),
    '/careers': page('Careers', careers()),
    ...Object.fromEntries(JOBS.map((job) => [job.path, page(job.title, jobPage(job))])),
    '/blog': page('Blog', blog()),
    ...Object.fromEntries(POSTS.map((post) => [post.path, page(post.title, postPage(post))])),
    '/product/invoices': page(
      'Invoices',
      `<h1>Invoices</h1><p>Draft, send and chase in one place. Up to 5,000 a month on Firm.</p>`,
    ),
    '/product/ledger': page('Ledger', `<h1>Ledger</h1><p>Double entry underneath, plain words on top.</p>`),
    '/product/integrations': page('Integrations', integrations()),
    '/legal/imprint': page('Imprint', imprint()),
    '/legal/privacy': page(
      'Privacy',
      `<h1>Privacy</h1><p>Our data protection officer is Odalys Ferrer, dpo@ledgerline.example.</p>`,
    ),
    '/security': page(
      'Security',
      `<h1>Security</h1><p>ISO 27001 certified since 2023. Data is kept in Frankfurt and Dublin.</p>`,
    ),
    '/customers': page('Customers', customers()),
  },
  redirects: {
    '/plans': '/pricing',
    '/jobs': '/careers',
    '/login': `${ELSEWHERE}/ledgerline-app`,
    '/press-kit': `${ELSEWHERE}/press`,
  },
  deadLinks: ['/changelog'],
  files: { '/robots.txt': 'User-agent: *\nAllow: /\n' },
  notFound: page('404', '<h1>This line does not balance</h1>'),
  tasks,
})

function page(title: string, main: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charSet="utf-8"/><title>${esc(title)} · Ledgerline</title><link rel="preload" href="/_app/chunk-81f2.js" as="script"/></head><body><div id="__app"><div class="css-1x8fz0 e1f9"><header class="css-9sk2m1"><a class="css-logo" href="/">Ledgerline</a><nav class="css-17hq"><div class="css-dd"><button>Product</button><div><a href="/product/invoices">Invoices</a><a href="/product/ledger">Ledger</a><a href="/product/integrations">Integrations</a></div></div><a href="/pricing">Pricing</a><a href="/customers">Customers</a><a href="/blog">Blog</a><a href="/about">About</a></nav><a class="css-cta" href="/login">Log in</a></header><main class="css-0">${main}</main><section class="css-promo"><h2>Try Ledgerline free for 21 days</h2><a href="/pricing">Start your trial</a></section><footer class="css-3kk"><div><a href="/careers">Careers</a><a href="/contact">Contact</a><a href="/security">Security</a><a href="/changelog">Changelog</a></div><div><a href="/legal/imprint">Imprint</a><a href="/legal/privacy">Privacy</a></div></footer></div></div><script id="__STATE__" type="application/json">{"build":"7c1e","page":${JSON.stringify(title)}}</script></body></html>`
}

function home(): string {
  return `<h1 class="css-h1">Invoicing without the dread</h1><p>4,800 studios and small firms send their invoices with Ledgerline.</p><a href="/pricing">See pricing</a>`
}

function pricing(): string {
  return `<h1>Pricing</h1><p>Prices per month, billed monthly. Pay yearly and get two months free.</p><div class="css-grid">${each(
    PLANS,
    (plan) =>
      `<div class="css-card"><div class="css-name">${plan.name}</div><div class="css-amount"><span>€${plan.monthly}</span><small>/month</small></div><ul><li>${plan.invoices.toLocaleString('en-US')} invoices a month</li><li>${plan.users === 1 ? '1 user' : `${plan.users} users`}</li><li>${plan.support} support</li></ul><button>Choose ${plan.name}</button></div>`,
  )}</div><h2>Questions</h2><details><summary>Can I cancel at any time?</summary><p>Yes, with notice of 30 days.</p></details><details><summary>Is there a trial?</summary><p>Yes, 21 days.</p></details>`
}

function about(): string {
  return `<h1>About Ledgerline</h1><p>Ledgerline was started in 2016 by Greta Lindholm and Samir Haddou, who had been losing invoices together for years. Today 63 people work here.</p><p><a href="/about/team">Meet the team</a> · <a href="/about/investors">Investors</a></p>`
}

function team(): string {
  return `<h1>Team</h1><div class="css-grid">${each(TEAM, (one) => `<div class="css-person"><img alt="" src="/t.png"/><div class="css-b">${one.name}</div><div class="css-s">${one.title}</div><div class="css-s">${one.location}</div>${one.twitter === null ? '' : `<a href="${ELSEWHERE}/${one.twitter.slice(1)}">${one.twitter}</a>`}</div>`)}</div>`
}

function investors(): string {
  return `<h1>Investors</h1><p>Total funding: €31.5 million. Lead investor: Fernhill Capital (Series B, February 2025). Earlier: Skerry Ventures (Series A, 2020).</p>`
}

function contact(): string {
  return `<h1>Contact</h1><div class="css-grid"><div class="css-card"><h3>Sales</h3><p>sales@ledgerline.example</p><p>+46 31 555 01 80</p></div><div class="css-card"><h3>Support</h3><p>help@ledgerline.example</p><p>Answers within 4 hours on weekdays</p></div><div class="css-card"><h3>Press</h3><p>press@ledgerline.example</p></div></div><h2>Offices</h2><p>Gothenburg: Lilla Torget 4</p><p>Lisbon: Rua da Prata 88</p>`
}

function careers(): string {
  return `<h1>Careers</h1><p>${JOBS.length} open roles</p>${each(JOBS, (job) => `<a class="css-job" href="${job.path}"><div class="css-b">${job.title}</div><div class="css-s">${job.team} · ${job.location}</div></a>`)}`
}

function jobPage(job: Job): string {
  const salary =
    job.salaryFrom === null
      ? ''
      : `<div class="css-kv"><div>Salary</div><div>€${job.salaryFrom.toLocaleString('en-US')} – €${job.salaryTo!.toLocaleString('en-US')} a year</div></div>`
  return `<a href="/careers">← All roles</a><h1>${job.title}</h1><div class="css-kv"><div>Team</div><div>${job.team}</div></div><div class="css-kv"><div>Location</div><div>${job.location}</div></div><div class="css-kv"><div>Employment</div><div>${job.type}</div></div>${salary}${job.closes === null ? '' : `<div class="css-kv"><div>Apply by</div><div>${english(job.closes)}</div></div>`}<div class="css-kv"><div>Hiring manager</div><div>${job.manager}</div></div><h2>What you will do</h2><p>You will work with people in four time zones on things that must add up to the cent. Everybody has a budget of €1,200 for their desk.</p><button>Apply</button>`
}

function blog(): string {
  return `<h1>Blog</h1>${each(
    POSTS.toSorted((a, b) => b.date.localeCompare(a.date)),
    (post) =>
      `<article class="css-post"><a href="${post.path}"><h2>${esc(post.title)}</h2></a><p>${english(post.date)} by ${post.author}</p></article>`,
  )}`
}

function postPage(post: (typeof POSTS)[number]): string {
  return `<article><h1>${esc(post.title)}</h1><p class="css-s">${english(post.date)} · ${post.author}</p><p>${esc(post.text)}</p></article>`
}

function integrations(): string {
  return `<h1>Integrations</h1><ul class="css-tags">${each(['Banco Mar', 'Stripewell', 'Paymint', 'Kontoplus', 'Shopkeep', 'Tallyho'], (name) => `<li>${name}</li>`)}</ul>`
}

function imprint(): string {
  return `<h1>Imprint</h1><p>Ledgerline AB, Lilla Torget 4, 411 18 Gothenburg, Sweden. Organisation number 559071-4482. VAT SE559071448201. Managing director: Greta Lindholm.</p>`
}

function customers(): string {
  return `<h1>Customers</h1><blockquote>We stopped dreading the 31st.<cite>Aurelio Conti, Conti &amp; Figli</cite></blockquote><blockquote>Firm pays for itself at 119 a month.<cite>Maud Sørensen, Sørensen Arkitekter</cite></blockquote>`
}

function english(date: string): string {
  return new Date(`${date}T12:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
}
