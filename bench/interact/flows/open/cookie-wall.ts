import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `
<header class="h"><b>Radwerk Lindau</b><nav><a href="/raeder">Fahrräder</a> <a href="/werkstatt">Werkstatt</a> <a href="/kontakt">Kontakt</a></nav></header>
<main class="m"><h1>Willkommen</h1><p>Öffnungszeiten: Montag bis Freitag 9–18 Uhr, Samstag 10–14 Uhr.</p><a class="cta" href="/werkstatt">Zum Werkstatttermin</a></main>
<div id="cmp"></div>`

const SCRIPT = `
setTimeout(() => { $('#cmp').innerHTML = '<div class="cmp-bg"><div class="cmp-box"><h2>Wir schätzen Ihre Privatsphäre</h2><p>Wir und unsere 214 Partner verwenden Cookies.</p><div class="cmp-btns"><span class="cmp-btn" data-v="settings">Einstellungen</span><span class="cmp-btn" data-v="reject">Nur notwendige</span><span class="cmp-btn cmp-btn--main" data-v="accept">Alle akzeptieren</span></div></div></div>'
  $$('.cmp-btn').forEach((b) => b.onclick = async () => { if (b.dataset.v === 'settings') return
    await send('/consent', { choice: b.dataset.v }); document.cookie = 'consent=' + b.dataset.v; $('#cmp').innerHTML = '' }) }, 400)`

const STYLE = `.h{display:flex;justify-content:space-between;padding:18px 30px}.m{padding:30px;min-height:900px}.cmp-bg{position:fixed;inset:0;background:rgba(20,20,30,.7);z-index:9999;display:flex;align-items:flex-end}.cmp-box{background:#fff;width:100%;padding:28px}.cmp-btns{display:flex;gap:12px}.cmp-btn{border:1px solid #333;padding:10px 18px;cursor:pointer}.cmp-btn--main{background:#164;color:#fff}`

/** A German site whose banner covers all of it. */
export const cookieWall: Flow = {
  name: 'cookie-wall',
  kind: 'cookie banner',
  pages: {
    '/': page({ title: 'Radwerk Lindau', lang: 'de', style: STYLE, body: BODY, script: SCRIPT }),
    '/werkstatt': page({
      title: 'Werkstatt',
      lang: 'de',
      body: '<h1>Werkstatt</h1><p>Eine Inspektion kostet 69 €. Der nächste freie Termin ist am 4. Mai.</p>',
    }),
    '/kontakt': page({ title: 'Kontakt', lang: 'de', body: '<h1>Kontakt</h1><p>Telefon 08382 55 01</p>' }),
  },
  trials: [
    {
      prompts: ['Accept all cookies'],
      expect: { sent: [{ path: '/consent', body: { choice: 'accept' } }], hides: ['Privatsphäre'] },
      solve: (tab) => tab.click('text=Alle akzeptieren'),
    },
    {
      prompts: ['reject the cookies, then go to Werkstatt and tell me what an Inspektion costs'],
      expect: {
        sent: [{ path: '/consent', body: { choice: 'reject' } }],
        at: '/werkstatt',
        output: ['69 €'],
      },
      async solve(tab) {
        await tab.click('text=Nur notwendige')
        await tab.waitForTimeout(200)
        await tab.click('text=Werkstatt >> nth=0')
      },
    },
    {
      prompts: ['Akzeptiere alle Cookies und öffne die Seite Kontakt'],
      expect: { sent: [{ path: '/consent', body: { choice: 'accept' } }], at: '/kontakt' },
      async solve(tab) {
        await tab.click('text=Alle akzeptieren')
        await tab.waitForTimeout(200)
        await tab.click('text=Kontakt')
      },
    },
  ],
}
