import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<main class="sf"><h1>Nos boulangeries</h1><div class="row"><input id="cp" placeholder="Ville ou code postal"><select id="ray"><option value="5">5 km</option><option value="20">20 km</option><option value="50">50 km</option></select><button id="go">Rechercher</button></div><label><input type="checkbox" id="dim"> Ouvert le dimanche</label><div id="res"></div></main>`

const STYLE = `.sf{max-width:720px;margin:24px auto}.row{display:flex;gap:8px}.row input{flex:1;padding:8px}.shop{border:1px solid #ddd;padding:12px;margin:10px 0}.shop .det{display:none}.shop.ouv .det{display:block}.lien{color:#a40;cursor:pointer;text-decoration:underline}`

const SCRIPT = `
const SHOPS = [ { id: 1, n: 'Le Fournil des Quais', v: 'Nantes', d: 2, dim: false, t: '02 40 11 22 33', h: '7h – 19h' }, { id: 2, n: 'Maison Kerleau', v: 'Nantes', d: 4, dim: true, t: '02 40 55 66 77', h: '6h30 – 13h' }, { id: 3, n: 'Aux Trois Levains', v: 'Nantes', d: 17, dim: true, t: '02 40 88 99 00', h: '7h – 20h' } ]
function draw() { const word = $('#cp').value.trim().toLowerCase(); $('#res').innerHTML = '<p>Recherche…</p>'
  setTimeout(() => { const found = SHOPS.filter((s) => (word === 'nantes' || word === '44000') && s.d <= +$('#ray').value && (!$('#dim').checked || s.dim))
    $('#res').innerHTML = '<p>' + found.length + ' boulangerie(s)</p>' + found.map((s) => '<div class="shop" data-id="' + s.id + '"><h3>' + s.n + '</h3><p>' + s.v + ', à ' + s.d + ' km</p><span class="lien voir">Voir les détails</span><div class="det"><p>Téléphone : ' + s.t + '</p><p>Horaires : ' + s.h + '</p><button class="fav">Choisir ce magasin</button></div></div>').join('')
    $$('.shop').forEach((e) => { $('.voir', e).onclick = () => e.classList.add('ouv'); $('.fav', e).onclick = () => send('/api/magasin', { id: +e.dataset.id }) }) }, 300) }
$('#go').onclick = draw; $('#dim').onchange = () => { if ($('#res').children.length) draw() }`

/** A French site: a search by place, results with folded details. */
export const storeFinder: Flow = {
  name: 'store-finder',
  kind: 'store finder',
  pages: {
    '/magasins': page({ title: 'Nos boulangeries', lang: 'fr', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Search for Nantes within 20 km, only shops that are open on Sunday ("Ouvert le dimanche"), and choose the store Aux Trois Levains',
      ],
      expect: { sent: [{ path: '/api/magasin', body: { id: 3 } }], shows: ['2 boulangerie(s)'] },
      async solve(tab) {
        await tab.fill('#cp', 'Nantes')
        await tab.selectOption('#ray', '20')
        await tab.check('#dim')
        await tab.click('#go')
        await tab.click('[data-id="3"] .voir')
        await tab.click('[data-id="3"] .fav')
      },
    },
    {
      prompts: [
        'Recherche "44000" et affiche les détails de Maison Kerleau. Quel est son numéro de téléphone ?',
      ],
      expect: { state: { "$('.shop.ouv').dataset.id": '2' }, output: ['02 40 55 66 77'] },
      async solve(tab) {
        await tab.fill('#cp', '44000')
        await tab.click('#go')
        await tab.click('[data-id="2"] .voir')
      },
    },
  ],
}
