/** Pages with controls of widespread libraries, reduced to their roles, events and hidden parts. */

const STYLE = `<style>
  .away { border: 0; clip: rect(0 0 0 0); height: 1px; overflow: hidden; padding: 0; position: absolute; width: 1px }
  .drop { position: absolute; left: 8px; top: 200px; width: 240px; background: #fff; border: 1px solid #aaa; z-index: 9 }
  .box { border: 1px solid #aaa; width: 240px; min-height: 28px; cursor: pointer; position: relative }
</style>`

const page = (body: string, script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8">${STYLE}<body>${body}<p id="out" class="out"></p><script>
const $ = (selector) => document.querySelector(selector)
const out = (text) => { $('#out').textContent = text }
const make = (html, parent = document.body) => { parent.insertAdjacentHTML('beforeend', html); return parent.lastElementChild }
${script}</script></body></html>`

/**
 * A drawn list that replaces a hidden one: opens on mousedown, at the end of the page, and selects an option
 * on mouseup.
 */
const replacedList = page(
  `<label for="state">State</label><br><select id="state" class="away" tabindex="-1" aria-hidden="true">
  <option>California<option>Texas</select><span><span><span class="box" role="combobox" tabindex="0"
  aria-labelledby="shown" style="display:block"><span id="shown" role="textbox" aria-readonly="true">California</span></span></span></span>`,
  `$('.box').onmousedown = () => setTimeout(() => {
    const drop = make('<span class="drop"><input type="search"><ul role="listbox"><li role="option">California</li><li role="option">Texas</li></ul></span>')
    drop.querySelector('input').focus()
    drop.onmouseup = (event) => { if (event.target.role === 'option') { out($('#shown').textContent = event.target.textContent); drop.remove() } }
  })`,
)

/** The same with a clipped list, which becomes visible when it opens, and no roles at all. */
const cutAwayList = page(
  `<div>Country<br><select id="country" style="display:none"><option>France<option>Norway</select><div class="box"><a style="display:block"><span>Choose…</span></a>
  <div class="drop" style="clip-path:inset(100%)"><input autocomplete="off"><ul></ul></div></div></div>`,
  `$('.box').onmousedown = (event) => { if (event.target.closest('a')) {
    event.preventDefault()
    $('.drop').style.clipPath = 'none'
    $('ul').innerHTML = '<li>France</li><li>Norway</li>'
  } }
  $('ul').onmouseup = (event) => { out($('a span').textContent = event.target.textContent); $('.drop').style.clipPath = 'inset(100%)' }`,
)

/**
 * Options without roles, in a zero-size wrapper that listens for the mouse; the list closes when its field
 * loses focus.
 */
const wrappedList = page(
  `<label for="owner">Owner</label><div class="box"><input id="owner" role="combobox" aria-expanded="false" style="border:0;width:90%"></div>`,
  `let open
  const field = $('#owner')
  field.oninput = () => {
    open?.remove()
    open = make('<div><div class="drop">' + ['Jack', 'Lucy'].filter((name) => name.includes(field.value)).map((name) => '<div class="item" style="cursor:pointer"><div>' + name + '</div></div>').join('') + '</div></div>')
    open.onmousedown = (event) => event.preventDefault()
    open.onclick = (event) => { out(event.target.textContent); open.remove() }
  }
  field.onblur = () => { open?.remove(); field.value = '' }`,
)

/**
 * A multi-select list that stays open under an overlay, and a duplicated label that lets the mouse through.
 */
const openList = page(
  `<div class="box" role="combobox" aria-expanded="false" title="Open"><label for="regions" aria-hidden="true" style="visibility:hidden;position:absolute">Regions</label>
  <label for="regions" style="position:absolute;pointer-events:none">Regions</label><div><input id="regions" aria-label="Open" readonly style="pointer-events:none;opacity:0"></div></div>`,
  `const chosen = []
  $('.box').onmousedown = () => setTimeout(() => {
    make('<div style="position:fixed;inset:0;z-index:5"></div>')
    const drop = make('<div class="drop" role="listbox">' + ['Georgia', 'Ohio', 'Texas'].map((name) => '<div role="option">' + name + '</div>').join('') + '</div>')
    drop.onclick = (event) => { chosen.push(event.target.textContent); out(chosen.join(' ')) }
  }, 50)`,
)

/** Choices whose labels have more text for screen readers. */
const pills = page(
  `<fieldset><legend>Size</legend>${['S', 'M', 'L']
    .map(
      (size) =>
        `<input type="radio" class="away" name="size" id="${size}" value="${size}"><label for="${size}">${size}<span class="away">Variant sold out or unavailable</span></label>`,
    )
    .join('')}</fieldset>`,
  `document.onchange = (event) => out(event.target.value)`,
)

const frame = (title: string, attributes: string): string =>
  `<iframe title="${title}" role="presentation" style="border:0;height:40px" srcdoc='<input ${attributes} oninput="parent.postMessage([name, value], String.fromCharCode(42))">'></iframe>`

/** Card fields, each in its own frame, which is marked as presentational. */
const cardFrames = page(
  `<label>Card number</label>${frame('Secure card number', 'name="number" autocomplete="cc-number" aria-label="Card number"')}
  <label>Expiry</label>${frame('Secure expiry', 'name="until" autocomplete="cc-exp" aria-label="Card expiration date" placeholder="MM / YY"')}
  <label>CVC</label>${frame('Secure CVC', 'name="cvc" autocomplete="cc-csc" aria-label="Card CVC"')}`,
  `const held = {}
  onmessage = ({ data }) => { held[data[0]] = data[1].replace(/\\D/g, ''); out([held.number, held.until, held.cvc].join(' ')) }`,
)

/** Rows with checkboxes, redrawn after each click, and actions on all checked rows above them. */
const tickedRows = page(
  `<div id="bar"></div><table></table>`,
  `let names = ['Ada', 'Bo', 'Cy']
  const ticked = new Set()
  const draw = () => {
    $('#bar').innerHTML = ticked.size > 0 ? '<button aria-label="Delete">🗑</button>' : ''
    if (ticked.size > 0) $('#bar button').onclick = () => { names = names.filter((name) => !ticked.has(name)); ticked.clear(); draw(); out(names.join(' ')) }
    $('table').innerHTML = '<thead><tr><th><input type="checkbox" aria-label="Select all"></th><th>Name</th></tr></thead>' +
      names.map((name) => '<tr><td><input type="checkbox"' + (ticked.has(name) ? ' checked' : '') + '></td><td>' + name + '</td></tr>').join('')
    document.querySelectorAll('td input').forEach((box, index) => { box.onchange = () => { ticked.add(names[index]); draw() } })
  }
  draw()`,
)

/** A field that suggests on every change, and must be cleared by hand. */
const suggesting = page(
  `<label for="film">Film</label><input id="film" role="combobox" aria-autocomplete="list" value="Alien">`,
  `let list
  $('#film').oninput = (event) => {
    list?.remove()
    out('nothing' + event.target.value)
    list = make('<ul class="drop" role="listbox"><li role="option">Alien</li><li role="option">Brazil</li></ul>')
    list.onclick = ({ target }) => { $('#film').value = target.textContent; out(target.textContent); list.remove() }
  }`,
)

/** A switch made of a button. */
const aSwitch = page(
  `<span id="l">Dark mode</span><button role="switch" aria-checked="false" aria-labelledby="l"></button>`,
  `$('button').onclick = ({ target }) => { const on = target.ariaChecked !== 'true'; target.ariaChecked = String(on); out('dark ' + (on ? 'on' : 'off')) }`,
)

/** A slider that only listens to keys. */
const slider = page(
  `<span id="l">Volume</span><div role="slider" tabindex="0" aria-labelledby="l" aria-valuemin="0" aria-valuemax="100" aria-valuenow="40" style="width:200px;height:20px;background:#ccc"></div>`,
  `const thumb = $('[role=slider]')
  thumb.onkeydown = ({ key }) => {
    const now = Number(thumb.ariaValueNow)
    const next = { ArrowRight: now + 5, ArrowUp: now + 5, ArrowLeft: now - 5, ArrowDown: now - 5, Home: 0, End: 100 }[key] ?? now
    thumb.ariaValueNow = String(Math.min(100, Math.max(0, next)))
    out(thumb.ariaValueNow)
  }`,
)

/** A menu that is added at the end of the page when its button is clicked. */
const menu = page(
  `<button aria-haspopup="menu" aria-expanded="false">Actions</button>`,
  `let open
  $('button').onclick = ({ target }) => {
    if (open) { open.remove(); open = undefined; target.ariaExpanded = 'false'; return }
    target.ariaExpanded = 'true'
    open = make('<div class="drop" role="menu"><div role="menuitem" tabindex="-1">Rename</div><div role="menuitem" tabindex="-1">Archive</div></div>')
    open.onclick = (event) => { out(event.target.textContent); open.remove(); open = undefined; target.ariaExpanded = 'false' }
  }`,
)

const tabs = page(
  `<div role="tablist"><button role="tab" aria-selected="true">Details</button><button role="tab" aria-selected="false">Reviews</button></div><div role="tabpanel">Oak.</div>`,
  `document.querySelectorAll('[role=tab]').forEach((tab) => { tab.onclick = () => {
    document.querySelectorAll('[role=tab]').forEach((one) => { one.ariaSelected = String(one === tab) })
    $('[role=tabpanel]').textContent = 'About ' + tab.textContent
    out(tab.textContent)
  } })`,
)

/** A read-only field that opens a calendar with month buttons. */
const dateGrid = page(
  `<label for="day">Arrival</label><br><input id="day" readonly aria-haspopup="dialog">`,
  `let at = new Date(2028, 5, 1)
  let drop
  const draw = () => {
    const days = new Date(at.getFullYear(), at.getMonth() + 1, 0).getDate()
    const cells = Array.from({ length: days }, (_, day) => '<td role="gridcell"><button>' + (day + 1) + '</button></td>')
    const rows = Array.from({ length: 5 }, (_, week) => '<tr>' + cells.slice(week * 7, week * 7 + 7).join('') + '</tr>')
    drop ??= make('<div class="drop" role="dialog" aria-label="Choose a date" style="top:60px;width:320px"></div>')
    drop.innerHTML = '<button aria-label="Previous month">‹</button><h2 aria-live="polite">' + at.toLocaleString('en', { month: 'long', year: 'numeric' }) + '</h2><button aria-label="Next month">›</button><table role="grid">' + rows.join('') + '</table>'
  }
  $('#day').onclick = draw
  document.addEventListener('click', (event) => {
    const label = event.target.ariaLabel
    if (label?.endsWith('month')) { at = new Date(at.getFullYear(), at.getMonth() + (label.startsWith('Next') ? 1 : -1), 1); draw() }
    if (!event.target.closest('td')) return
    const day = [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), event.target.textContent.padStart(2, '0')].join('-')
    $('#day').value = day
    out(day)
    drop.remove()
    drop = undefined
  })`,
)

const nativeDate = page(
  `<label>Arrival date <input type="date"></label>`,
  `$('input').onchange = ({ target }) => out(target.value)`,
)

const shadow = page(
  `<city-field></city-field>`,
  `customElements.define('city-field', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<label>City <input></label>'
      this.shadowRoot.querySelector('input').onkeydown = ({ key, target }) => { if (key === 'Enter') out(target.value) }
    }
  })`,
)

/** A dialog that confirms a deletion. */
const dialog = page(
  `<button id="go">Delete</button><dialog><p>Delete it?</p><button>No</button><button>Yes</button></dialog>`,
  `$('#go').onclick = () => $('dialog').showModal()
  $('dialog').onclick = ({ target }) => { if (target.tagName !== 'BUTTON') return; $('dialog').close(); if (target.textContent === 'Yes') out('deleted') }`,
)

export const LIBRARY_PAGES: Record<string, string> = {
  '/replaced-list': replacedList,
  '/cut-away-list': cutAwayList,
  '/wrapped-list': wrappedList,
  '/open-list': openList,
  '/pills': pills,
  '/card-frames': cardFrames,
  '/ticked-rows': tickedRows,
  '/suggesting': suggesting,
  '/switch': aSwitch,
  '/slider': slider,
  '/menu': menu,
  '/tabs': tabs,
  '/date-grid': dateGrid,
  '/native-date': nativeDate,
  '/shadow': shadow,
  '/dialog': dialog,
}
