import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `body{display:flex;height:100vh}.tree{width:280px;background:#fafafa;border-right:1px solid #e5e5e5;padding:12px;overflow:auto}.node{display:flex;align-items:center;gap:4px;padding:3px 4px;border-radius:4px;cursor:pointer}.node:hover{background:#eee}.node .chev{width:18px;text-align:center;color:#777}.node .more{margin-left:auto;visibility:hidden;padding:0 4px}.node:hover .more{visibility:visible}.kids{padding-left:18px}.doc{padding:32px;flex:1}.pop{position:absolute;background:#fff;border:1px solid #ddd;border-radius:6px;box-shadow:0 4px 12px #0002;padding:4px 0;z-index:9}.pop div{padding:6px 18px;cursor:pointer}`

const BODY = `<div class="tree" role="tree"></div><div class="doc"><h1>Welcome</h1><p>Choose a page on the left.</p></div>`

const SCRIPT = `
const PAGES = {
  root: ['hb', 'sales', 'it'], hb: ['hb-work', 'hb-travel'], 'hb-travel': ['hb-diems', 'hb-rail'], sales: ['s-old', 's-new'], it: ['it-vpn'],
}
const NAMES = { hb: 'Handbook', sales: 'Sales', it: 'IT', 'hb-work': 'Working hours', 'hb-travel': 'Travel', 'hb-diems': 'Per diems', 'hb-rail': 'Rail cards', 's-old': 'Old pricing', 's-new': 'Partners', 'it-vpn': 'VPN' }
const TEXTS = { 'hb-diems': '<table><tr><td>Denmark</td><td>71 €</td></tr><tr><td>Norway</td><td>84 €</td></tr><tr><td>Sweden</td><td>66 €</td></tr></table>', 'it-vpn': '<p>Ask for a token at the desk.</p>' }
const opened = new Set()
function show(id) {
  $('.doc').innerHTML = '<p>…</p>'
  setTimeout(() => { $('.doc').innerHTML = '<h1>' + NAMES[id] + '</h1>' + (TEXTS[id] ?? '<p>This page is empty.</p>'); document.title = NAMES[id] }, 200)
}
function nodes(parent, host) {
  host.innerHTML = ''
  for (const id of PAGES[parent]) {
    const item = document.createElement('div')
    item.innerHTML = '<div class="node" role="treeitem" data-id="' + id + '"><span class="chev">' + (PAGES[id] ? (opened.has(id) ? '▾' : '▸') : '') + '</span><span class="name">' + NAMES[id] + '</span><span class="more" title="More">⋯</span></div><div class="kids"></div>'
    $('.chev', item).onclick = () => {
      if (!PAGES[id]) return
      opened.has(id) ? opened.delete(id) : opened.add(id)
      $('.chev', item).textContent = opened.has(id) ? '▾' : '▸'
      if (opened.has(id)) setTimeout(() => nodes(id, $('.kids', item)), 180)
      else $('.kids', item).innerHTML = ''
    }
    $('.name', item).onclick = () => show(id)
    $('.more', item).onclick = ({ clientX, clientY }) => menu(id, item, clientX, clientY)
    host.append(item)
    if (opened.has(id)) nodes(id, $('.kids', item))
  }
}
function menu(id, item, x, y) {
  $('.pop')?.remove()
  const pop = document.createElement('div')
  pop.className = 'pop'
  pop.style.cssText = 'left:' + x + 'px;top:' + y + 'px'
  pop.innerHTML = '<div>Rename</div><div>Duplicate</div><div>Move to trash</div>'
  pop.onclick = ({ target }) => {
    pop.remove()
    if (target.textContent === 'Rename') rename(id, item)
    if (target.textContent === 'Move to trash') send('/pages/trash', { id })
    if (target.textContent === 'Duplicate') send('/pages/copy', { id })
  }
  document.body.append(pop)
}
function rename(id, item) {
  const field = document.createElement('input')
  field.value = NAMES[id]
  $('.name', item).replaceWith(field)
  field.focus(); field.select()
  field.onkeydown = ({ key }) => {
    if (key === 'Escape') nodes('root', $('.tree'))
    if (key !== 'Enter') return
    NAMES[id] = field.value
    send('/pages/rename', { id, name: field.value })
    nodes('root', $('.tree'))
  }
}
nodes('root', $('.tree'))
`

/** Pages within pages: a chevron opens, the name shows, and the rest hides behind three dots. */
export const wikiTree: Flow = {
  name: 'wiki-tree',
  kind: 'tree navigation',
  pages: { '/wiki': page({ title: 'Wiki', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Open Handbook > Travel > Per diems. What is the daily rate for Norway?'],
      expect: { state: { 'document.title': 'Per diems' }, output: ['84'] },
      async solve(tab) {
        await tab.click('[data-id=hb] .chev')
        await tab.click('[data-id=hb-travel] .chev')
        await tab.click('[data-id=hb-diems] .name')
      },
    },
    {
      prompts: ['Rename the page "Old pricing" under Sales to "Pricing 2027"'],
      expect: {
        sent: [{ path: '/pages/rename', body: { id: 's-old', name: 'Pricing 2027' } }],
        shows: ['Pricing 2027'],
      },
      async solve(tab) {
        await tab.click('[data-id=sales] .chev')
        await tab.hover('[data-id=s-old]')
        await tab.click('[data-id=s-old] .more')
        await tab.click('.pop div:has-text("Rename")')
        await tab.fill('.node input', 'Pricing 2027')
        await tab.press('.node input', 'Enter')
      },
    },
  ],
}
