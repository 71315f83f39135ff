import { chunks, rows, slug } from '../../../markup.ts'

export const MEMBERS = rows(
  ['id', 'name', 'title', 'joined', 'messages', 'score', 'location', 'occupation', 'about'],
  `
3 | HumBucker | Moderator | 2014-02-11 | 4,812 | 2,950 | Leeds, UK | Retired telephone engineer | Runs the capacitor swap list.
8 | Dorrit | Well-known member | 2015-09-30 | 1,764 | 1,120 | Ghent, Belgium | Piano tuner | -
14 | TuneEye | Well-known member | 2016-05-02 | 2,203 | 1,477 | - | - | EM34 addict.
21 | bakelite_ben | Active member | 2019-11-17 | 388 | 214 | Hobart, Tasmania | Joiner | Cabinets first, electronics later.
27 | Marguerite K | Active member | 2020-06-08 | 265 | 190 | Québec City, Canada | Librarian | -
33 | SkyWaveSid | Member | 2022-01-25 | 97 | 41 | Galway, Ireland | - | -
41 | newtovalves | New member | 2026-03-02 | 9 | 3 | - | - | -
45 | Radiola Rosa | Member | 2023-08-14 | 142 | 88 | Porto, Portugal | Set designer | Buys radios for the theatre and keeps them.
`,
).map((row) => ({
  name: row.name!,
  title: row.title!,
  joined: row.joined!,
  messages: row.messages!,
  score: row.score!,
  location: row.location ?? null,
  occupation: row.occupation ?? null,
  about: row.about ?? null,
  path: `/members/${slug(row.name!)}.${row.id}/`,
}))

export type Member = (typeof MEMBERS)[number]

export const FORUMS = rows(
  ['id', 'name', 'line'],
  `
2 | Restoration | Sets on the bench, from dead to singing
5 | Valves and parts | Substitutes, suppliers and test results
7 | For sale and wanted | Members with ten messages or more
9 | The armchair | Everything that does not glow
`,
).map((row) => ({ name: row.name!, line: row.line!, path: `/forums/${slug(row.name!)}.${row.id}/` }))

export type Forum = (typeof FORUMS)[number]

