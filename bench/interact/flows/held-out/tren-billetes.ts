import type { Page } from 'playwright-core'
import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const BODY = `<div class="ck"><div class="ckb" role="dialog" aria-label="Aviso de cookies"><p>Utilizamos cookies propias y de terceros con fines analíticos.</p><button>Rechazar todas</button><button>Aceptar todas</button></div></div><header><b>Trenes del Sur</b><nav><a href="#h">Horarios</a><a href="#t">Tarifas</a><a href="#a">Atención al viajero</a></nav></header><main><form class="bus" autocomplete="off"><div class="c"><label for="o">Origen</label><input id="o" placeholder="¿De dónde sales?"></div><div class="c"><label for="d">Destino</label><input id="d" placeholder="¿A dónde vas?"></div><div class="c"><label for="f">Fecha de ida</label><input id="f" type="date"></div><div class="c"><label for="v">Viajeros</label><select id="v"><option>1</option><option>2</option><option>3</option><option>4</option></select></div><button class="b" disabled>Buscar trenes</button></form><div class="res" aria-live="polite"></div></main>`

const STYLE = `.ck{position:fixed;inset:0;background:#0008;z-index:9;display:grid;place-items:center}.ckb{background:#fff;padding:24px;width:420px}.ckb button{margin-right:10px}header{display:flex;gap:40px;padding:14px 24px;background:#7a1230;color:#fff}nav a{color:#fff;margin-right:14px}.bus{display:flex;gap:12px;flex-wrap:wrap;align-items:end;padding:20px 24px;background:#f7eff1}.c{position:relative}.c label{display:block;font-size:13px}.c input,.c select,.b{height:36px;padding:0 8px}.lista{position:absolute;top:100%;left:0;min-width:220px;background:#fff;border:1px solid #aaa;z-index:4}.lista div{padding:8px;cursor:pointer}.res{padding:10px 24px}.tren{display:grid;grid-template-columns:130px 90px 1fr;gap:12px;border:1px solid #ddd;padding:12px;margin:8px 0;align-items:center}.tren button{margin-right:8px}`

const SCRIPT = `
const ESTACIONES = ['Córdoba Central', 'Málaga María Zambrano', 'Sevilla Santa Justa', 'Sevilla San Bernardo', 'Granada', 'Cádiz', 'Jaén', 'Almería', 'Huelva']
const elegido = { o: '', d: '' }
const llano = (t) => t.normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').toLowerCase()
const listo = () => { $('.b').disabled = !(elegido.o && elegido.d && $('#f').value) }
let cookies = null
$$('.ckb button').forEach((b) => { b.onclick = () => { cookies = b.textContent.startsWith('Aceptar'); $('.ck').remove() } })
for (const id of ['o', 'd']) {
  const campo = $('#' + id); let espera
  campo.oninput = () => {
    elegido[id] = ''; listo(); clearTimeout(espera)
    espera = setTimeout(() => {
      $('.lista')?.remove()
      const hay = ESTACIONES.filter((e) => llano(e).includes(llano(campo.value.trim())))
      if (campo.value.trim().length < 2) return
      campo.insertAdjacentHTML('afterend', '<div class="lista">' + (hay.map((e) => '<div data-e="' + e + '">' + e + '</div>').join('') || '<em>Sin resultados</em>') + '</div>')
      $('.lista').onclick = (ev) => { if (ev.target.dataset.e) { campo.value = elegido[id] = ev.target.dataset.e; $('.lista').remove(); listo() } }
    }, 250)
  }
}
$('#f').oninput = listo
const TRENES = [['07:10', '09:02', '24,80', '38,50'], ['11:45', '13:31', '31,20', '45,00'], ['16:20', '18:15', '19,95', '33,40'], ['20:05', '21:58', '27,60', '41,10']]
$('.bus').onsubmit = (e) => {
  e.preventDefault()
  $('.res').innerHTML = '<p>Buscando trenes…</p>'
  setTimeout(() => { $('.res').innerHTML = '<h2>' + elegido.o + ' → ' + elegido.d + '</h2>' + TRENES.map((t) => '<div class="tren"><b>' + t[0] + ' – ' + t[1] + '</b><span>Directo</span><span><button data-s="' + t[0] + '" data-t="Básico">Básico ' + t[2] + ' €</button><button data-s="' + t[0] + '" data-t="Flexible">Flexible ' + t[3] + ' €</button></span></div>').join('') }, 450)
}
$('.res').onclick = async (e) => {
  const { s, t } = e.target.dataset
  if (!s) return
  await send('/api/reservas', { origen: elegido.o, destino: elegido.d, fecha: $('#f').value, viajeros: Number($('#v').value), salida: s, tarifa: t })
  $('.res').innerHTML = '<h2>Reserva provisional</h2><p>Tren de las ' + s + ', tarifa ' + t + '. Localizador: <b>K4TRZ9</b></p>'
}`

/** Train tickets in Spanish: a wall of cookies, stations to pick, trains with two fares. */
export const trenBilletes: Flow = {
  name: 'tren-billetes',
  kind: 'autocomplete',
  pages: {
    '/billetes': page({ title: 'Trenes del Sur', lang: 'es', style: STYLE, body: BODY, script: SCRIPT }),
  },
  trials: [
    {
      prompts: [
        'Rechaza todas las cookies. Pon como origen Córdoba Central y como destino Sevilla Santa Justa, fecha de ida 18/03/2027, 2 viajeros, y busca trenes. Elige la tarifa Flexible del tren de las 11:45.',
      ],
      expect: {
        sent: [
          {
            path: '/api/reservas',
            body: {
              origen: 'Córdoba Central',
              destino: 'Sevilla Santa Justa',
              fecha: '2027-03-18',
              viajeros: 2,
              salida: '11:45',
              tarifa: 'Flexible',
            },
          },
        ],
        state: { cookies: false },
      },
      async solve(tab) {
        await tab.click('text=Rechazar todas')
        await look(tab, ['Cordo', 'Córdoba Central', 'Sevi', 'Sevilla Santa Justa', '2027-03-18', '2'])
        await tab.click('[data-s="11:45"][data-t=Flexible]')
      },
    },
    {
      prompts: [
        'Necesito el billete más barato de Granada a Cádiz para una persona el 2 de abril de 2027. Resérvalo, no aceptes las cookies, y dime el localizador.',
      ],
      expect: {
        sent: [
          {
            path: '/api/reservas',
            body: {
              origen: 'Granada',
              destino: 'Cádiz',
              fecha: '2027-04-02',
              viajeros: 1,
              salida: '16:20',
              tarifa: 'Básico',
            },
          },
        ],
        state: { cookies: false },
        output: ['K4TRZ9'],
      },
      async solve(tab) {
        await tab.click('text=Rechazar todas')
        await look(tab, ['Gran', 'Granada', 'Cadiz', 'Cádiz', '2027-04-02', '1'])
        await tab.click('[data-s="16:20"][data-t=Básico]')
      },
    },
  ],
}

async function look(
  tab: Page,
  [a = '', from = '', b = '', to = '', day = '', people = '']: readonly string[],
): Promise<void> {
  await tab.fill('#o', a)
  await tab.click(`[data-e="${from}"]`)
  await tab.fill('#d', b)
  await tab.click(`[data-e="${to}"]`)
  await tab.fill('#f', day)
  await tab.selectOption('#v', people)
  await tab.click('.b')
}
