import { chunks, rows, slug } from '../../../markup.ts'

/** Where the company sails; without a price for cars where no cars are taken. */
export const ROUTES = rows(
  ['code', 'from', 'to', 'minutes', 'km', 'vessel', 'adult', 'child', 'car', 'booking'],
  `
A | Port Morven | Skarvay | 55 | 21 | MV Guillemot | 8.40 | 4.20 | 27.50 | advised
B | Port Morven | Isle of Linn | 35 | 12 | MV Whimbrel | 6.10 | 3.05 | 19.80 | not needed
C | Skarvay | Little Skarvay | 12 | 3 | MV Tystie | 2.60 | 1.30 | - | not needed
D | Dunbrae | Skarvay | 140 | 58 | MV Great Skua | 18.90 | 9.45 | 61.00 | required
E | Dunbrae | Oronsholm | 205 | 84 | MV Fulmar | 24.60 | 12.30 | 88.00 | required
F | Isle of Linn | Oronsholm | 70 | 27 | MV Tystie | 9.80 | 4.90 | - | advised
`,
).map((row) => ({
  code: row.code!,
  name: `${row.from} – ${row.to}`,
  from: row.from!,
  to: row.to!,
  minutes: Number(row.minutes),
  km: Number(row.km),
  vessel: row.vessel!,
  adult: Number(row.adult),
  child: Number(row.child),
  car: row.car === undefined ? null : Number(row.car),
  booking: row.booking!,
  path: `/routes/${slug(`${row.from} ${row.to}`)}.aspx`,
  timetable: `/timetables/route-${row.code!.toLowerCase()}.aspx`,
}))

export type Route = (typeof ROUTES)[number]

export const TIMES: Record<string, { weekdays: string[]; sundays: string[] }> = {
  A: { weekdays: ['06:45', '09:10', '12:30', '15:20', '18:05'], sundays: ['10:00', '16:30'] },
  B: {
    weekdays: ['07:00', '08:20', '10:40', '13:00', '16:15', '18:40'],
    sundays: ['09:30', '13:00', '17:10'],
  },
  C: { weekdays: ['07:30', '08:30', '12:00', '15:30', '17:30'], sundays: [] },
  D: { weekdays: ['08:15', '17:45'], sundays: ['11:15'] },
  E: { weekdays: ['07:20'], sundays: ['07:50'] },
  F: { weekdays: ['09:25', '14:35'], sundays: ['12:05'] },
}

export const FLEET = rows(
  ['name', 'built', 'yard', 'length', 'passengers', 'cars', 'speed', 'call'],
  `
MV Great Skua | 2011 | Remonta Shipyard, Vigo | 98.4 | 620 | 110 | 16.5 | MGSK7
MV Fulmar | 2019 | Kleven Tamm, Ulsteinvik | 112.0 | 740 | 142 | 18 | MFUL2
MV Guillemot | 1998 | Ferryburn Yard, Greenock | 64.2 | 310 | 38 | 13.5 | MGUI4
MV Whimbrel | 2004 | Ferryburn Yard, Greenock | 48.9 | 180 | 24 | 12 | MWHI9
MV Tystie | 2015 | Halvorsen Boats, Florø | 24.5 | 95 | - | 22 | MTYS1
MV Old Petrel | 1974 | Ailsa Row, Troon | 43.7 | 150 | 16 | 11 | -
`,
).map((row) => ({
  name: row.name!,
  built: Number(row.built),
  yard: row.yard!,
  length: Number(row.length),
  passengers: Number(row.passengers),
  cars: row.cars === undefined ? null : Number(row.cars),
  speed: row.speed!,
  call: row.call ?? null,
  path: `/fleet/${slug(row.name!.slice('MV '.length))}.aspx`,
}))

export type Vessel = (typeof FLEET)[number]

export const PORTS = rows(
  ['name', 'office', 'phone', 'desk', 'parking'],
  `
Port Morven | Harbour Street | 01855 550 120 | 06:00 to 18:30 | Free for 72 hours
Skarvay | The Pier | 01855 550 131 | 06:30 to 18:00 | Free
Isle of Linn | Linn Slip | - | unstaffed | Free
Dunbrae | Ferry Terminal, Gallows Quay | 01855 550 144 | 06:30 to 20:00 | £4.50 a day
Oronsholm | North Mole | 01855 550 158 | one hour before each sailing | £2.00 a day
`,
).map((row) => ({
  name: row.name!,
  office: row.office!,
  phone: row.phone ?? null,
  desk: row.desk!,
  parking: row.parking!,
  path: `/ports/${slug(row.name!)}.aspx`,
}))

export const NOTICES = rows(
  ['number', 'date', 'route', 'title', 'text'],
  `
2614 | 21 Jun 2026 | D | Late evening sailing added on Fridays | An extra sailing leaves Dunbrae at 21:15 on Fridays until the end of August.
2613 | 17 Jun 2026 | A | Reduced car deck | One lane of MV Guillemot is closed for painting. Please arrive 45 minutes early.
2612 | 9 Jun 2026 | C | Swell at Little Skarvay | The 17:30 sailing may be cancelled at short notice.
2611 | 2 Jun 2026 | E | Café closed | There is no hot food on MV Fulmar this week.
2610 | 26 May 2026 | F | Start of the summer service | Sailings run daily until 27 September.
2609 | 14 May 2026 | B | MV Old Petrel in place of MV Whimbrel | MV Whimbrel is in dock for her yearly survey. MV Old Petrel takes 16 cars.
2608 | 30 Apr 2026 | D | Ticket machine out of order | Please buy tickets at the desk in Dunbrae.
`,
).map((row) => ({
  number: row.number!,
  date: row.date!,
  route: row.route!,
  title: row.title!,
  text: row.text!,
  path: `/notices/${row.number}.aspx`,
}))

export const NOTICE_PAGES = chunks(NOTICES, 4)

export function noticePage(at: number): string {
  return at === 0 ? '/notices.aspx' : `/notices.aspx?pg=${at}`
}
