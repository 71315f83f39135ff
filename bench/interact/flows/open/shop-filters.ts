import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<div class="shop"><aside class="facets"><h3>Brand</h3><label><input type="checkbox" value="Halden"> Halden</label><label><input type="checkbox" value="Mirra"> Mirra</label><label><input type="checkbox" value="Osk"> Osk</label>
<h3>Colour</h3><div class="sw" data-c="black" title="Black" style="background:#111"></div><div class="sw" data-c="red" title="Red" style="background:#c22"></div><div class="sw" data-c="blue" title="Blue" style="background:#26c"></div>
<h3>Price up to</h3><input id="max" type="number" placeholder="Max"></aside>
<section><div class="bar"><span id="n"></span><label>Sort by <select id="sort"><option value="top">Featured</option><option value="asc">Price: low to high</option><option value="desc">Price: high to low</option></select></label></div><div class="grid"></div></section></div>`

const STYLE = `.shop{display:flex;gap:24px;padding:20px}.facets{width:190px}.facets label{display:block}.sw{display:inline-block;width:26px;height:26px;border-radius:50%;margin:4px;cursor:pointer}.sw.on{outline:3px solid #fa0}.bar{display:flex;justify-content:space-between;width:640px}.grid{display:grid;grid-template-columns:repeat(3,200px);gap:14px;margin-top:12px}.tile{border:1px solid #ddd;padding:12px}.tile .add{display:inline-block;background:#222;color:#fff;padding:6px 10px;cursor:pointer}`

const SCRIPT = `
const ITEMS = [['Halden Trail','Halden','black',129],['Halden City','Halden','red',89],['Mirra One','Mirra','blue',59],['Mirra Two','Mirra','black',74],['Osk Light','Osk','red',45],['Osk Heavy','Osk','black',199],['Halden Mini','Halden','black',64],['Osk Deep','Osk','blue',92]]
let colour = ''
function draw() { const brands = $$('.facets input:checked').map((i) => i.value), max = +$('#max').value || 1e9, sort = $('#sort').value
  let rows = ITEMS.filter(([, b, c, p]) => (!brands.length || brands.includes(b)) && (!colour || c === colour) && p <= max)
  if (sort !== 'top') rows = rows.toSorted((a, b) => sort === 'asc' ? a[3] - b[3] : b[3] - a[3])
  $('#n').textContent = rows.length + ' backpacks'
  $('.grid').innerHTML = rows.map(([n, , c, p]) => '<div class="tile"><h4>' + n + '</h4><p>' + c + ' · $' + p + '</p><div class="add">Add to cart</div></div>').join('')
  $$('.tile').forEach((t, i) => $('.add', t).onclick = () => send('/api/cart', { item: rows[i][0] })) }
const later = () => { $('.grid').style.opacity = .3; setTimeout(() => { draw(); $('.grid').style.opacity = 1 }, 250) }
$$('.facets input, #sort').forEach((i) => i.onchange = later); $('#max').oninput = later
$$('.sw').forEach((s) => s.onclick = () => { colour = colour === s.dataset.c ? '' : s.dataset.c; $$('.sw').forEach((o) => o.classList.toggle('on', o.dataset.c === colour)); later() })
draw()`

/** Filters that redraw the list a moment later. */
export const shopFilters: Flow = {
  name: 'shop-filters',
  kind: 'filters and sorting',
  pages: { '/backpacks': page({ title: 'Backpacks', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        'Filter by the brand Halden and the colour black, sort by price from low to high and add the first one to the cart',
      ],
      expect: { sent: [{ path: '/api/cart', body: { item: 'Halden Mini' } }], shows: ['2 backpacks'] },
      async solve(tab) {
        await tab.check('[value=Halden]')
        await tab.click('[data-c=black]')
        await tab.selectOption('#sort', 'asc')
        await tab.waitForTimeout(400)
        await tab.click('.add >> nth=0')
      },
    },
    {
      prompts: ['show only backpacks up to 70 dollars. how many are there?'],
      expect: { shows: ['3 backpacks'], state: { "$('#max').value": '70' }, output: ['3'] },
      solve: (tab) => tab.fill('#max', '70'),
    },
    {
      prompts: ['Add the Osk Heavy to the cart'],
      expect: { sent: [{ path: '/api/cart', body: { item: 'Osk Heavy' } }] },
      solve: (tab) => tab.click('.tile:has-text("Osk Heavy") .add'),
    },
  ],
}
