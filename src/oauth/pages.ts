import { createHash } from 'node:crypto'
import type { TeamChoice } from './records.ts'

/** The style of the sign-in pages: system fonts, light or dark mode, no external resources. */
const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--edge:#7d8790;--paper:#fff;--ground:#f3f5f7;--accent:#0b6b4f;--accent-ink:#fff;--warn:#7a4d00;--warn-paper:#fff4dc;--bad:#a3161b;--bad-paper:#ffebe9}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa5b1;--line:#3a424c;--edge:#77828e;--paper:#171b21;--ground:#0d1014;--accent:#3fb68b;--accent-ink:#06130e;--warn:#f2cc7c;--warn-paper:#33270d;--bad:#ff9b94;--bad-paper:#3a1512}}
*{box-sizing:border-box}
body{overflow-wrap:anywhere;margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:26rem;background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:2rem}
.brand{margin:0 0 1.25rem;font-weight:700;letter-spacing:.02em;color:var(--accent)}
h1{margin:0 0 .5rem;font-size:1.35rem;line-height:1.3}
p{margin:0 0 1rem}.soft{color:var(--soft)}
label{display:block;font-weight:600;margin:0 0 .35rem}
input[type=email],input[type=text],input[type=password],select{width:100%;font:inherit;color:inherit;background:var(--ground);border:1px solid var(--edge);border-radius:8px;padding:.6rem .75rem;margin:0 0 1rem}
input.code{font-size:1.5rem;letter-spacing:.3em;font-variant-numeric:tabular-nums}
button{width:100%;font:inherit;font-weight:600;border-radius:8px;padding:.65rem 1rem;border:1px solid var(--accent);background:var(--accent);color:var(--accent-ink);cursor:pointer;margin:0 0 .6rem}
button.plain{background:transparent;color:var(--ink);border-color:var(--edge)}
button.link{width:auto;border:0;background:none;color:var(--accent);padding:0;margin:0;text-decoration:underline;font-weight:400}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
dl{margin:0 0 1.25rem;border:1px solid var(--line);border-radius:10px}
dl div{padding:.6rem .85rem;border-top:1px solid var(--line)}dl div:first-child{border-top:0}
dt{color:var(--soft);font-size:.85rem}dd{margin:0;font-weight:600}
.note{border-radius:10px;padding:.75rem .9rem;margin:0 0 1.25rem}
.warn{background:var(--warn-paper);color:var(--warn)}.bad{background:var(--bad-paper);color:var(--bad)}
details{margin-top:1rem;border-top:1px solid var(--line);padding-top:1rem}summary{cursor:pointer;color:var(--soft)}details form{margin-top:1rem}
code{font-size:.9em}
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Headers for all pages: no script, no framing, no external resources, no caching. */
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

/** Fields of every form of a sign-in. */
export interface FormFields {
  token: string
  /**
   * Where a browser may be redirected after the last form: Chromium also applies the page's policy to
   * redirects.
   */
  formTargets: readonly string[]
  clientName: string
  problem?: string | undefined
}

export function emailPage(fields: FormFields): Page {
  return page(fields, 'Sign in', [
    `<h1>Sign in to Winnow</h1>`,
    `<p class="soft"><strong>${escapeHtml(fields.clientName)}</strong> wants to use Winnow on your behalf. Sign in to continue.</p>`,
    problemNote(fields),
    form(fields, [
      `<input type="hidden" name="step" value="email">`,
      `<label for="email">E-mail address</label>`,
      `<input id="email" type="email" name="email" autocomplete="email" required autofocus maxlength="320"${describedByAttribute(fields)}>`,
      `<button>Continue</button>`,
    ]),
    `<details><summary>I operate this service</summary>`,
    form(fields, [
      `<input type="hidden" name="step" value="operator">`,
      `<label for="key">Administration key</label>`,
      `<input id="key" type="password" name="key" autocomplete="off" required maxlength="512">`,
      `<button class="plain">Sign in as the operator</button>`,
    ]),
    `</details>`,
  ])
}

