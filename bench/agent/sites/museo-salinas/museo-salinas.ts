import { chunks, each, esc } from '../../markup.ts'
import { createSite, ELSEWHERE } from '../../site.ts'
import { EXPOSICIONES, OBRAS } from './obras.ts'
import type { Obra } from './obras.ts'
import { tasks } from './tasks.ts'

const PAGINAS = chunks(OBRAS, 4)

/** A Spanish museum: works as definition lists, `pagina-2.html`, opening hours in a table. */
export const museoSalinas = createSite({
  name: 'museo-salinas',
  language: 'es',
  pages: {
    '/': plantilla('Museo de las Salinas', portada()),
    ...Object.fromEntries(
      PAGINAS.map((obras, n) => [direccion(n), plantilla('Colección', galeria(obras, n))]),
    ),
    ...Object.fromEntries(OBRAS.map((obra) => [obra.ruta, plantilla(obra.titulo, ficha(obra))])),
    '/exposiciones/': plantilla('Exposiciones', exposiciones()),
    ...Object.fromEntries(EXPOSICIONES.map((una) => [una.ruta, plantilla(una.titulo, exposicion(una))])),
    '/visita/': plantilla('Prepare su visita', visita()),
    '/visita/como-llegar.html': plantilla('Cómo llegar', llegar()),
    '/museo/historia.html': plantilla('Historia', historia()),
    '/museo/amigos.html': plantilla('Amigos del museo', amigos()),
    '/noticias/': plantilla('Noticias', noticias()),
    '/noticias/restauracion.html': plantilla('Vuelven las salineras', restauracion()),
  },
  redirects: { '/horarios': '/visita/', '/tienda/': `${ELSEWHERE}/tienda-salinas` },
  notFound: plantilla('No encontrado', '<h1>No encontramos esa página</h1>'),
  tasks,
})

function direccion(n: number): string {
  return n === 0 ? '/coleccion/' : `/coleccion/pagina-${n + 1}.html`
}

function plantilla(titulo: string, contenido: string): string {
  return `<!DOCTYPE html>
<html lang="es">
<head><meta charset="utf-8"><title>${esc(titulo)} — Museo de las Salinas</title></head>
<body class="node-type-page">
<div class="region region-header"><div class="block"><a href="/" title="Inicio">Museo de las Salinas</a></div>
<div class="block block-menu"><ul><li class="leaf"><a href="/visita/">Visita</a></li><li class="leaf"><a href="/coleccion/">Colección</a></li><li class="leaf"><a href="/exposiciones/">Exposiciones</a></li><li class="leaf"><a href="/museo/historia.html">El museo</a></li><li class="leaf"><a href="/noticias/">Noticias</a></li></ul></div></div>
<div class="region region-content">${contenido}</div>
<div class="region region-sidebar"><div class="block"><h2>Hágase amigo</h2><p>Entrada libre todo el año por 35 €. <a href="/museo/amigos.html">Más información</a></p></div></div>
<div class="region region-footer"><p>Museo de las Salinas. Muelle Viejo, 9. <a href="/visita/como-llegar.html">Cómo llegar</a> | <a href="/tienda/">Tienda</a> | <a href="/museo/equipo.html">Equipo</a></p><div class="eu-cookie">Este sitio utiliza cookies propias. <button>Aceptar</button></div></div>
</body></html>`
}

function portada(): string {
  return `<h1>Cinco siglos de sal y de mar</h1><p>Pinturas, cartas náuticas y esculturas en un antiguo almacén del puerto.</p><h2>Ahora en el museo</h2><p><a href="${EXPOSICIONES[0]!.ruta}">${EXPOSICIONES[0]!.titulo}</a></p>`
}

function galeria(obras: readonly Obra[], n: number): string {
  return `<h1>Colección</h1><p>${OBRAS.length} obras</p><div class="view-content">${each(
    obras,
    (obra) =>
      `<div class="views-row"><div class="field-image"><a href="${obra.ruta}"><img src="/img/${obra.inventario}.jpg" alt=""></a></div><div class="field-title"><a href="${obra.ruta}">${esc(obra.titulo)}</a></div><div class="field-author">${obra.autor}</div></div>`,
  )}</div><ul class="pager">${each(PAGINAS, (_, otra) => (otra === n ? `<li class="pager-current">${otra + 1}</li>` : `<li class="pager-item"><a href="${direccion(otra)}">${otra + 1}</a></li>`))}</ul>`
}

