// The console shows only data from the API of the service that served it. Data of pages and files is
// untrusted, so it is only ever inserted as text.

import { copy, joined, line, make, onSubmit } from './console-elements.js'

const KEY_ITEM = 'winnow.apiKey'
const READINESS_EVERY_MS = 15_000
const UNLIMITED_CREDITS = 999_999_999
/** A browser stalls while it lays out many megabytes of text; copying still includes all of it. */
const CHARACTERS_SHOWN = 200_000

/** The parts of a team's page: the element to fill, the endpoint to call, the function that draws it. */
const PARTS = {
  credits: { path: 'credit-usage', draw: drawCredits },
  queue: { path: 'queue-status', draw: drawQueue },
  usage: { path: 'credit-usage/historical', draw: drawUsage },
  keyList: { path: 'api-keys', draw: ({ apiKeys }) => apiKeys.map(drawKey) },
}

const numbers = new Intl.NumberFormat('en')
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
// Periods begin at midnight UTC, which is still the month before in the Americas.
const months = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const page = Object.fromEntries(Array.from(document.querySelectorAll('[id]'), (node) => [node.id, node]))

showReadiness()
setInterval(showReadiness, READINESS_EVERY_MS)
connectKeyForm()
connectTryForm()
connectKeyManagement()
if (savedKey()) load()

async function showReadiness() {
  const { body } = await call('GET', '/ready')
  const parts = ['database', 'queue', 'browser'].filter((part) => body[part])
  const lacking = parts.some((part) => !/^(ready|ok)\b/.test(body[part]))
  const lead = body.status ?? `not ready: ${body.error ?? 'no reason given'}`
  page.readiness.dataset.state = lead !== 'ready' ? 'down' : lacking ? 'limited' : 'ready'
  const text = joined(lead, ...parts.map((part) => `${part}: ${body[part]}`))
  // Setting the same text again would make screen readers repeat it at every check.
  if (page.readiness.textContent !== text) page.readiness.textContent = text
}

function connectKeyForm() {
  onSubmit(page.keyForm, async () => {
    const key = page.key.value.trim()
    sessionStorage.setItem(KEY_ITEM, key)
    await load()
    if (savedKey() === key) page.accountTitle.focus()
  })
  page.keyForget.addEventListener('click', forgetKey)
  page.refresh.addEventListener('click', async () => {
    await load()
    page.announcement.textContent = 'Refreshed.'
  })
}

function savedKey() {
  return sessionStorage.getItem(KEY_ITEM) ?? ''
}

function forgetKey() {
  sessionStorage.removeItem(KEY_ITEM)
  // No team data stays on the page for the next user of this computer.
  for (const name of [...Object.keys(PARTS), 'keysFailure', 'createdKey']) page[name].replaceChildren()
  showKeyState()
  page.key.focus()
}

function showKeyState() {
  const key = savedKey()
  page.key.value = ''
  page.keyFailure.replaceChildren()
  for (const part of [page.keyForm, page.keyless]) part.hidden = key !== ''
  for (const part of [page.keyUsed, page.account, page.keys]) part.hidden = key === ''
  page.keyShown.textContent = shortened(key)
  showCurl()
}

function shortened(key) {
  return key.length < 12 ? '…' : `${key.slice(0, 3)}…${key.slice(-4)}`
}

async function load(names = Object.keys(PARTS)) {
  const key = savedKey()
  const answers = await Promise.all(names.map((name) => call('GET', `/v2/team/${PARTS[name].path}`)))
  // The key may have been removed or replaced while the responses were loading.
  if (savedKey() !== key) return
  const refused = answers.find(({ status }) => status === 401)
  if (refused) {
    forgetKey()
    return page.keyFailure.replaceChildren(drawFailure(refused))
  }
  showKeyState()
  for (const [place, answer] of answers.entries()) {
    const drawn = answer.ok ? PARTS[names[place]].draw(answer.body) : [drawFailure(answer)]
    page[names[place]].replaceChildren(...drawn)
  }
}

function drawCredits({ data: { remainingCredits, planCredits, billingPeriodEnd } }) {
  if (remainingCredits >= UNLIMITED_CREDITS) return [line('no limit', 'figure')]
  const granted = planCredits > 0 && `of ${numbers.format(planCredits)} granted`
  const end = billingPeriodEnd && `period ends ${moments.format(new Date(billingPeriodEnd))}`
  return [line(`${numbers.format(remainingCredits)} left`, 'figure'), line(joined(granted, end))]
}

