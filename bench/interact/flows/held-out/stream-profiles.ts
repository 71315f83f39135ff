import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<lumo-app></lumo-app>`

const SCRIPT = `
const TITLES = [['Polar Line', 'Drama', '2 seasons'], ['The Cartographer', 'Documentary', '94 min'], ['Night Market', 'Comedy', '3 seasons'], ['Undertow', 'Thriller', '108 min'], ['Little Foxes', 'Kids', '1 season'], ['Copper Hill', 'Drama', '117 min']]
const saved = new Set(['Undertow'])
class MediaCard extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    const [name, kind, size] = TITLES[this.getAttribute('index')]
    const draw = () => {
      root.innerHTML = '<style>.c{width:190px;background:#23232e;border-radius:8px;overflow:hidden}.p{height:80px;background:linear-gradient(120deg,#547,#245)}.b{padding:8px}button{background:none;border:0;color:#fff;font-size:18px;cursor:pointer}</style><div class="c"><div class="p"></div><div class="b"><b>' + name + '</b><br><small>' + kind + ' · ' + size + '</small><br><button title="Play">▶</button><button class="w" title="' + (saved.has(name) ? 'Remove from watchlist' : 'Add to watchlist') + '">' + (saved.has(name) ? '✓' : '＋') + '</button><button title="More info">ⓘ</button></div></div>'
      root.querySelector('.w').onclick = async () => {
        const on = !saved.has(name)
        await send('/api/watchlist', { title: name, on })
        on ? saved.add(name) : saved.delete(name)
        draw()
      }
    }
    draw()
  }
}
class ProfileDialog extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    root.innerHTML = '<style>.o{position:fixed;inset:0;background:#000a}.d{background:#2c2c38;color:#fff;width:380px;margin:80px auto;padding:22px;border-radius:10px}label{display:block;margin:10px 0}button:disabled{opacity:.4}</style><div class="o"><div class="d" role="dialog" aria-modal="true" aria-label="Add profile"><h2>Add profile</h2><label>Profile name <input maxlength="20"></label><label>Maturity rating <select><option>All ages</option><option>7+</option><option>12+</option><option>16+</option><option>18+</option></select></label><label><input type="checkbox"> Autoplay next episode</label><button class="n">Cancel</button> <button class="y" disabled>Create profile</button></div></div>'
    const q = (s) => root.querySelector(s)
    q('input').oninput = () => { q('.y').disabled = !q('input').value.trim() }
    q('.n').onclick = () => this.remove()
    q('.y').onclick = async () => {
      const body = { name: q('input').value.trim(), rating: q('select').value, autoplay: q('[type=checkbox]').checked }
      await send('/api/profiles', body)
      this.dispatchEvent(new CustomEvent('made', { bubbles: true, composed: true, detail: body.name }))
      this.remove()
    }
  }
}
class LumoApp extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: 'open' })
    setTimeout(() => {
      root.innerHTML = '<style>:host{display:block;background:#15151d;color:#fff;min-height:100vh}header{display:flex;justify-content:space-between;padding:16px 26px}.r{display:flex;flex-wrap:wrap;gap:14px;padding:0 26px}.acc{position:relative}.menu{position:absolute;right:0;width:170px;background:#2c2c38;padding:8px;z-index:2}.menu[hidden]{display:none}.menu button{display:block;width:100%;background:none;color:#fff;border:0;padding:8px;text-align:left}</style><header><b>LUMO</b><div class="acc"><button class="who" aria-haspopup="menu" aria-label="Account menu">👤 Rosa</button><div class="menu" role="menu" hidden><button role="menuitem">Rosa</button><button role="menuitem" class="add">Add profile</button><button role="menuitem">Sign out</button></div></div></header><h2 style="padding:0 26px">New this week</h2><div class="r">' + TITLES.map((t, i) => '<media-card index="' + i + '"></media-card>').join('') + '</div><p class="note" role="status" style="padding:0 26px"></p>'
      const q = (s) => root.querySelector(s)
      q('.who').onclick = () => { q('.menu').hidden = !q('.menu').hidden }
      q('.add').onclick = () => { q('.menu').hidden = true; root.append(document.createElement('profile-dialog')) }
      root.addEventListener('made', (e) => { q('.note').textContent = 'Profile ' + e.detail + ' was created.' })
    }, 250)
  }
}
customElements.define('media-card', MediaCard)
customElements.define('profile-dialog', ProfileDialog)
customElements.define('lumo-app', LumoApp)`

/** A streaming service of web components: icons on cards, a menu, a dialog within. */
export const streamProfiles: Flow = {
  name: 'stream-profiles',
  kind: 'shadow DOM',
  pages: { '/browse': page({ title: 'LUMO', body: BODY, script: SCRIPT }) },
  trials: [
    {
      prompts: ['Add "Copper Hill" to the watchlist, then remove "Undertow" from it.'],
      expect: {
        sent: [
          { path: '/api/watchlist', body: { title: 'Copper Hill', on: true } },
          { path: '/api/watchlist', body: { title: 'Undertow', on: false } },
        ],
        state: { '[...saved].sort().join()': 'Copper Hill' },
      },
      async solve(tab) {
        await tab.locator('media-card').nth(5).locator('.w').click()
        await tab.locator('media-card').nth(3).locator('.w').click()
      },
    },
    {
      prompts: [
        'Our son Milo needs his own profile on LUMO: call it Milo, maturity rating 7+, and let episodes autoplay. Create it.',
      ],
      expect: { sent: [{ path: '/api/profiles', body: { name: 'Milo', rating: '7+', autoplay: true } }] },
      async solve(tab) {
        await tab.locator('.who').click()
        await tab.locator('.add').click()
        await tab.locator('profile-dialog input[maxlength]').fill('Milo')
        await tab.locator('profile-dialog select').selectOption('7+')
        await tab.locator('profile-dialog [type=checkbox]').check()
        await tab.locator('profile-dialog .y').click()
      },
    },
  ],
}
