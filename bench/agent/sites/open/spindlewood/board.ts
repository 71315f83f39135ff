import { chunks, rows } from '../../../markup.ts'
import { WRITTEN } from './posts.ts'

export const MEMBERS = rows(
  ['name', 'rank', 'joined', 'posts', 'location', 'occupation', 'lathe'],
  `
gougeandgrain | Site Admin | Mon Apr 02, 2012 9:00 am | 8,214 | Hexham, Northumberland | Retired toolmaker | Vicmoor VL300
Ashburr | Moderator | Thu Jan 17, 2013 7:42 pm | 5,630 | Powys | Tree surgeon | Onegate 2436
turnip_turner | Seasoned | Sun Sep 14, 2014 2:11 pm | 1,972 | Norfolk | Market gardener | Rackham Coronal Regent
SallyB | Seasoned | Wed Mar 09, 2016 8:26 am | 1,408 | Bath | Music teacher | Pelling 1221VS
Oakwright | Sapling | Sat Nov 23, 2019 6:58 pm | 317 | - | - | Axfold AT1416
mr_pith | Sapling | Fri Feb 05, 2021 10:03 pm | 266 | Leeds | Software tester | -
Lindqvist | Seasoned | Tue Jun 28, 2016 5:15 am | 1,120 | Uppsala, Sweden | Boat builder | Stoutly 750
newtospin | Seedling | Sun May 24, 2026 4:37 pm | 9 | Stirling | Student nurse | -
`,
).map((row, at) => ({
  name: row.name!,
  rank: row.rank!,
  joined: row.joined!,
  posts: row.posts!,
  location: row.location,
  occupation: row.occupation,
  lathe: row.lathe,
  path: `/memberlist.php?mode=viewprofile&u=${at * 7 + 2}`,
}))

export type Member = (typeof MEMBERS)[number]

export function memberOf(name: string): Member {
  return MEMBERS.find((one) => one.name === name)!
}

export interface Post {
  by: string
  /** `Sun Jun 14, 2026 8:02 pm`. */
  at: string
  time: string
  text: string
}

/** The first line of every thread names its forum, its address, how often it was seen and its title. */
export const THREADS = WRITTEN.trim()
  .split('\n\n')
  .map((part) => {
    const [head, ...lines] = part.split('\n')
    const [forum, id, views, title] = head!.split(' | ')
    const posts = lines.map((line): Post => {
      const [by, time, text] = line.split(' | ')
      return { by: by!, at: spoken(time!), time: time!, text: text! }
    })
    const pages = chunks(posts, 8).map((some, at) => ({
      posts: some,
      path: at === 0 ? `/viewtopic.php?t=${id}` : `/viewtopic.php?t=${id}&start=${at * 8}`,
    }))
    return {
      forum: Number(forum),
      id: id!,
      title: title!,
      views: views!,
      posts,
      pages,
      replies: posts.length - 1,
      path: pages[0]!.path,
      last: posts.at(-1)!,
    }
  })
  .toSorted((a, b) => b.last.time.localeCompare(a.last.time))

export type Thread = (typeof THREADS)[number]

const PER_PAGE = 6

export const FORUMS = rows(
  ['id', 'group', 'name', 'line'],
  `
2 | The workshop | Tools and lathes | Gouges, chucks, motors and how to sharpen them
3 | The workshop | Finishing | Oils, waxes, lacquers and patience
4 | The workshop | Timber talk | Identify it, dry it, stop it cracking
7 | The club house | For sale | Used kit between members. State a price!
9 | The club house | Meetings and demos | Where to see it done
`,
).map((row) => {
  const threads = THREADS.filter(({ forum }) => forum === Number(row.id))
  return {
    id: Number(row.id),
    group: row.group!,
    name: row.name!,
    line: row.line!,
    threads,
    pages: chunks(threads, PER_PAGE).map((some, at) => ({
      threads: some,
      path: `/viewforum.php?f=${row.id}${at === 0 ? '' : `&start=${at * PER_PAGE}`}`,
    })),
    path: `/viewforum.php?f=${row.id}`,
  }
})

export type Forum = (typeof FORUMS)[number]

export function forumOf({ forum }: Thread): Forum {
  return FORUMS.find(({ id }) => id === forum)!
}

/** `2026-06-14 20:02` as the board writes it. */
function spoken(time: string): string {
  const moment = new Date(`${time.replace(' ', 'T')}:00Z`)
  const [weekday, day, month, year] = moment.toUTCString().replace(',', '').split(' ')
  const hour = moment.getUTCHours()
  return `${weekday} ${month} ${day}, ${year} ${hour % 12 || 12}:${time.slice(-2)} ${hour < 12 ? 'am' : 'pm'}`
}