/** Asks for the code. The page is the same for unknown e-mail addresses. */
export function codePage(
  fields: FormFields,
  { email, sendsMail }: { email: string; sendsMail: boolean },
): Page {
  const hint = sendsMail
    ? `If <strong>${escapeHtml(email)}</strong> belongs to a team here, we have sent it a code.`
    : `This service sends no mail. Ask its operator for a code for <strong>${escapeHtml(email)}</strong>, which <code>winnow admin login-code</code> creates.`
  return page(fields, 'Enter your code', [
    `<h1>Enter your code</h1>`,
    `<p class="soft">${hint} It has 8 digits and is valid for 10 minutes.</p>`,
    problemNote(fields),
    form(fields, [
      `<input type="hidden" name="step" value="code">`,
      `<input type="hidden" name="email" value="${escapeHtml(email)}">`,
      `<label for="code">Code</label>`,
      `<input id="code" class="code" type="text" name="code" inputmode="numeric" autocomplete="one-time-code" required autofocus maxlength="16"${describedByAttribute(fields)}>`,
      `<button>Sign in</button>`,
    ]),
    form(fields, [
      `<input type="hidden" name="step" value="start">`,
      `<button class="link">Use another e-mail address</button>`,
    ]),
  ])
}

export interface ConsentFields extends FormFields {
  clientId: string
  /** The redirect target: a host, or a program on this machine. */
  redirectTo: string
  /** Whether it is a program on this machine, whose identity cannot be verified. */
  isLocal: boolean
  account: string
  teams: readonly TeamChoice[]
}

export function consentPage(fields: ConsentFields): Page {
  const { clientName, redirectTo, account, teams } = fields
  const [only] = teams
  const isUrl = fields.clientId.startsWith('https://')
  return page(fields, `Allow ${clientName}?`, [
    `<h1>Allow <strong>${escapeHtml(clientName)}</strong> to use Winnow?</h1>`,
    `<p class="soft">It can use all tools of the team, and with them its credits, until you disconnect it there or the operator of this service disconnects it.</p>`,
    problemNote(fields),
    `<dl>`,
    `<div><dt>Program</dt><dd>${escapeHtml(clientName)}${isUrl ? ` <code>${escapeHtml(new URL(fields.clientId).host)}</code>` : ''}</dd></div>`,
    `<div><dt>Sends you back to</dt><dd>${escapeHtml(redirectTo)}</dd></div>`,
    ...(teams.length === 1 ? [`<div><dt>Team</dt><dd>${escapeHtml(only!.name)}</dd></div>`] : []),
    `<div><dt>Signed in as</dt><dd>${escapeHtml(account)}</dd></div>`,
    `</dl>`,
    fields.isLocal
      ? `<p class="note warn" role="note"><strong>This program runs on your own computer</strong>, and its name cannot be verified. Continue only if you have just started it yourself.</p>`
      : isUrl
        ? ''
        : `<p class="note warn" role="note">The program chose its own name. Continue only if you know <strong>${escapeHtml(redirectTo)}</strong>.</p>`,
    form(fields, [
      teams.length > 1
        ? teamChoice(teams)
        : `<input type="hidden" name="team" value="${escapeHtml(only?.id ?? '')}">`,
      `<button name="step" value="allow">Allow</button>`,
      `<button class="plain" name="step" value="deny" formnovalidate>Refuse</button>`,
      `<button class="link" name="step" value="switch" formnovalidate>Use another account</button>`,
    ]),
  ])
}

function teamChoice(teams: readonly TeamChoice[]): string {
  const options = teams.map(
    ({ id, name }) => `<option value="${escapeHtml(id)}">${escapeHtml(name)}</option>`,
  )
  return `<label for="team">Team</label><select id="team" name="team" required><option value="">Choose a team</option>${options.join('')}</select>`
}

/** Shown when there is no redirect target. */
export const errorPage = {
  headers: headersFor([]),
  render: (message: string) =>
    htmlDocument('Sign-in failed', [
      `<h1>Sign-in failed</h1>`,
      `<p class="note bad" role="alert">${escapeHtml(message)}</p>`,
      `<p class="soft">Go back to the program that sent you here and start again.</p>`,
    ]),
}

function page(fields: FormFields, title: string, parts: readonly string[]): Page {
  return {
    status: fields.problem === undefined ? 200 : 400,
    headers: headersFor(fields.formTargets),
    html: htmlDocument(title, parts),
  }
}

function htmlDocument(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Winnow</title><style>${STYLE}</style></head><body><main><p class="brand">Winnow</p>${parts.join('\n')}</main></body></html>`
}

function form({ token }: FormFields, parts: readonly string[]): string {
  return `<form method="post"><input type="hidden" name="form" value="${token}">${parts.join('')}</form>`
}

function problemNote({ problem }: FormFields): string {
  return problem === undefined
    ? ''
    : `<p class="note bad" role="alert" id="problem">${escapeHtml(problem)}</p>`
}

/** Tells screen readers which field has the problem. */
function describedByAttribute({ problem }: FormFields): string {
  return problem === undefined ? '' : ' aria-describedby="problem"'
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign]!)
}