/** By forum, those with the last post first. A post is `member @ day time: text`, and posts are parted by `//`. */
export const THREADS = rows(
  ['id', 'forum', 'prefix', 'title', 'views', 'posts'],
  `
311 | Restoration | - | Loud hum after replacing the smoothing cap on a Corvina 42 | 1,206 | newtovalves @ 2026-04-11 18:02: I replaced the smoothing capacitor with a 47 µF one and now the set hums loudly even with the volume down. // HumBucker @ 2026-04-11 19:20: 47 µF is too much for that rectifier. The Corvina 42 wants 16 µF. // Dorrit @ 2026-04-11 20:47: And check the centre tap of the heater winding, it is often broken on these. // newtovalves @ 2026-04-12 10:15: It was the centre tap. Soldered it and the hum is gone. Thank you both! // HumBucker @ 2026-04-12 10:31: Well done. Put the 16 µF in anyway.
304 | Restoration | Finished | 1938 Halden Nocturne brought back to life | 2,871 | bakelite_ben @ 2026-03-14 09:12: Bought for 35 dollars with no back and a mouse nest in it. Pictures to follow. // Marguerite K @ 2026-03-14 14:40: The veneer looks worse than it is. Use hide glue, not PVA. // bakelite_ben @ 2026-03-29 08:05: Veneer done, all paper capacitors replaced, 22 of them. // TuneEye @ 2026-03-29 12:22: What did you use for the dial glass? // bakelite_ben @ 2026-03-30 07:50: A sign maker in Hobart cut one for me and I used water-slide decals. // Dorrit @ 2026-04-08 21:10: Beautiful. That is how a Nocturne should look.
298 | Restoration | - | Dial cord route for a Brandt Sonata 5 | 455 | Radiola Rosa @ 2026-03-22 16:30: The cord fell off in pieces. Does anybody have a drawing of the route? // TuneEye @ 2026-03-22 18:01: Page 9 of the service sheet. You need 1.4 metres of 0.8 mm cord and two and a half turns round the drum. // Radiola Rosa @ 2026-03-23 09:44: Works, thanks!
290 | Restoration | Help | Burnt resistor, no value readable | 618 | SkyWaveSid @ 2026-02-19 20:08: R17 in my Tellurian 3 is charcoal. No schematic to be found. // HumBucker @ 2026-02-19 21:30: Screen grid dropper. 33 kΩ, 2 watts, if the screen should sit at 90 volts.
284 | Restoration | - | Cleaning wavechange switches without contact spray | 1,940 | Dorrit @ 2026-02-02 11:00: I use a strip of plain paper with isopropyl alcohol, drawn through the contacts ten times. // TuneEye @ 2026-02-02 12:15: Same, but with a fibreglass pen for the worst ones. // Marguerite K @ 2026-02-03 19:27: Never the pen on silver plating, please. // Dorrit @ 2026-02-03 20:02: Agreed.
277 | Restoration | Finished | Car radio from a 1951 saloon, 6 volts | 803 | SkyWaveSid @ 2026-01-15 17:45: The vibrator was stuck. A tap with a screwdriver handle freed it, a solid-state one is on order. // bakelite_ben @ 2026-01-16 06:30: Which supplier? // SkyWaveSid @ 2026-01-16 17:12: Kessler Parts in Bremen, 29 euros.
270 | Restoration | - | Speaker cone repair with tissue paper | 1,122 | Marguerite K @ 2025-12-28 13:33: Japanese tissue and thinned wheat paste, three layers. Sounds as new. // Radiola Rosa @ 2025-12-29 10:10: Does it survive damp? Porto is wet. // Marguerite K @ 2025-12-29 15:51: Mine has for four winters.
309 | Valves and parts | - | Substitute for a UCH21 | 731 | Radiola Rosa @ 2026-04-05 12:00: Is there anything that fits without rewiring? // HumBucker @ 2026-04-05 13:18: No. With an adapter the UCH42 works, heater current is the same 100 mA.
301 | Valves and parts | Tested | Forty EM34 magic eyes measured | 3,340 | TuneEye @ 2026-03-18 22:14: Of 40 used EM34, 11 were bright, 17 usable and 12 dead. Table attached. // Dorrit @ 2026-03-19 07:05: What anode voltage did you use? // TuneEye @ 2026-03-19 08:22: 250 volts, target at the same. // HumBucker @ 2026-03-19 09:40: Pinned. Thank you for the work.
288 | Valves and parts | - | Supplier for 450 volt axial capacitors in Europe | 989 | bakelite_ben @ 2026-02-12 07:25: Asking for a friend who moves to Vienna. // Dorrit @ 2026-02-12 18:48: Condensa in Antwerp. Minimum order 25 euros, ships in two days.
306 | For sale and wanted | For sale | Valve tester Mettrix 310, calibrated | 512 | Dorrit @ 2026-03-27 15:15: Calibrated in January, with manual. 340 euros plus postage, from Ghent. // Radiola Rosa @ 2026-03-27 19:03: Would you take 300? // Dorrit @ 2026-03-28 08:30: 320 and it is yours.
295 | For sale and wanted | Wanted | Back panel for a Halden Nocturne | 274 | bakelite_ben @ 2026-03-15 10:20: Cardboard back, 48 by 31 cm. Will pay postage to Tasmania.
281 | For sale and wanted | Sold | Box of 60 mixed octal valves | 347 | HumBucker @ 2026-01-24 11:11: Tested good, 75 pounds, collection from Leeds. // SkyWaveSid @ 2026-01-24 11:59: I will take them. // HumBucker @ 2026-01-24 12:20: Sold.
299 | The armchair | - | What was your first radio? | 4,102 | Marguerite K @ 2026-03-01 20:00: A white Philibert table set from my grandmother’s kitchen. // SkyWaveSid @ 2026-03-01 21:14: A crystal set in a cigar box, 1971. // TuneEye @ 2026-03-03 09:30: A Tellurian 5 that my uncle had given up on. // newtovalves @ 2026-03-04 16:45: The Corvina 42 that I am about to ruin.
`,
).map((row) => {
  const posts = row.posts!.split(' // ').map((post) => {
    const [, member, date, time, text] = /^(.+) @ (\S+) (\d\d:\d\d): (.+)$/.exec(post)!
    return { member: member!, date: date!, time: time!, text: text! }
  })
  return {
    id: row.id!,
    forum: row.forum!,
    prefix: row.prefix ?? null,
    title: row.title!,
    views: row.views!,
    posts,
    first: posts[0]!,
    last: posts.at(-1)!,
    replies: posts.length - 1,
    path: `/threads/${slug(row.title!)}.${row.id}/`,
  }
})

export type Thread = (typeof THREADS)[number]
export type Post = Thread['posts'][number]

export const FORUM_PAGES = FORUMS.flatMap((forum) => {
  const parts = chunks(threadsIn(forum.name), 4)
  const all = parts.map((_, at) => (at === 0 ? forum.path : `${forum.path}page-${at + 1}`))
  return parts.map((threads, at) => ({ forum, threads, path: all[at]!, all }))
})

export type ForumPage = (typeof FORUM_PAGES)[number]

export function threadsIn(forum: string): Thread[] {
  return THREADS.filter((thread) => thread.forum === forum)
}

export function memberOf(name: string): Member {
  return MEMBERS.find((member) => member.name === name)!
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

export function spoken(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[month! - 1]} ${day}, ${year}`
}
