import { rows, slug } from '../../markup.ts'

export const OBRAS = rows(
  ['titulo', 'autor', 'fecha', 'tecnica', 'medidas', 'inventario', 'sala', 'procedencia'],
  `
Las salineras al alba | Remedios Calatrava | 1894 | Óleo sobre lienzo | 112 × 176 cm | MS-0031 | Sala 2 | Donación de la familia Calatrava, 1931
Retrato del capitán Urrutia | Remedios Calatrava | 1888 | Óleo sobre lienzo | 64 × 52 cm | MS-0034 | Sala 2 | Compra, 1956
Puerto con niebla | Anselmo Vidaurre | 1902 | Acuarela | 31 × 47 cm | MS-0040 | - | Legado Prieto, 1940
Cabeza de pescador | Teodoro Lanza | 1911 | Bronce | 38 × 24 × 27 cm | MS-0052 | Sala 3 | Compra, 1962
Bodegón de la sal | Consuelo Arrate | 1925 | Óleo sobre tabla | 45 × 60 cm | MS-0058 | Sala 3 | Compra, 1970
La espera | Teodoro Lanza | 1919 | Mármol | 142 × 60 × 55 cm | MS-0061 | Patio | Encargo del museo, 1919
Carta náutica del golfo | Taller de los Mendieta | hacia 1690 | Tinta y pigmentos sobre pergamino | 58 × 91 cm | MS-0007 | Sala 1 | Fondo fundacional
Astrolabio de a bordo | Autor desconocido | 1571 | Latón | 19 × 19 × 2 cm | MS-0003 | Sala 1 | Fondo fundacional
Exvoto del bergantín Aurora | Autor desconocido | 1763 | Temple sobre tabla | 33 × 41 cm | MS-0012 | Sala 1 | Donación del Cabildo, 1928
Marina con dos velas | Anselmo Vidaurre | 1899 | Acuarela | 28 × 40 cm | MS-0041 | Sala 2 | Legado Prieto, 1940
Marina con tres velas | Anselmo Vidaurre | 1907 | Óleo sobre lienzo | 70 × 98 cm | MS-0042 | Sala 2 | Legado Prieto, 1940
Montón de sal I | Iratxe Olmedo | 1983 | Fotografía | 50 × 50 cm | MS-0110 | Sala 5 | Donación de la autora, 1990
Montón de sal II | Iratxe Olmedo | 1984 | Fotografía | 50 × 50 cm | MS-0111 | - | Donación de la autora, 1990
Tejido de mareas | Nuria Belmonte | 2006 | Lana y cobre | 210 × 320 cm | MS-0134 | Sala 5 | Compra, 2008
Sirena industrial | Gaspar Ruano | 1997 | Hierro soldado | 260 × 80 × 75 cm | MS-0127 | Patio | -
Cuaderno de salinas | Consuelo Arrate | 1922 | Lápiz sobre papel | 14 × 22 cm | MS-0057 | - | Compra, 1970
`,
).map((row) => ({
  titulo: row.titulo!,
  autor: row.autor!,
  fecha: row.fecha!,
  tecnica: row.tecnica!,
  medidas: row.medidas!,
  inventario: row.inventario!,
  sala: row.sala ?? null,
  procedencia: row.procedencia ?? null,
  ruta: `/coleccion/${slug(row.titulo!)}.html`,
}))

export type Obra = (typeof OBRAS)[number]

export const EXPOSICIONES = rows(
  ['titulo', 'desde', 'hasta', 'comisaria', 'entrada', 'lugar'],
  `
Agua quieta. Cien años de acuarela | 2025-03-14 | 2025-09-07 | Lorena Quiñones | 6 | Planta baja
El oficio de la sal | 2025-05-20 | 2025-11-30 | Mikel Aranburu | - | Almacén de la Sal
Iratxe Olmedo: retrospectiva | 2025-10-03 | 2026-02-15 | Lorena Quiñones | 8 | Planta baja
Mapas que mienten | 2026-01-22 | 2026-06-14 | Dolores Ventura | 6 | Sala de Cartas
`,
).map((row) => ({
  titulo: row.titulo!,
  desde: row.desde!,
  hasta: row.hasta!,
  comisaria: row.comisaria!,
  entrada: row.entrada === undefined ? null : Number(row.entrada),
  lugar: row.lugar!,
  ruta: `/exposiciones/${slug(row.titulo!)}.html`,
}))
