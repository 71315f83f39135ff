import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px;padding:20px}.card{border:1px solid #ddd;border-radius:8px;padding:14px}.card .pic{height:70px;background:linear-gradient(135deg,#ddd,#aab)}.form-check{margin-top:8px}.tray{position:fixed;inset:auto 0 0 0;background:#fff;border-top:2px solid #0d6efd;padding:12px 20px;display:flex;gap:12px;align-items:center}.pill{background:#e9ecef;padding:4px 10px;border-radius:14px}.pill i{cursor:pointer;font-style:normal;margin-left:6px}.btn{background:#0d6efd;color:#fff;border:0;padding:8px 18px;border-radius:6px;margin-left:auto}.btn:disabled{opacity:.5}.modal{position:fixed;inset:0;background:#0007;display:grid;place-items:center}.modal>div{background:#fff;padding:24px;border-radius:8px;min-width:460px}.modal td,.modal th{padding:6px 14px;text-align:left}`

const BODY = `<h2 style="padding:16px 20px 0">Phones</h2><div class="grid"></div><div id="tray"></div>`

const SCRIPT = `
const PHONES = [
  ['aria', 'Aria Mini', 399, '3,600 mAh', '138 g'], ['nova8', 'Nova 8', 549, '4,450 mAh', '171 g'], ['nova8p', 'Nova 8 Pro', 749, '4,900 mAh', '196 g'],
  ['pix5', 'Pixelon 5', 529, '5,100 mAh', '188 g'], ['volt', 'Volt Max', 629, '6,000 mAh', '221 g'], ['zen', 'Zen Fold', 1199, '4,300 mAh', '239 g'],
]
let compared = []
$('.grid').innerHTML = PHONES.map(([id, name, price]) => '<div class="card"><div class="pic"></div><h4>' + name + '</h4><div>£' + price + '</div><div class="form-check"><input type="checkbox" id="c-' + id + '" data-id="' + id + '"> <label for="c-' + id + '">Compare</label></div><button type="button">Add to basket</button></div>').join('')
function draw() {
  $$('.form-check input').forEach((box) => { box.checked = compared.includes(box.dataset.id); box.disabled = !box.checked && compared.length === 3 })
  $('#tray').innerHTML = compared.length ? '<div class="tray">' + compared.map((id) => '<span class="pill">' + PHONES.find((one) => one[0] === id)[1] + '<i data-x="' + id + '">×</i></span>').join('') + '<button class="btn"' + (compared.length < 2 ? ' disabled' : '') + '>Compare ' + compared.length + ' phones</button></div>' : ''
}
$('.grid').addEventListener('change', ({ target }) => { compared = target.checked ? [...compared, target.dataset.id] : compared.filter((id) => id !== target.dataset.id); draw() })
$('.grid').addEventListener('click', ({ target }) => { if (target.matches('button')) send('/basket', { name: $('h4', target.parentNode).textContent }) })
$('#tray').addEventListener('click', ({ target }) => {
  if (target.dataset.x) { compared = compared.filter((id) => id !== target.dataset.x); draw() }
  if (!target.matches('.btn')) return
  const modal = document.createElement('div')
  modal.className = 'modal'
  modal.innerHTML = '<div role="dialog" aria-modal="true"><p>Loading…</p></div>'
  document.body.append(modal)
  setTimeout(() => {
    const some = compared.map((id) => PHONES.find((one) => one[0] === id))
    const line = (title, at) => '<tr><th>' + title + '</th>' + some.map((one) => '<td>' + one[at] + '</td>').join('') + '</tr>'
    modal.firstChild.innerHTML = '<h3>Side by side</h3><table><tr><th></th>' + some.map((one) => '<th>' + one[1] + '</th>').join('') + '</tr>' + line('Battery', 3) + line('Weight', 4) + '</table><button data-dismiss>Close</button>'
    $('[data-dismiss]', modal).onclick = () => modal.remove()
  }, 320)
})
`

/** Boxes that all say "Compare"; what differs is told only side by side. */
export const comparePhones: Flow = {
  name: 'compare-phones',
  kind: 'comparison',
  pages: { '/phones': page({ title: 'Phones', style: STYLE, body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: [
        "I can't decide between the Nova 8 and the Pixelon 5. Please compare the two and tell me the battery of the Pixelon 5.",
      ],
      expect: {
        state: { '[...compared].sort()': ['nova8', 'pix5'] },
        shows: ['Side by side'],
        output: ['5,100'],
      },
      async solve(tab) {
        await tab.check('#c-nova8')
        await tab.check('#c-pix5')
        await tab.click('.tray .btn')
      },
    },
    {
      prompts: ['tick compare for Aria Mini, Volt Max and Zen Fold, then take Volt Max out again'],
      expect: { state: { '[...compared].sort()': ['aria', 'zen'] } },
      async solve(tab) {
        await tab.check('#c-aria')
        await tab.check('#c-volt')
        await tab.check('#c-zen')
        await tab.click('[data-x=volt]')
      },
    },
  ],
}
