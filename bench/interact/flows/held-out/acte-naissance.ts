import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const MOIS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')
const options = (values: readonly (string | number)[], first: string): string =>
  `<option value="">${first}</option>${values.map((value) => `<option>${value}</option>`).join('')}`
const DAYS = options(
  Array.from({ length: 31 }, (_, index) => index + 1),
  'Jour',
)
const YEARS = options(
  Array.from({ length: 90 }, (_, index) => 2026 - index),
  'Année',
)

const BODY = `<header class="bandeau"><div>Ville de Montrivel</div><span>Démarches en ligne</span></header><main class="fr"><ol class="etapes"><li class="ici">Le document</li><li>La personne</li><li>Livraison</li></ol><section data-s="0"><h1>Demande d'acte de naissance</h1><fieldset><legend>Type d'acte</legend><div class="r"><input type="radio" name="type" id="t1" value="integrale"><label for="t1">Copie intégrale</label></div><div class="r"><input type="radio" name="type" id="t2" value="avec"><label for="t2">Extrait avec filiation</label></div><div class="r"><input type="radio" name="type" id="t3" value="sans"><label for="t3">Extrait sans filiation</label></div></fieldset><div class="ex"><span>Nombre d'exemplaires</span><button type="button" aria-label="Diminuer">−</button><output id="nb">1</output><button type="button" aria-label="Augmenter">+</button></div></section><section data-s="1" hidden><h1>Personne concernée</h1><label>Nom de naissance<input id="nom"></label><label>Prénom(s)<input id="prenom"></label><fieldset><legend>Date de naissance</legend><select id="j" aria-label="Jour">${DAYS}</select><select id="m" aria-label="Mois">${options(MOIS, 'Mois')}</select><select id="a" aria-label="Année">${YEARS}</select></fieldset></section><section data-s="2" hidden><h1>Livraison</h1><label>Mode de réception<select id="mode"><option value="">– Choisir –</option><option value="courrier">Par courrier postal</option><option value="guichet">Retrait au guichet</option></select></label><label>Courriel<input id="mail" type="email"></label></section><p class="alerte" role="alert"></p><div class="nav"><button class="prec" hidden>Précédent</button><button class="suiv">Suivant</button></div></main>`

const STYLE = `.bandeau{background:#000091;color:#fff;padding:14px 30px;display:flex;gap:30px}.fr{max-width:620px;margin:20px auto}.etapes{display:flex;gap:40px;padding-left:18px}.ici{font-weight:700}fieldset{margin:14px 0}label{display:block;margin:8px 0}.r label{display:inline;margin-left:6px}.alerte{color:#c00}label input,label select{display:block;width:280px;padding:6px}.ex button{width:32px;margin:0 8px}`

const SCRIPT = `
let step = 0
const v = (id) => $('#' + id).value.trim()
$$('.ex button').forEach((b, i) => { b.onclick = () => { const n = $('#nb'); n.textContent = Math.min(5, Math.max(1, Number(n.textContent) + (i ? 1 : -1))) } })
function show() {
  $$('section').forEach((s, i) => { s.hidden = i !== step })
  $$('.etapes li').forEach((l, i) => l.classList.toggle('ici', i === step))
  $('.prec').hidden = step === 0
  $('.suiv').textContent = step === 2 ? 'Envoyer la demande' : 'Suivant'
}
const rules = [
  ['Veuillez choisir un type d’acte.', () => $('[name=type]:checked')],
  ['Tous les champs sont obligatoires.', () => ['nom', 'prenom', 'j', 'm', 'a'].every(v)],
  ['Indiquez le mode de réception et votre courriel.', () => v('mode') && v('mail').includes('@')],
]
$('.prec').onclick = () => { step--; show() }
$('.suiv').onclick = async () => {
  const [fault, fine] = rules[step]
  $('.alerte').textContent = fine() ? '' : fault
  if (!fine()) return
  if (step < 2) { step++; return void setTimeout(show, 120) }
  const month = $('#m').selectedIndex
  await send('/demarches/acte', { type: $('[name=type]:checked').value, exemplaires: Number($('#nb').textContent), nom: v('nom'), prenom: v('prenom'), naissance: [v('a'), String(month).padStart(2, '0'), v('j').padStart(2, '0')].join('-'), mode: v('mode'), courriel: v('mail') })
  $('.fr').innerHTML = '<h1>Demande enregistrée</h1><p>Numéro de dossier : <strong>EC-2209-614</strong></p><p>Délai estimé : 6 jours ouvrés</p>'
}`

/** A town hall's form in French: three steps, a date in three lists, a counter. */
export const acteNaissance: Flow = {
  name: 'acte-naissance',
  kind: 'multi-step form',
  pages: {
    '/acte': page({ title: 'Acte de naissance', lang: 'fr', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Choisis « Extrait avec filiation », 2 exemplaires, clique sur Suivant. Nom de naissance Delorme, prénom Camille, née le 9 août 1991, puis Suivant. Réception par courrier postal, courriel camille@delorme.example, et envoie la demande.',
      ],
      expect: {
        sent: [
          {
            path: '/demarches/acte',
            body: {
              type: 'avec',
              exemplaires: 2,
              nom: 'Delorme',
              prenom: 'Camille',
              naissance: '1991-08-09',
              mode: 'courrier',
              courriel: 'camille@delorme.example',
            },
          },
        ],
        shows: ['Demande enregistrée'],
      },
      solve: (tab) => ask(tab, '#t2', 1, 'Delorme|Camille|9|août|1991|courrier|camille@delorme.example'),
    },
    {
      prompts: [
        "J'ai besoin d'une copie intégrale de l'acte de naissance d'Hugo Bastien Marchetti (nom : Marchetti, prénoms : Hugo Bastien), né le 27/02/1978, un seul exemplaire. Je passerai la retirer au guichet ; mon adresse est hugo@marchetti.example. Donne-moi le numéro de dossier.",
      ],
      expect: {
        sent: [
          {
            path: '/demarches/acte',
            body: {
              type: 'integrale',
              exemplaires: 1,
              nom: 'Marchetti',
              prenom: 'Hugo Bastien',
              naissance: '1978-02-27',
              mode: 'guichet',
            },
          },
        ],
        output: ['EC-2209-614'],
      },
      solve: (tab) =>
        ask(tab, '#t1', 0, 'Marchetti|Hugo Bastien|27|février|1978|guichet|hugo@marchetti.example'),
    },
  ],
}

async function ask(tab: Page, type: string, more: number, rest: string): Promise<void> {
  const [nom = '', prenom = '', jour = '', mois = '', annee = '', mode = '', mail = ''] = rest.split('|')
  await tab.check(type)
  for (let count = 0; count < more; count++) await tab.click('[aria-label=Augmenter]')
  await tab.click('.suiv')
  await tab.fill('#nom', nom)
  await tab.fill('#prenom', prenom)
  await tab.selectOption('#j', jour)
  await tab.selectOption('#m', mois)
  await tab.selectOption('#a', annee)
  await tab.click('.suiv')
  await tab.selectOption('#mode', mode)
  await tab.fill('#mail', mail)
  await tab.click('.suiv')
}
