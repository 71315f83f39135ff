import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{display:flex;height:100vh}.list{width:340px;border-right:1px solid #ddd;overflow-y:auto;position:relative}.row{position:absolute;left:0;right:0;height:52px;padding:6px 14px;display:flex;justify-content:space-between;align-items:center;border-bottom:1px solid #f0f0f0;cursor:pointer}.row small{display:block;color:#777}.star{font-size:20px;color:#bbb}.star.on{color:#f59e0b}.pane{flex:1;padding:32px}`

const BODY = `<div class="list"><div class="space"></div></div><div class="pane"><p>No contact selected</p></div>`

const SCRIPT = `
const FIRST = ['Ada', 'Bram', 'Cleo', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaia', 'Leif', 'Mona', 'Nils', 'Odile', 'Pavel', 'Quinn', 'Rosa', 'Sten', 'Tilda', 'Umar', 'Vera', 'Wim', 'Yara', 'Zora']
const LAST = ['Abbott', 'Berge', 'Castel', 'Dunmore', 'Eklund', 'Ferris', 'Gallo', 'Holt', 'Ibsen', 'Tolbert', 'Whitfield', 'Young']
const people = FIRST.flatMap((first, i) => LAST.map((last, j) => ({ id: i * LAST.length + j, name: first + ' ' + last, firm: ['Northwind', 'Kelp & Co', 'Ostra'][(i + j) % 3], phone: '+44 20 7946 0' + String(100 + (i * 37 + j * 11) % 900) })))
const HEIGHT = 52, starred = new Set()
let current = null
$('.space').style.height = people.length * HEIGHT + 'px'
function draw() {
  const list = $('.list'), from = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - 2), to = Math.min(people.length, from + Math.ceil(list.clientHeight / HEIGHT) + 4)
  $('.space').innerHTML = people.slice(from, to).map(({ id, name, firm }) => '<div class="row" data-id="' + id + '" style="top:' + id * HEIGHT + 'px"><div>' + name + '<small>' + firm + '</small></div><span class="star' + (starred.has(id) ? ' on' : '') + '" title="Star">★</span></div>').join('')
}
let waiting
$('.list').onscroll = () => { cancelAnimationFrame(waiting); waiting = requestAnimationFrame(draw) }
$('.list').onclick = async ({ target }) => {
  const row = target.closest('.row')
  if (!row) return
  const person = people[row.dataset.id]
  if (target.matches('.star')) { starred.has(person.id) ? starred.delete(person.id) : starred.add(person.id); send('/stars', { name: person.name, on: starred.has(person.id) }); draw(); return }
  $('.pane').innerHTML = '<p>Loading…</p>'
  setTimeout(() => { current = person.name; $('.pane').innerHTML = '<h2>' + person.name + '</h2><p>' + person.firm + '</p><p>Phone: ' + person.phone + '</p>' }, 220)
}
draw()
`

/** Three hundred people in a list that holds only those in sight; there is no search. */
export const virtualContacts: Flow = {
  name: 'virtual-contacts',
  kind: 'virtual list',
  pages: { '/contacts': page({ title: 'Contacts', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Scroll down the contact list to Quinn Tolbert, open it and give me the phone number.'],
      expect: { state: { current: 'Quinn Tolbert' }, output: ['0791'] },
      async solve(tab) {
        await tab.evaluate('$(".list").scrollTop = 200 * 52')
        await tab.click('.row:has-text("Quinn Tolbert")')
      },
    },
    {
      prompts: ['star Cleo Gallo'],
      expect: {
        sent: [{ path: '/stars', body: { name: 'Cleo Gallo', on: true } }],
        state: { 'people.filter(({ id }) => starred.has(id)).map(({ name }) => name)': ['Cleo Gallo'] },
      },
      async solve(tab) {
        await tab.evaluate('$(".list").scrollTop = 28 * 52')
        await tab.click('.row:has-text("Cleo Gallo") .star')
      },
    },
  ],
}
