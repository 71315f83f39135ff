import { page } from '../flow.ts'
import type { Flow } from '../flow.ts'

const STYLE = `main{max-width:680px;margin:24px auto}.stars{display:inline-flex;flex-direction:row-reverse}.stars input{position:absolute;opacity:0;pointer-events:none}.stars label{font-size:30px;color:#ccc;cursor:pointer;line-height:1}.stars input:checked~label,.stars label:hover,.stars label:hover~label{color:#f59e0b}.c{border-left:3px solid #eee;padding:6px 14px;margin:12px 0}.c .c{margin-left:24px}.meta{font-size:13px;color:#666}.lnk{color:#b45309;font-size:13px;cursor:pointer;margin-right:14px}.box textarea{width:100%;height:64px}.box button{background:#b45309;color:#fff;border:0;padding:7px 16px}`

const STARS = [5, 4, 3, 2, 1]
  .map(
    (n) =>
      `<input type="radio" name="nota" id="nota${n}" value="${n}"><label for="nota${n}" title="${n} ${n === 1 ? 'estrella' : 'estrellas'}">★</label>`,
  )
  .join('')

const BODY = `<main><h1>Arroz con leche al horno</h1><p>Preparación: 15 min · Horno: 50 min · 6 raciones</p><p>Valora esta receta: <span class="stars">${STARS}</span> <span id="gracias"></span></p><h2>Comentarios</h2><div id="hilo"><p>Cargando comentarios…</p></div><div class="box" id="nuevo"><textarea placeholder="Escribe un comentario…"></textarea><button>Publicar</button></div></main>`

const SCRIPT = `
const hilo = [
  { id: 1, quien: 'Marta G.', texto: 'Me quedó algo seco, ¿más leche?', mg: 4, de: null }, { id: 2, quien: 'Lucía P.', texto: '¿Se puede hacer sin lactosa?', mg: 2, de: null },
  { id: 3, quien: 'Andrés', texto: 'Con canela en rama mejor.', mg: 9, de: null }, { id: 4, quien: 'Marta G.', texto: 'Yo también quiero saberlo.', mg: 0, de: 2 },
]
let abierto = null
function pinta() {
  const uno = ({ id, quien, texto, mg }) => '<div class="c" data-id="' + id + '"><div class="meta">' + quien + '</div><div>' + texto + '</div><span class="lnk" data-a="mg">Me gusta (' + mg + ')</span><span class="lnk" data-a="re">Responder</span>' +
    (abierto === id ? '<div class="box"><textarea placeholder="Tu respuesta"></textarea><button>Publicar</button></div>' : '') + hilo.filter((otro) => otro.de === id).map(uno).join('') + '</div>'
  $('#hilo').innerHTML = hilo.filter(({ de }) => de === null).map(uno).join('')
}
$('#hilo').onclick = async ({ target }) => {
  const id = Number(target.closest('.c')?.dataset.id)
  if (target.dataset.a === 're') { abierto = id; pinta() }
  if (target.dataset.a === 'mg') { await send('/comentarios/megusta', { id }); hilo.find((uno) => uno.id === id).mg++; pinta() }
  if (target.matches('button')) await publica(id, $('.box textarea', $('#hilo')).value)
}
async function publica(de, texto) {
  if (!texto.trim()) return
  await send('/comentarios', { de, texto: texto.trim() })
  hilo.push({ id: 100 + hilo.length, quien: 'Tú', texto: texto.trim(), mg: 0, de })
  abierto = null
  pinta()
}
$('#nuevo button').onclick = () => { publica(null, $('#nuevo textarea').value); $('#nuevo textarea').value = '' }
$$('.stars input').forEach((input) => { input.onchange = async () => { await send('/notas', { nota: Number(input.value) }); $('#gracias').textContent = '¡Gracias por tu voto!' } })
setTimeout(pinta, 350)
`

/** A thread that comes late, with answers in place, and stars from right to left; in Spanish. */
export const recetaComentarios: Flow = {
  name: 'receta-comentarios',
  kind: 'comments and rating',
  pages: {
    '/arroz-con-leche': page({
      title: 'Arroz con leche al horno',
      lang: 'es',
      style: STYLE,
      body: BODY,
      script: SCRIPT,
    }),
  },
  trials: [
    {
      prompts: ['Responde al comentario de Lucía P.: «Con leche de avena sale igual de bien»'],
      expect: {
        sent: [{ path: '/comentarios', body: { de: 2, texto: 'Con leche de avena sale igual de bien' } }],
      },
      async solve(tab) {
        await tab.click('[data-id="2"] > [data-a=re]')
        await tab.fill('#hilo textarea', 'Con leche de avena sale igual de bien')
        await tab.click('#hilo button')
      },
    },
    {
      prompts: ['Valora la receta con 4 estrellas. ¿Cuánto tiempo tiene que estar en el horno?'],
      expect: { sent: [{ path: '/notas', body: { nota: 4 } }], output: ['50 min'] },
      solve: (tab) => tab.click('label[for=nota4]'),
    },
    {
      prompts: ['dale me gusta al comentario de Andrés'],
      expect: { sent: [{ path: '/comentarios/megusta', body: { id: 3 } }], shows: ['Me gusta (10)'] },
      solve: (tab) => tab.click('[data-id="3"] > [data-a=mg]'),
    },
  ],
}