function drawQueue({ activeJobsInQueue, waitingJobsInQueue, maxConcurrency, mostRecentSuccess }) {
  const last = mostRecentSuccess ? moments.format(new Date(mostRecentSuccess)) : 'none yet'
  const [running, waiting] = [activeJobsInQueue, waitingJobsInQueue].map((count) => numbers.format(count))
  return [
    line(`${running} running, ${waiting} waiting`, 'figure'),
    line(maxConcurrency ? `at most ${numbers.format(maxConcurrency)} at a time` : 'no limit on concurrency'),
    line(`last success: ${last}`),
  ]
}

function drawUsage({ periods }) {
  const most = Math.max(...periods.map(({ creditsUsed }) => creditsUsed), 1)
  const rows = periods.toReversed().map(({ startDate, endDate, creditsUsed }) => {
    const bar = make('div', { class: 'bar' })
    bar.style.width = `${(creditsUsed / most) * 100}%`
    const month = months.format(new Date(startDate)) + (endDate ? '' : ' (so far)')
    const cells = [make('td', {}, bar), make('td', {}, inCredits(creditsUsed))]
    return make('tr', {}, make('th', { scope: 'row' }, month), ...cells)
  })
  return [rows.length > 0 ? make('table', {}, ...rows) : line('No usage yet.')]
}

function drawKey({ id, name, lastFour, createdAt, ...limits }) {
  const title = name || 'Unnamed'
  const inUse = savedKey().endsWith(lastFour)
  const remove = make('button', { type: 'button', class: 'danger' }, 'Delete')
  remove.setAttribute('aria-label', `Delete ${title}, ending in ${lastFour}`)
  remove.addEventListener('click', () => deleteKey({ id, title, lastFour, inUse }))
  const made = createdAt && `created ${moments.format(new Date(createdAt))}`
  const about = line(joined(`…${lastFour}`, made, inUse && 'used on this page'))
  const limited = describeLimits(limits)
  const parts = [make('strong', {}, title), about, ...(limited ? [line(limited)] : [])]
  return make('div', { role: 'listitem' }, make('div', {}, ...parts), remove)
}

function describeLimits({ expiresAt, allowedIps, scopes }) {
  const expiry = expiresAt && new Date(expiresAt)
  const verb = expiry < new Date() ? 'expired' : 'expires'
  return joined(
    expiry && `${verb} ${moments.format(expiry)}`,
    scopes && `scopes: ${scopes.join(', ')}`,
    allowedIps && `only from ${allowedIps.join(', ')}`,
  )
}

function connectKeyManagement() {
  onSubmit(page.createForm, async () => {
    const answer = await call('POST', '/v2/team/api-keys', { body: wantedKey() })
    page.keysFailure.replaceChildren(answer.ok ? '' : drawFailure(answer))
    if (!answer.ok) return
    page.createForm.reset()
    page.createLimits.open = false
    page.createdKey.textContent = answer.body.apiKey
    page.createdCopy.focus()
    page.announcement.textContent = 'The new key is shown below.'
    await load(['keyList'])
  })
  copyOnClick(page.createdCopy, () => page.createdKey.textContent)
  page.createdDone.addEventListener('click', () => {
    page.createdKey.replaceChildren()
    page.keysTitle.focus()
  })
}

/** The values of the form. An empty limit is not sent. */
function wantedKey() {
  const name = page.createName.value.trim()
  const expiry = page.createExpiry.value
  const allowedIps = page.createIps.value.split(/[\s,]+/).filter(Boolean)
  const scopes = new FormData(page.createForm).getAll('scope')
  return {
    ...(name && { name }),
    ...(expiry && { expiresAt: new Date(expiry).toISOString() }),
    ...(allowedIps.length > 0 && { allowedIps }),
    ...(scopes.length > 0 && { scopes }),
  }
}

