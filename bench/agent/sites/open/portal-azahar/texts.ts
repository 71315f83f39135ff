export const PUBLISH = `<p>El primer anuncio es gratis durante 60 días. Los particulares pagan 29 € por cada anuncio adicional.</p><h2>Planes para agencias</h2><table><thead><tr><th>Plan</th><th>Anuncios</th><th>Precio al mes</th></tr></thead><tbody><tr><td>Básico</td><td>10</td><td>49 €</td></tr><tr><td>Pro</td><td>50</td><td>129 €</td></tr><tr><td>Ilimitado</td><td>sin límite</td><td>240 €</td></tr></tbody></table>`

export const CONTACT = `<p>Azahar Medios Inmobiliarios, S.L.<br/>calle de la Paz, 30, 2º, Ruzalbe</p><p>Atención al usuario: <a href="tel:+34960555000">960 555 000</a>, de lunes a viernes de 9:00 a 14:00.</p><p>Correo: <a href="mailto:ayuda@portalazahar.example">ayuda@portalazahar.example</a></p>`

export const JOBS = `<p>Buscamos fotógrafo de interiores para la zona de Costamar. Contrato de media jornada, 1.050 € al mes. Escribe a <a href="mailto:empleo@portalazahar.example">empleo@portalazahar.example</a>.</p>`

export const PRIVACY = `<p>Responsable del tratamiento: Azahar Medios Inmobiliarios, S.L. Conservamos tus mensajes durante 12 meses.</p>`
