import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `.bar{display:flex;gap:28px;padding:0 28px;border-bottom:1px solid #ddd;height:56px;align-items:center}.bar>.it{height:56px;line-height:56px;cursor:default}.mega{display:none;position:absolute;left:0;right:0;top:56px;background:#fff;box-shadow:0 8px 16px #0002;padding:24px 40px;line-height:1.8;z-index:5}.it:hover .mega,.it:focus-within .mega{display:flex;gap:60px}.mega a{display:block;color:#333;text-decoration:none}main{padding:32px 28px;min-height:420px}footer{background:#222;color:#ddd;padding:20px 28px}.lang{display:inline-block;cursor:pointer;border:1px solid #777;padding:6px 12px}.langs{position:absolute;background:#fff;color:#222;border:1px solid #999}.langs div{padding:6px 18px;cursor:pointer}`

const COLUMNS: Record<string, Record<string, string[]>> = {
  Femme: {
    Vêtements: ['Robes', 'Manteaux', 'Pulls'],
    Chaussures: ['Baskets', 'Bottines', 'Sandales'],
    Accessoires: ['Sacs', 'Écharpes'],
  },
  Homme: { Vêtements: ['Chemises', 'Manteaux'], Chaussures: ['Baskets', 'Bottines'] },
  Enfant: { Vêtements: ['Pyjamas'], Chaussures: ['Bottes de pluie', 'Baskets'] },
}

const slug = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replaceAll(' ', '-')

const MENU = Object.entries(COLUMNS)
  .map(
    ([who, columns]) =>
      `<div class="it" tabindex="0">${who}<div class="mega">${Object.entries(columns)
        .map(
          ([title, links]) =>
            `<div><b>${title}</b>${links.map((link) => `<a href="/${slug(who)}/${slug(title)}/${slug(link)}">${link}</a>`).join('')}</div>`,
        )
        .join('')}</div></div>`,
  )
  .join('')

const SCRIPT = `
customElements.define('cc-mur', class extends HTMLElement {
  connectedCallback() {
    if (localStorage.getItem('cc')) return
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>.v{position:fixed;inset:0;background:#000a;display:grid;place-items:center;z-index:99}.b{background:#fff;padding:24px;width:440px}.b div{display:inline-block;padding:8px 14px;margin-right:8px;cursor:pointer;border:1px solid #222}.ok{background:#222;color:#fff}</style><div class="v"><div class="b" style="border:0"><h3>Votre vie privée</h3><p>Nous utilisons des traceurs pour mesurer notre audience.</p><div class="ok">Tout accepter</div><div class="no">Continuer sans accepter</div></div></div>'
    const end = (choice) => { localStorage.setItem('cc', choice); root.innerHTML = '' }
    root.querySelector('.ok').onclick = () => end('oui')
    root.querySelector('.no').onclick = () => end('non')
  }
})
$('.lang').onclick = () => {
  if ($('.langs')) { $('.langs').remove(); return }
  const list = document.createElement('div'), box = $('.lang').getBoundingClientRect()
  list.className = 'langs'
  list.innerHTML = '<div data-l="fr">Français</div><div data-l="nl">Nederlands</div><div data-l="de">Deutsch</div>'
  document.body.append(list)
  list.style.cssText = 'left:' + box.left + 'px;top:' + (box.top + scrollY - list.offsetHeight - 4) + 'px'
  list.onclick = ({ target }) => { location.href = target.dataset.l === 'fr' ? '/' : '/' + target.dataset.l }
}
`

const site = (title: string, main: string, lang = 'fr', flag = 'FR') =>
  page({
    title,
    lang,
    style: STYLE,
    body: `<cc-mur></cc-mur><nav class="bar"><b>Maison Garance</b>${MENU}</nav><main>${main}</main><footer><div class="lang" aria-haspopup="true">🌐 ${flag}</div></footer>`,
    script: SCRIPT,
  })

/** A consent wall in a shadow root, menus under the pointer and a choice of language at the very end. */
export const megaMenuFr: Flow = {
  name: 'mega-menu-fr',
  kind: 'mega menu',
  pages: {
    '/': site('Maison Garance', '<h1>La nouvelle saison</h1>'),
    '/nl': site('Maison Garance', '<h1>Het nieuwe seizoen</h1>', 'nl', 'NL'),
    '/de': site('Maison Garance', '<h1>Die neue Saison</h1>', 'de', 'DE'),
    '/femme/chaussures/bottines': site(
      'Bottines',
      '<h1>Bottines femme</h1><p>Bottine Ondine – 129 €</p><p>Bottine Solveig – 154 €</p>',
    ),
    '/homme/chaussures/bottines': site('Bottines', '<h1>Bottines homme</h1><p>Bottine Marius – 165 €</p>'),
  },
  trials: [
    {
      prompts: [
        'Continue sans accepter les cookies, puis va dans Femme > Chaussures > Bottines. Combien coûte la bottine Solveig ?',
      ],
      expect: {
        at: '/femme/chaussures/bottines',
        state: { 'localStorage.getItem("cc")': 'non' },
        output: ['154'],
      },
      async solve(tab) {
        await tab.click('cc-mur .no')
        await tab.hover('.it:has-text("Femme")')
        await tab.click('[href="/femme/chaussures/bottines"]')
      },
    },
    {
      prompts: ['Accepte les cookies et passe le site en néerlandais'],
      expect: { at: '/nl', state: { 'localStorage.getItem("cc")': 'oui' } },
      async solve(tab) {
        await tab.click('cc-mur .ok')
        await tab.click('.lang')
        await tab.click('[data-l=nl]')
      },
    },
  ],
}
