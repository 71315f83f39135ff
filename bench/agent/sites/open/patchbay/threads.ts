import { rows } from '../../../markup.ts'

export const FORUMS = [
  { id: 2, name: 'Modular', text: 'Racks, power, patch ideas' },
  { id: 3, name: 'Repair Bench', text: 'Broken things, mended' },
  { id: 5, name: 'For Sale', text: 'Members only, no dealers' },
]

export const MEMBERS = rows(
  ['name', 'joined', 'posts', 'town', 'rank'],
  `
gravelord | 2014-02-03 | 4812 | Ghent | Moderator
Olive_Wren | 2017-06-21 | 1207 | Bristol | Member
tapehiss | 2011-11-30 | 9034 | - | Administrator
kastle99 | 2021-01-08 | 88 | Turin | Member
MsFilter | 2019-09-14 | 640 | Malmö | Member
low_ohm | 2023-04-02 | 23 | - | Newcomer
`,
).map((row, at) => ({
  id: at + 11,
  name: row.name!,
  joined: row.joined!,
  posts: Number(row.posts),
  town: row.town ?? null,
  rank: row.rank!,
}))

export const THREADS = rows(
  ['forum', 'title', 'author', 'date', 'replies', 'views', 'text', 'answer'],
  `
2 | How much headroom on a 12 V rail? | low_ohm | 2025-03-02 | 2 | 341 | My supply gives 1.2 A and my modules draw 1.05 A. Is that enough? | gravelord: Keep 20 percent free. I would move one module to a second supply.
2 | Self-patching the Harrow oscillator | Olive_Wren | 2025-02-27 | 2 | 512 | Sine out into linear FM, then turn index to two o'clock. | MsFilter: Lovely. It growls.
2 | Show your small racks | tapehiss | 2025-02-20 | 2 | 2204 | 84 HP or less, photos please. | kastle99: Mine is a lunch box with 62 HP.
2 | Quiet VCA for drums? | kastle99 | 2025-02-11 | 2 | 408 | Looking for something that does not click. | Olive_Wren: The Moth Dual, and turn the slew up.
2 | Clock division by five | MsFilter | 2025-01-30 | 2 | 297 | Which divider does five without a trick? | tapehiss: The Abacus does every number up to 32.
2 | Humidity and pots | gravelord | 2025-01-19 | 2 | 180 | My studio is at 78 percent in winter. | low_ohm: I use a dehumidifier.
3 | Juniper 60 voice 4 is silent | Olive_Wren | 2025-03-05 | 2 | 623 | Voices 1 to 3 are fine. The VCF chip is warm. | gravelord: Replace IC14, a 3109 filter chip. It was the same on mine.
3 | Tape delay motor squeals | kastle99 | 2025-02-18 | 2 | 355 | It begins after ten minutes. | tapehiss: One drop of sewing machine oil on the capstan bearing, no more.
3 | Battery leak in a Tempo 8 | MsFilter | 2025-02-02 | 2 | 471 | Green traces near the memory. | gravelord: Vinegar, then isopropyl, then patience.
3 | Which solder do you use? | low_ohm | 2025-01-12 | 2 | 902 | Leaded or not? | tapehiss: 60/40, 0.7 mm, and an open window.
5 | [FS] Harrow oscillator, black panel | MsFilter | 2025-03-06 | 2 | 144 | Asking 210 EUR. Condition: very good. Ships from Malmö. | kastle99: PM sent.
5 | [FS] Moth Dual VCA | gravelord | 2025-03-01 | 2 | 201 | Asking 165 EUR. Condition: good, one scratch. Ships from Ghent. | low_ohm: Is it still there?
5 | [FS] Juniper 60, serviced | tapehiss | 2025-02-24 | 2 | 1330 | Asking 1850 EUR. Condition: excellent. Pick-up only. | Olive_Wren: Good price, good luck with it.
5 | [SOLD] Abacus divider | Olive_Wren | 2025-02-15 | 2 | 188 | Was 95 EUR. Condition: as new. Ships from Bristol. | MsFilter: Arrived today, thank you!
5 | [FS] Lunch box case 62 HP | kastle99 | 2025-02-09 | 2 | 97 | Make me an offer. Condition: used. Ships from Turin. | gravelord: Bump for a nice seller.
`,
).map((row, at) => {
  const [answerer = '', ...answer] = row.answer!.split(': ')
  return {
    id: 1400 + at * 17,
    forum: Number(row.forum),
    title: row.title!,
    author: row.author!,
    date: row.date!,
    replies: Number(row.replies),
    views: Number(row.views),
    text: row.text!,
    answerer,
    answer: answer.join(': '),
  }
})

export type Thread = (typeof THREADS)[number]