async function deleteKey({ id, title, lastFour, inUse }) {
  const loss = inUse ? 'This page uses it and will forget it.' : 'Programs that use it will get 401.'
  if (!(await confirmed(`Deleting “${title}”, ending in ${lastFour}, cannot be undone. ${loss}`))) return
  const answer = await call('DELETE', `/v2/team/api-keys/${encodeURIComponent(id)}`)
  page.keysFailure.replaceChildren(answer.ok ? '' : drawFailure(answer))
  if (!answer.ok) return
  page.announcement.textContent = 'The key was deleted.'
  if (inUse) return forgetKey()
  await load(['keyList'])
  page.keysTitle.focus()
}

async function confirmed(text) {
  page.confirmText.textContent = text
  // Escape keeps the previous value, which may have been a yes.
  page.confirm.returnValue = ''
  page.confirm.showModal()
  await new Promise((resolve) => page.confirm.addEventListener('close', resolve, { once: true }))
  return page.confirm.returnValue === 'delete'
}

function connectTryForm() {
  page.tryForm.addEventListener('input', () => {
    complain('')
    showCurl()
  })
  onSubmit(page.tryForm, run)
  copyOnClick(page.curlCopy, () => curl(wanted(), savedKey()))
  showCurl()
}

/** The values of the form. Without a format none is sent, and the API returns Markdown. */
function wanted() {
  const form = new FormData(page.tryForm)
  const options = form.has('format') ? { formats: form.getAll('format') } : {}
  return { kind: form.get('kind'), url: page.url.value.trim(), file: page.file.files[0], options }
}

async function run() {
  const { kind, url, file, options } = wanted()
  if (kind === 'scrape' && !url)
    return complain('Enter the URL of a page, such as https://example.com.', page.url)
  if (kind === 'parse' && !file) return complain('Choose a file to parse.', page.file)
  const body = kind === 'scrape' ? { url, ...options } : toForm(file, options)
  page.result.hidden = false
  page.resultSummary.textContent = 'Working…'
  page.resultContent.replaceChildren()
  showAnswer(await cancellable((signal) => call('POST', `/v2/${kind}`, { body, signal })))
  if (savedKey()) await load(['credits', 'queue', 'usage'])
}

function complain(text, field) {
  page.tryProblem.textContent = text
  for (const one of [page.url, page.file]) one.ariaInvalid = String(one === field)
  field?.focus()
}

function toForm(file, options) {
  const form = new FormData()
  form.append('options', JSON.stringify(options))
  form.append('file', file)
  return form
}

async function cancellable(work) {
  const controller = new AbortController()
  const focused = document.activeElement
  page.cancel.addEventListener('click', () => controller.abort(), { signal: controller.signal })
  page.cancel.hidden = false
  page.cancel.focus()
  page.run.disabled = true
  const answer = await work(controller.signal)
  // Removes the listener.
  controller.abort()
  page.run.disabled = false
  if (document.activeElement === page.cancel) focused.focus()
  page.cancel.hidden = true
  return answer
}

function showCurl() {
  const key = savedKey()
  page.curl.textContent = curl(wanted(), key && shortened(key))
  page.curlHint.hidden = key === ''
}

