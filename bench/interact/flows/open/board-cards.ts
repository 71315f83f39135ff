import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{background:#1d7fb8}.board{display:flex;gap:12px;padding:16px;align-items:flex-start}.col{background:#ebecf0;border-radius:10px;width:250px;padding:10px}.col h3{margin:2px 6px 10px;font-size:15px}.card{background:#fff;border-radius:8px;padding:8px 10px;margin-bottom:8px;box-shadow:0 1px 1px #0003;cursor:pointer}.bars{display:flex;gap:4px}.bars i{width:38px;height:7px;border-radius:4px;background:var(--c)}.add{color:#5e6c84;padding:6px;cursor:pointer}.col textarea{width:100%;height:56px}.ok{background:#0079bf;color:#fff;border:0;padding:7px 12px;border-radius:4px}.win{position:fixed;inset:0;background:#0009;display:flex;justify-content:center;align-items:flex-start;padding-top:60px}.win>div{background:#f4f5f7;width:560px;padding:22px;border-radius:10px;position:relative}.acts span{display:block;background:#e1e3e8;margin:6px 0;padding:7px 12px;width:150px;cursor:pointer;border-radius:4px}.close{position:absolute;right:14px;top:10px;font-size:22px;cursor:pointer}.pop{position:fixed;left:50%;top:180px;background:#fff;border-radius:8px;width:240px;padding:12px;box-shadow:0 6px 20px #0005}.pop .opt{padding:8px 10px;margin:5px 0;border-radius:4px;cursor:pointer;background:var(--c,#eee)}`

const BODY = `<div class="board"></div>`

const SCRIPT = `
const COLS = ['Next', 'Doing', 'Done']
const LABELS = { Urgent: '#f87168', Facilities: '#7bc86c', Waiting: '#f5dd29' }
const cards = [
  { id: 'c1', text: 'Fix printer on floor 2', col: 'Doing', labels: [] }, { id: 'c2', text: 'Fix printer driver', col: 'Next', labels: ['Waiting'] },
  { id: 'c3', text: 'Renew parking permits', col: 'Next', labels: ['Facilities'] }, { id: 'c4', text: 'Summer party venue', col: 'Doing', labels: [] },
]
let composing = null, dragged = null
function draw() {
  $('.board').innerHTML = COLS.map((col) => '<div class="col" data-col="' + col + '"><h3>' + col + '</h3>' + cards.filter((one) => one.col === col).map(({ id, text, labels }) => '<div class="card" draggable="true" data-id="' + id + '"><div class="bars">' + labels.map((name) => '<i style="--c:' + LABELS[name] + '" title="' + name + '"></i>').join('') + '</div>' + text + '</div>').join('') + (composing === col ? '<textarea placeholder="Enter a title for this card…"></textarea><button class="ok">Add card</button>' : '<div class="add">+ Add a card</div>') + '</div>').join('')
  $('textarea')?.focus()
}
function move(id, col) { const card = cards.find((one) => one.id === id); if (card.col === col) return; card.col = col; send('/cards/move', { id, col }); draw() }
$('.board').onclick = ({ target }) => {
  const col = target.closest('.col')?.dataset.col
  if (target.matches('.add')) { composing = col; draw(); return }
  if (target.matches('.ok')) {
    const text = $('.board textarea').value.trim()
    if (text) { send('/cards', { text, col }); cards.push({ id: 'n' + cards.length, text, col, labels: [] }) }
    composing = null; draw(); return
  }
  const id = target.closest('.card')?.dataset.id
  if (id) setTimeout(() => detail(cards.find((one) => one.id === id)), 120)
}
$('.board').ondragstart = ({ target }) => { dragged = target.dataset.id }
$('.board').ondragover = (event) => event.preventDefault()
$('.board').ondrop = (event) => { event.preventDefault(); const col = event.target.closest('.col')?.dataset.col; if (dragged && col) move(dragged, col); dragged = null }
function detail(card) {
  const win = document.createElement('div')
  win.className = 'win'
  win.innerHTML = '<div><span class="close">×</span><h2>' + card.text + '</h2><p>in list ' + card.col + '</p><div class="acts"><span>Labels</span><span>Move</span><span>Archive</span></div></div>'
  document.body.append(win)
  win.onclick = ({ target }) => {
    if (target === win || target.matches('.close')) { win.remove(); $('.pop')?.remove() }
    if (target.textContent === 'Labels') pop('Labels', Object.entries(LABELS), (name) => { const had = card.labels.includes(name); card.labels = had ? card.labels.filter((one) => one !== name) : [...card.labels, name]; send('/cards/label', { id: card.id, label: name, on: !had }); draw() })
    if (target.textContent === 'Move') pop('Move card to…', COLS.map((col) => [col]), (col) => { move(card.id, col); win.remove() })
    if (target.textContent === 'Archive') send('/cards/archive', { id: card.id })
  }
}
function pop(title, options, done) {
  $('.pop')?.remove()
  const box = document.createElement('div')
  box.className = 'pop'
  box.innerHTML = '<b>' + title + '</b>' + options.map(([name, color]) => '<div class="opt"' + (color ? ' style="--c:' + color + '"' : '') + '>' + name + '</div>').join('')
  box.onclick = ({ target }) => { if (target.matches('.opt')) { box.remove(); done(target.textContent) } }
  document.body.append(box)
}
draw()
`

/** Cards that are written in place, moved by hand or by their window, and labelled in a box above it. */
export const boardCards: Flow = {
  name: 'board-cards',
  kind: 'kanban board',
  pages: { '/board': page({ title: 'Office board', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['add a card "Order new badges" to the Doing list'],
      expect: { sent: [{ path: '/cards', body: { text: 'Order new badges', col: 'Doing' } }] },
      async solve(tab) {
        await tab.click('[data-col=Doing] .add')
        await tab.fill('textarea', 'Order new badges')
        await tab.click('.ok')
      },
    },
    {
      prompts: ['Move the card "Fix printer on floor 2" to Done.'],
      expect: { sent: [{ path: '/cards/move', body: { id: 'c1', col: 'Done' } }] },
      async solve(tab) {
        await tab.click('[data-id=c1]')
        await tab.click('.acts span:has-text("Move")')
        await tab.click('.pop .opt:has-text("Done")')
      },
    },
    {
      prompts: ['Open the card Summer party venue and give it the label Urgent, then close the card window'],
      expect: {
        sent: [{ path: '/cards/label', body: { id: 'c4', label: 'Urgent', on: true } }],
        state: { '$(".win") === null': true },
      },
      async solve(tab) {
        await tab.click('[data-id=c4]')
        await tab.click('.acts span:has-text("Labels")')
        await tab.click('.pop .opt:has-text("Urgent")')
        await tab.click('.close')
      },
    },
  ],
}
