import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<header><a href="/" data-link><b>Ondes Courtes</b></a><nav><a href="/emissions" data-link>Émissions</a><a href="/ma-liste" data-link>Ma liste <span id="n"></span></a><a href="/compte" data-link>Compte</a></nav></header><main id="vue" aria-live="polite"></main>`

const STYLE = `header{display:flex;gap:40px;padding:14px 24px;background:#fde;position:sticky;top:0}nav a{margin-right:20px}main{max-width:700px;margin:20px auto;padding:0 16px}.em{border:1px solid #ddd;padding:14px;margin:10px 0}.ep{display:flex;justify-content:space-between;align-items:center;border-bottom:1px solid #eee;padding:22px 0}.ib{border:1px solid #999;background:#fff;border-radius:50%;width:34px;height:34px}`

const SCRIPT = `
const EMISSIONS = [['sous-la-mer', 'Sous la mer', 'Inès Carpentier', 41], ['cuisine-de-gare', 'Cuisine de gare', 'Marc Delaunay', 28], ['nuits-blanches', 'Nuits blanches', 'Salomé Petit', 17]]
const THEMES = ['Les abysses', 'Le corail', 'La marée', 'Les phares', 'Le sel', 'Les épaves', 'La glace']
const liste = [], abonnements = new Set()
const go = (path) => { history.pushState({}, '', path); render() }
function render() {
  $('#vue').innerHTML = '<p>Chargement…</p>'
  setTimeout(() => {
    const [, page, slug] = location.pathname.split('/')
    const found = EMISSIONS.find(([s]) => s === slug)
    if (page === 'emissions' && found) emission(found)
    else if (page === 'emissions') $('#vue').innerHTML = '<h1>Nos émissions</h1>' + EMISSIONS.map(([s, t, a]) => '<div class="em"><h2><a href="/emissions/' + s + '" data-link>' + t + '</a></h2><p>Par ' + a + '</p></div>').join('')
    else if (page === 'ma-liste') $('#vue').innerHTML = '<h1>Ma liste</h1>' + (liste.length ? '<ul>' + liste.map((x) => '<li>' + x + '</li>').join('') + '</ul>' : '<p>Votre liste est vide.</p>')
    else if (page === 'compte') compte()
    else $('#vue').innerHTML = '<h1>Bonjour !</h1><p>Trois émissions, une nouvelle écoute chaque matin.</p>'
  }, 250)
}
function compte() {
  $('#vue').innerHTML = '<h1>Compte</h1><form id="c"><p><label>Prénom <input name="prenom" value="Lou"></label></p><p><label>Qualité audio <select name="qualite"><option>Standard</option><option>Haute</option><option>Économie de données</option></select></label></p><p><label><input type="checkbox" name="auto"> Télécharger automatiquement les nouveaux épisodes</label></p><button>Enregistrer</button></form><p id="ok"></p>'
  $('#c').onsubmit = async (event) => { event.preventDefault(); const f = event.target; await send('/api/compte', { prenom: f.prenom.value, qualite: f.qualite.value, auto: f.auto.checked }); $('#ok').textContent = 'Modifications enregistrées.' }
}
function emission([slug, title, author, total]) {
  let shown = 0
  $('#vue').innerHTML = '<h1>' + title + '</h1><p>Par ' + author + ' · ' + total + ' épisodes</p><button id="ab">' + (abonnements.has(slug) ? 'Abonné ✓' : 'S’abonner') + '</button><div id="eps"></div><p id="fin">Chargement…</p>'
  $('#ab').onclick = async () => { if (abonnements.has(slug)) return; await send('/api/abonnements', { emission: slug }); abonnements.add(slug); $('#ab').textContent = 'Abonné ✓' }
  const more = () => {
    for (let i = 0; i < 10 && shown < total; i++) {
      const no = total - shown++, name = 'Épisode ' + no + ' : ' + THEMES[no % 7]
      const row = document.createElement('div')
      row.className = 'ep'
      row.innerHTML = '<span>' + name + ' <small>(' + (20 + (no * 7) % 25) + ' min)</small></span><button class="ib" title="Ajouter à ma liste">+</button>'
      row.lastChild.onclick = () => { if (!liste.includes(name)) liste.push(name); row.lastChild.textContent = '✓'; row.lastChild.title = 'Dans ma liste'; $('#n').textContent = '(' + liste.length + ')' }
      $('#eps').append(row)
    }
    if (shown >= total) $('#fin').textContent = 'C’est tout !'
  }
  more()
  if (shown < total) new IntersectionObserver((seen, watch) => { if (seen.some((s) => s.isIntersecting)) setTimeout(() => { if (shown < total) more(); else watch.disconnect() }, 300) }).observe($('#fin'))
}
document.addEventListener('click', (event) => { const link = event.target.closest('[data-link]'); if (link) { event.preventDefault(); go(link.getAttribute('href')) } })
addEventListener('popstate', render)
render()`

const APP = page({ title: 'Ondes Courtes', lang: 'fr', style: STYLE, body: BODY, script: SCRIPT })

/** Podcasts in French: routes without loading, and episodes that come while scrolling. */
export const podcastSpa: Flow = {
  name: 'podcast-spa',
  kind: 'SPA routing',
  pages: { '/': APP, '/emissions': APP, '/ma-liste': APP, '/compte': APP },
  answer: ({ path }) => (path.startsWith('/emissions/') ? { body: APP } : undefined),
  trials: [
    {
      prompts: [
        'Va dans les émissions, ouvre « Cuisine de gare » et abonne-toi. Combien d’épisodes y a-t-il ?',
      ],
      expect: {
        at: '/emissions/cuisine-de-gare',
        sent: [{ path: '/api/abonnements', body: { emission: 'cuisine-de-gare' } }],
        output: [/\b28\b/],
      },
      async solve(tab) {
        await tab.click('text=Émissions')
        await tab.click('text=Cuisine de gare')
        await tab.click('#ab')
      },
    },
    {
      prompts: ['Ajoute l’épisode 24 de l’émission « Sous la mer » à ma liste, puis affiche ma liste.'],
      expect: {
        at: '/ma-liste',
        state: {
          "[...document.querySelectorAll('main li')].map((x) => x.textContent).join()":
            'Épisode 24 : Les phares',
        },
      },
      async solve(tab) {
        await tab.click('text=Émissions')
        await tab.click('text=Sous la mer')
        await tab.locator('#fin').scrollIntoViewIfNeeded()
        await tab.click('.ep:has-text("Épisode 24 ") .ib')
        await tab.click('text=Ma liste')
      },
    },
    {
      prompts: [
        'Ouvre la page Compte',
        'Choisis la qualité audio Haute et coche le téléchargement automatique',
        'Enregistre',
      ],
      expect: {
        at: '/compte',
        sent: [{ path: '/api/compte', body: { prenom: 'Lou', qualite: 'Haute', auto: true } }],
        shows: ['Modifications enregistrées.'],
      },
      async solve(tab) {
        await tab.click('text=Compte')
        await tab.selectOption('[name=qualite]', 'Haute')
        await tab.check('[name=auto]')
        await tab.click('text=Enregistrer')
      },
    },
  ],
}
