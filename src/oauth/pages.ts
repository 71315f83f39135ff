import { createHash } from 'node:crypto'
import { STYLE } from './page-style.ts'
import type { TeamChoice } from './records.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** What goes with every page: no script, no frame around it, nothing from elsewhere, no copy kept. */
function headersFor(formTargets: readonly string[]): Record<string, string> {
  const forms = ["'self'", ...formTargets].join(' ')
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

export interface Page {
  status: number
  headers: Record<string, string>
  html: string
}

/** What every form of one sign-in carries. */
export interface Sheet {
  token: string
  /** Where a browser may be sent after the last form: Chromium holds redirects against the page's policy too. */
  formTargets: readonly string[]
  clientName: string
  problem?: string | undefined
}

/** Asks who it is. */
export function emailPage(sheet: Sheet): Page {
  return page(sheet, 'Sign in', [
    `<h1>Sign in to Winnow</h1>`,
    `<p class="soft"><strong>${escape(sheet.clientName)}</strong> wants to use Winnow for you. Say who you are first.</p>`,
    problem(sheet),
    form(sheet, [
      `<input type="hidden" name="step" value="email">`,
      `<label for="email">E-mail address</label>`,
      `<input id="email" type="email" name="email" autocomplete="email" required autofocus maxlength="320"${described(sheet)}>`,
      `<button>Continue</button>`,
    ]),
    `<details><summary>I operate this service</summary>`,
    form(sheet, [
      `<input type="hidden" name="step" value="operator">`,
      `<label for="key">Administration key</label>`,
      `<input id="key" type="password" name="key" autocomplete="off" required maxlength="512">`,
      `<button class="plain">Sign in as the operator</button>`,
    ]),
    `</details>`,
  ])
}

/** Asks for the code; the same whether or not anybody has the address. */
export function codePage(sheet: Sheet, { email, mails }: { email: string; mails: boolean }): Page {
  const whence = mails
    ? `If <strong>${escape(email)}</strong> belongs to a team here, a code is on its way to it.`
    : `This service sends no mail. Ask its operator for a code for <strong>${escape(email)}</strong>, which <code>winnow admin login-code</code> makes.`
  return page(sheet, 'Enter your code', [
    `<h1>Enter your code</h1>`,
    `<p class="soft">${whence} It has 8 digits and is good for 10 minutes.</p>`,
    problem(sheet),
    form(sheet, [
      `<input type="hidden" name="step" value="code">`,
      `<input type="hidden" name="email" value="${escape(email)}">`,
      `<label for="code">Code</label>`,
      `<input id="code" class="code" type="text" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="16"${described(sheet)}>`,
      `<button>Sign in</button>`,
    ]),
    form(sheet, [
      `<input type="hidden" name="step" value="start">`,
      `<button class="link">Use another address</button>`,
    ]),
  ])
}

export interface ConsentSheet extends Sheet {
  clientId: string
  /** Where the browser goes next: a host, or a program of this machine. */
  redirectTo: string
  /** Whether it is a program on this machine, which nobody else can vouch for. */
  isLocal: boolean
  account: string
  teams: readonly TeamChoice[]
}

/** Asks whether the program may do it, and for which team. */
export function consentPage(sheet: ConsentSheet): Page {
  const { clientName, redirectTo, account, teams } = sheet
  const [only] = teams
  const isUrl = sheet.clientId.startsWith('https://')
  return page(sheet, `Allow ${clientName}?`, [
    `<h1>Allow <strong>${escape(clientName)}</strong> to use Winnow?</h1>`,
    `<p class="soft">It may use all tools of the team, and with them its credits, until you disconnect it there or the operator of this service ends it.</p>`,
    problem(sheet),
    `<dl>`,
    `<div><dt>Program</dt><dd>${escape(clientName)}${isUrl ? ` <code>${escape(new URL(sheet.clientId).host)}</code>` : ''}</dd></div>`,
    `<div><dt>Sends you back to</dt><dd>${escape(redirectTo)}</dd></div>`,
    ...(teams.length === 1 ? [`<div><dt>Team</dt><dd>${escape(only!.name)}</dd></div>`] : []),
    `<div><dt>Signed in as</dt><dd>${escape(account)}</dd></div>`,
    `</dl>`,
    sheet.isLocal
      ? `<p class="note warn" role="note"><strong>This program runs on your own computer</strong>, and could call itself anything. Go on only if you have just started it yourself.</p>`
      : isUrl
        ? ''
        : `<p class="note warn" role="note">The program chose its name itself. Go on only if you know <strong>${escape(redirectTo)}</strong>.</p>`,
    form(sheet, [
      teams.length > 1
        ? teamChoice(teams)
        : `<input type="hidden" name="team" value="${escape(only?.id ?? '')}">`,
      `<button name="step" value="allow">Allow</button>`,
      `<button class="plain" name="step" value="deny" formnovalidate>Refuse</button>`,
      `<button class="link" name="step" value="switch" formnovalidate>Use another account</button>`,
    ]),
  ])
}

function teamChoice(teams: readonly TeamChoice[]): string {
  const options = teams.map(({ id, name }) => `<option value="${escape(id)}">${escape(name)}</option>`)
  return `<label for="team">Team</label><select id="team" name="team" required><option value="">Choose a team</option>${options.join('')}</select>`
}

/** What is shown when there is nowhere to send the browser back to. */
export const errorPage = {
  headers: headersFor([]),
  render: (message: string) =>
    frame('This did not work', [
      `<h1>This did not work</h1>`,
      `<p class="note bad" role="alert">${escape(message)}</p>`,
      `<p class="soft">Go back to the program that sent you here and begin again.</p>`,
    ]),
}

function page(sheet: Sheet, title: string, parts: readonly string[]): Page {
  return {
    status: sheet.problem === undefined ? 200 : 400,
    headers: headersFor(sheet.formTargets),
    html: frame(title, parts),
  }
}

function frame(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)} · Winnow</title><style>${STYLE}</style></head><body><main><p class="brand">Winnow</p>${parts.join('\n')}</main></body></html>`
}

function form({ token }: Sheet, parts: readonly string[]): string {
  return `<form method="post"><input type="hidden" name="form" value="${token}">${parts.join('')}</form>`
}

function problem({ problem }: Sheet): string {
  return problem === undefined ? '' : `<p class="note bad" role="alert" id="problem">${escape(problem)}</p>`
}

/** Says to whoever hears a page that the field is what the problem is about. */
function described({ problem }: Sheet): string {
  return problem === undefined ? '' : ' aria-describedby="problem"'
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}
