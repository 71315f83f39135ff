import { rows, slug } from '../../../markup.ts'

export const ROOMS = rows(
  ['title', 'area', 'rent', 'shown', 'deposit', 'size', 'from', 'mates', 'pets', 'bills', 'landlord', 'ref'],
  `
Sunny box room by the canal | Portobello | 720 | - | 720 | 9 | 2025-06-01 | 2 | no | included | Niamh Fallon | NW201
Double room with bay window | Rathmines | 980 | - | 980 | 16 | 2025-05-15 | 3 | yes | included | Declan Rooney | NW204
Attic room, own bathroom | Drumcondra | 890 | 850 | 1000 | 18 | 2025-06-10 | 2 | no | 60 a month | Niamh Fallon | NW207
Garden room for a quiet person | Terenure | 810 | - | - | 13 | 2025-07-01 | 1 | yes | included | Sorcha Breen | NW210
Room in a house of musicians | Stoneybatter | 760 | - | 500 | 12 | 2025-05-20 | 4 | yes | 75 a month | Eoin Maguire | NW211
Large ensuite near the hospital | Phibsborough | 1090 | - | 1090 | 21 | 2025-06-01 | 3 | no | included | Declan Rooney | NW215
Small single, short let | Ranelagh | 690 | - | 300 | 8 | 2025-05-10 | 2 | no | included | Aisling Duffy | NW216
Bright double over a bookshop | Smithfield | 1020 | - | 1020 | 17 | 2025-08-01 | 1 | no | 50 a month | Eoin Maguire | NW219
Twin room for two friends | Glasnevin | 1180 | - | - | 20 | 2025-09-01 | 2 | no | included | Sorcha Breen | NW222
Cottage bedroom with stove | Ringsend | 930 | - | 930 | 14 | 2025-06-15 | 1 | yes | 80 a month | Aisling Duffy | NW223
Basement studio corner | Rathmines | 850 | - | 850 | 15 | 2025-06-01 | 3 | no | included | Declan Rooney | NW226
Top floor double with a view | Howth | 1150 | - | 1150 | 19 | 2025-07-15 | 2 | yes | included | Niamh Fallon | NW230
Room with piano | Drumcondra | 875 | - | 875 | 15 | 2025-06-20 | 3 | no | 55 a month | Sorcha Breen | NW233
Student room, term time only | Glasnevin | 640 | - | 640 | 10 | 2025-09-08 | 5 | no | included | Aisling Duffy | NW234
Modern double by the tram | Smithfield | 1060 | - | 1000 | 16 | 2025-05-25 | 2 | no | included | Eoin Maguire | NW238
`,
).map((row) => ({
  title: row.title!,
  area: row.area!,
  rent: Number(row.rent),
  /** What the list still shows. */
  shown: Number(row.shown ?? row.rent),
  deposit: row.deposit === undefined ? null : Number(row.deposit),
  size: Number(row.size),
  from: row.from!,
  mates: Number(row.mates),
  arePetsAllowed: row.pets === 'yes',
  bills: row.bills!,
  landlord: row.landlord!,
  ref: row.ref!,
  path: `/room/${row.ref!.toLowerCase()}/${slug(row.title!)}`,
}))

export type Room = (typeof ROOMS)[number]