function ficha(obra: Obra): string {
  const otras = OBRAS.filter(({ autor, titulo }) => autor === obra.autor && titulo !== obra.titulo)
  return `<div class="breadcrumb"><a href="/">Inicio</a> › <a href="/coleccion/">Colección</a></div><h1>${esc(obra.titulo)}</h1><h2>Ficha técnica</h2><dl>
<dt>Autor</dt><dd>${obra.autor}</dd><dt>Fecha</dt><dd>${obra.fecha}</dd><dt>Técnica</dt><dd>${obra.tecnica}</dd><dt>Medidas</dt><dd>${obra.medidas}</dd><dt>N.º de inventario</dt><dd>${obra.inventario}</dd>
${obra.sala === null ? '' : `<dt>Ubicación</dt><dd>${obra.sala}</dd>`}${obra.procedencia === null ? '' : `<dt>Procedencia</dt><dd>${obra.procedencia}</dd>`}</dl>
${obra.sala === null ? '<p class="aviso">Esta obra no está expuesta actualmente.</p>' : ''}
${otras.length > 0 ? `<h3>Del mismo autor</h3><ul>${each(otras, ({ ruta, titulo, fecha }) => `<li><a href="${ruta}">${esc(titulo)}</a>, ${fecha}</li>`)}</ul>` : ''}`
}

function exposiciones(): string {
  return `<h1>Exposiciones</h1>${each(EXPOSICIONES, (una) => `<div class="views-row"><h3><a href="${una.ruta}">${esc(una.titulo)}</a></h3><p>Del ${dia(una.desde)} al ${dia(una.hasta)}</p></div>`)}`
}

function exposicion(una: (typeof EXPOSICIONES)[number]): string {
  return `<h1>${esc(una.titulo)}</h1><dl><dt>Fechas</dt><dd>Del ${dia(una.desde)} al ${dia(una.hasta)}</dd><dt>Lugar</dt><dd>${una.lugar}</dd><dt>Comisariado</dt><dd>${una.comisaria}</dd>${una.entrada === null ? '' : `<dt>Entrada</dt><dd>${una.entrada} €</dd>`}</dl><p>Visitas guiadas los sábados a las 12.00.</p>`
}

function visita(): string {
  return `<h1>Prepare su visita</h1><h2>Horario</h2><table><tr><td>Martes a viernes</td><td>10.00–18.30</td></tr><tr><td>Sábados</td><td>10.00–20.00</td></tr><tr><td>Domingos y festivos</td><td>10.00–14.30</td></tr><tr><td>Lunes</td><td>cerrado</td></tr></table>
<h2>Tarifas</h2><table><tr><td>General</td><td>7,50 €</td></tr><tr><td>Reducida</td><td>4 €</td></tr><tr><td>Menores de 12 años</td><td>gratis</td></tr><tr><td>Grupos (por persona)</td><td>5,50 €</td></tr></table><p>Entrada gratuita los domingos a partir de las 12.30.</p>`
}

function llegar(): string {
  return `<h1>Cómo llegar</h1><p>Dirección: Muelle Viejo, 9, 39770 Laredo</p><p>Teléfono: 942 55 01 73</p><p>Correo electrónico: museo@salinas.example</p><p>Autobús: líneas 3 y 7, parada Muelle Viejo. No hay aparcamiento propio.</p>`
}

function historia(): string {
  return `<h1>Historia</h1><p>El museo abrió sus puertas el 12 de octubre de 1927 en el almacén que había construido el arquitecto Faustino Gárate en 1784. Su primera directora fue Elvira Montes; desde 2015 lo dirige Mikel Aranburu.</p>`
}

function amigos(): string {
  return `<h1>Amigos del museo</h1><p>La asociación tiene 412 socios y la preside Rosario Pando. La cuota anual es de 35 €, o 20 € para estudiantes.</p>`
}

function noticias(): string {
  return `<h1>Noticias</h1><p><a href="/noticias/restauracion.html">Vuelven las salineras</a></p>`
}

function restauracion(): string {
  return `<h1>Vuelven las salineras</h1><p>Tras ocho meses en el taller vuelve «Las salineras al alba», pintada en 1894. La restauradora Pilar Huerta ha descubierto bajo el barniz una fecha anterior, 1891, y medidas originales de 118 × 180 cm.</p>`
}

function dia(fecha: string): string {
  return new Date(`${fecha}T12:00:00Z`).toLocaleDateString('es-ES', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}
