import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header class="t"><h1>Le Petit Observatoire</h1><a href="/visites">Visites guidées</a></header><main><p>Ouvert du mercredi au dimanche, de 10 h à 17 h.</p></main>`

const SCRIPT = `
const bar = document.createElement('section'); bar.className = 'bar'; bar.setAttribute('role', 'dialog')
bar.innerHTML = '<div><p>Ce site utilise des cookies pour mesurer l\\'audience.</p><button class="g">Tout refuser</button><button class="p">Personnaliser</button><button class="ok">Tout accepter</button><div class="more" hidden><label><input type="checkbox" value="audience"> Mesure d\\'audience</label><label><input type="checkbox" value="pub"> Publicité</label><button class="sv">Enregistrer mes choix</button></div></div>'
setTimeout(() => document.body.append(bar), 150)
const end = (choice) => { send('/cookies', { choice }); bar.remove() }
bar.onclick = (e) => { const c = e.target.className; if (c === 'g') end('none'); if (c === 'ok') end('all'); if (c === 'p') $('.more', bar).hidden = false
  if (c === 'sv') end($$('input:checked', bar).map((i) => i.value).join()) }`

const STYLE = `.t{display:flex;justify-content:space-between;padding:20px}.bar{position:fixed;inset:0;background:#000a;display:grid;place-items:center}.bar>div{background:#fff;padding:26px;max-width:520px}.bar button{margin:6px}main{padding:20px}`

/** A French banner with choices of its own. */
export const consentBar: Flow = {
  name: 'consent-bar',
  kind: 'cookie banner',
  pages: {
    '/': page({ title: 'Le Petit Observatoire', lang: 'fr', style: STYLE, body: BODY, script: SCRIPT }),
    '/visites': page({
      title: 'Visites',
      lang: 'fr',
      body: '<h1>Visites guidées</h1><p>Tarif plein : 12 €. Tarif réduit : 7 €.</p>',
    }),
  },
  trials: [
    {
      prompts: ['Decline all cookies and open "Visites guidées". What is the reduced price (tarif réduit)?'],
      expect: { sent: [{ path: '/cookies', body: { choice: 'none' } }], at: '/visites', output: ['7 €'] },
      async solve(tab) {
        await tab.click('.g')
        await tab.click('text=Visites guidées')
      },
    },
    {
      prompts: ['Accepte tous les cookies'],
      expect: { sent: [{ path: '/cookies', body: { choice: 'all' } }], hides: ["mesurer l'audience"] },
      solve: (tab) => tab.click('.ok'),
    },
  ],
}
