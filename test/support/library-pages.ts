/** Pages with controls as widespread libraries make them, told in little: roles, events and what is hidden are theirs. */

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

/** A drawn list in place of a hidden one: opens on mousedown, at the end of the page, and takes an option on mouseup. */
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

/** The same with a list that is cut away until it is opened, and no roles at all. */
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

/** Options without roles, in a wrapper without room that listens for the mouse; a list goes when its field is left. */
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

/** Lists that open one out of the other. */
const cascade = page(
  `<label for="address">Address</label><div class="box"><input id="address" role="combobox" readonly style="opacity:0;width:90%"></div>`,
  `const tree = { Norway: { Viken: ['Asker'], Oslo: ['Frogner', 'Sagene'] }, Sweden: {} }
  let drop
  const path = []
  const list = (names) => {
    const menu = make('<ul role="menu" style="display:inline-block">' + names.map((name) => '<li role="menuitemcheckbox">' + name + '<span> ›</span></li>').join('') + '</ul>', drop)
    menu.onclick = (event) => {
      const name = event.target.closest('li').firstChild.data
      path.push(name)
      const next = path.reduce((at, key) => at?.[key], tree)
      setTimeout(() => next ? list(Array.isArray(next) ? next : Object.keys(next)) : (out(path.join(' ')), drop.remove()), 80)
    }
  }
  $('.box').onmousedown = () => { drop ??= make('<div class="drop" style="width:500px"></div>'); if (drop.childElementCount === 0) list(Object.keys(tree)) }`,
)

/** A list for several that stays open under a sheet, and a label that is there twice and lets the mouse through. */
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

/** Choices whose labels say more to those who only hear. */
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

/** Fields of a card, each in a frame of its own that says it is there for looks only. */
const cardFrames = page(
  `<label>Card number</label>${frame('Secure card number', 'name="number" autocomplete="cc-number" aria-label="Card number"')}
  <label>Expiry</label>${frame('Secure expiry', 'name="until" autocomplete="cc-exp" aria-label="Card expiration date" placeholder="MM / YY"')}
  <label>CVC</label>${frame('Secure CVC', 'name="cvc" autocomplete="cc-csc" aria-label="Card CVC"')}`,
  `const held = {}
  onmessage = ({ data }) => { held[data[0]] = data[1].replace(/\\D/g, ''); out([held.number, held.until, held.cvc].join(' ')) }`,
)

/** One field for each sign of a code, drawn anew with each. */
const codeBoxes = page(
  `<label>Name <input></label><div id="code"></div>`,
  `const signs = ['', '', '', '', '', '']
  const draw = (at) => {
    $('#code').innerHTML = signs.map((sign) => '<input maxlength="1" style="width:36px" value="' + sign + '">').join('')
    const boxes = [...$('#code').children]
    boxes.forEach((box, index) => { box.oninput = () => { signs[index] = box.value; draw(index + 1); out(signs.join('')) } })
    boxes[at]?.focus()
  }
  draw()`,
)

/** Rows with boxes to tick, drawn anew with each tick, and what is done with all that are ticked above them. */
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

/** A field that suggests as soon as it is changed, and is emptied by hand. */
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

export const LIBRARY_PAGES: Record<string, string> = {
  '/replaced-list': replacedList,
  '/cut-away-list': cutAwayList,
  '/wrapped-list': wrappedList,
  '/cascade': cascade,
  '/open-list': openList,
  '/pills': pills,
  '/card-frames': cardFrames,
  '/code-boxes': codeBoxes,
  '/ticked-rows': tickedRows,
  '/suggesting': suggesting,
}