function curl({ kind, url, file, options }, key) {
  const json = JSON.stringify({ url: url || 'https://example.com', ...options })
  const name = (file?.name ?? 'report.pdf').replaceAll(/["\\]/g, '\\$&')
  const text = `options=${JSON.stringify(options)}`
  const content = {
    scrape: [`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`],
    parse: [`-F ${quoted(`file=@"${name}"`)}`, `--form-string ${quoted(text)}`],
  }[kind]
  const authorization = key ? [`-H ${quoted(`Authorization: Bearer ${key}`)}`] : []
  return [`curl -s ${quoted(`${location.origin}/v2/${kind}`)}`, ...authorization, ...content].join(' \\\n  ')
}

function quoted(text) {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function showAnswer(answer) {
  const { ok, status, body, ms } = answer
  const { creditsUsed, statusCode } = body.data?.metadata ?? {}
  page.resultSummary.textContent = joined(
    status && `HTTP ${status}`,
    `${(ms / 1000).toFixed(2)} s`,
    creditsUsed !== undefined && `${inCredits(creditsUsed)} used`,
    statusCode >= 400 && `the page responded with status ${statusCode}`,
  )
  const warnings = [body.warning, body.data?.warning].filter(Boolean)
  page.resultContent.replaceChildren(
    ...warnings.map((text) => make('p', { class: 'notice warning', role: 'status' }, `Warning: ${text}`)),
    ...(ok ? drawDocument(body) : [drawFailure(answer)]),
  )
  page.result.scrollIntoView({ block: 'nearest' })
}

function drawDocument(body) {
  const { markdown, html, links } = body.data ?? {}
  const json = JSON.stringify(body, null, 2)
  const views = [
    { name: 'Markdown', text: markdown, drawn: markdown && drawText(markdown) },
    { name: 'HTML', text: html, drawn: html && drawText(html) },
    { name: `Links (${links?.length})`, text: links?.join('\n'), drawn: links && drawLinks(links) },
    { name: 'JSON', text: json, drawn: drawText(json) },
  ]
  return views.filter(({ text }) => typeof text === 'string').map(drawView)
}

function drawView({ name, text, drawn }, place) {
  const copyButton = make('button', { type: 'button', 'aria-label': `Copy ${name}` }, 'Copy')
  copyOnClick(copyButton, () => text)
  const content = text === '' ? [line('Empty.')] : [copyButton, ...drawn]
  const view = make('details', {}, make('summary', {}, name), ...content)
  view.open = place === 0
  return view
}

function drawText(text) {
  const shown = make('pre', { class: 'view', tabindex: 0 }, text.slice(0, CHARACTERS_SHOWN))
  if (text.length <= CHARACTERS_SHOWN) return [shown]
  return [
    shown,
    line(`The first part of ${numbers.format(text.length)} characters. Copy includes all of them.`),
  ]
}

function drawLinks(links) {
  return [make('ol', { class: 'view', tabindex: 0 }, ...links.map((link) => make('li', {}, drawLink(link))))]
}

/** Links to web pages only: a page can also list `javascript:` and `data:` URLs. */
function drawLink(link) {
  if (!/^https?:\/\//i.test(link)) return link
  return make('a', { href: link, target: '_blank', rel: 'noopener noreferrer nofollow' }, link)
}

function drawFailure({ status, body: { code, error, details, requestId } }) {
  const messages = Array.isArray(details) ? details.map((one) => one?.message ?? JSON.stringify(one)) : []
  const parts = [
    make('strong', {}, joined(status && `HTTP ${status}`, code)),
    make('p', {}, error ?? 'The service gave no reason.'),
    // A single validation issue is already part of the error message.
    messages.length > 1 && make('ul', {}, ...messages.map((message) => make('li', {}, message))),
    details && messages.length === 0 && make('pre', {}, JSON.stringify(details, null, 2)),
    requestId && line(`Request id ${requestId}`),
  ]
  return make('div', { class: 'notice failure', role: 'alert' }, ...parts.filter(Boolean))
}

/**
 * Calls the API. A failure is a response too, marked by `success` as well as by the status: a 200 may be one.
 */
async function call(method, path, { body, signal } = {}) {
  const started = performance.now()
  const json = body !== undefined && !(body instanceof FormData)
  const headers = new Headers(json ? { 'content-type': 'application/json' } : {})
  if (savedKey()) headers.set('authorization', `Bearer ${savedKey()}`)
  const init = { method, headers, signal, cache: 'no-store', body: json ? JSON.stringify(body) : body }
  const answer = { ok: false, status: 0 }
  try {
    const response = await fetch(path, init)
    answer.status = response.status
    answer.body = Object(await response.json())
    answer.ok = response.ok && answer.body.success !== false
  } catch {
    // A proxy in front of the service may respond with its own page.
    const error = answer.status
      ? 'The response is not JSON. A proxy in front of the service may have sent it.'
      : 'The service cannot be reached. Check that it is running, then try again.'
    answer.body = { error: signal?.aborted ? 'Cancelled.' : error }
  }
  return { ...answer, ms: performance.now() - started }
}

function copyOnClick(button, text) {
  button.addEventListener('click', () => {
    const copied = copy(text())
    button.focus()
    button.dataset.copied = copied ? '✓' : '✗'
    setTimeout(() => delete button.dataset.copied, 2000)
    page.announcement.textContent = copied
      ? 'Copied.'
      : 'The browser does not allow copying; select the text instead.'
  })
}

function inCredits(count) {
  return `${numbers.format(count)} ${count === 1 ? 'credit' : 'credits'}`
}
