import { chunks, rows, slug } from '../../../markup.ts'
import { POSTS } from './posts.ts'
import type { Post } from './posts.ts'

export const FORUMS = rows(
  ['id', 'name', 'text'],
  `
4 | First-Year Beekeepers | No question is too small. Be kind.
7 | Hives & Equipment | Boxes, frames, smokers, suits and what to do with them.
9 | Health & Pests | Varroa, wasps, foulbrood and feeding.
12 | Buy, Sell & Swap | Members with at least ten messages may post here.
`,
).map((row) => ({
  id: row.id!,
  name: row.name!,
  text: row.text!,
  path: `/forums/${slug(row.name!)}.${row.id}/`,
}))

export type Forum = (typeof FORUMS)[number]

/** What was started, the last active first within each forum; those for sale with what is asked for them. */
export const THREADS = rows(
  ['id', 'forum', 'kind', 'title', 'views', 'price', 'condition', 'collection'],
  `
1101 | 4 | sticky | Read this first: your first twelve months | 14K | - | - | -
1342 | 4 | - | My bees are bearding, should I worry? | 412 | - | - | -
1338 | 4 | question | How much syrup does a nucleus need in May? | 286 | - | - | -
1331 | 4 | - | Nervous before first inspection | 503 | - | - | -
1319 | 4 | - | Best month to buy a swarm | 341 | - | - | -
1304 | 4 | - | Veil recommendations for glasses wearers | 228 | - | - | -
1340 | 7 | - | National or Langstroth for a windy hill? | 977 | - | - | -
1325 | 7 | - | Smoker fuel that does not go out | 654 | - | - | -
1297 | 7 | - | Polystyrene nucs: paint or no paint | 310 | - | - | -
1343 | 9 | question | Deformed wings on three bees | 198 | - | - | -
1335 | 9 | - | Asian hornet seen near Tolvan harbour | 2K | - | - | -
1322 | 9 | - | Oxalic acid by vapour or by trickle? | 870 | - | - | -
1290 | 9 | - | Chalkbrood after a wet spring | 175 | - | - | -
1341 | 12 | sale | Nine-frame radial extractor, stainless | 143 | 240 | Used, very good | Hexley
1336 | 12 | sale | Two cedar WBC hives with stands | 207 | 310 | Used | Port Tolvan
1327 | 12 | sale | Bee suit, size L, never worn | 96 | 55 | New | -
1311 | 12 | sale | Overwintered nucleus on five frames | 388 | 195 | - | Greater Marl
`,
).map((row) => {
  const posts = POSTS.filter(({ thread }) => thread === row.id)
  const path = `/threads/${slug(row.title!)}.${row.id}/`
  return {
    id: row.id!,
    forum: FORUMS.find(({ id }) => id === row.forum)!,
    kind: row.kind ?? null,
    title: row.title!,
    views: row.views!,
    price: row.price === undefined ? null : Number(row.price),
    condition: row.condition ?? null,
    collection: row.collection ?? null,
    posts,
    first: posts[0]!,
    last: posts.at(-1)!,
    replies: posts.length - 1,
    path,
    pages: chunks(posts, 5).map((some, at) => ({
      posts: some,
      path: at === 0 ? path : `${path}page-${at + 1}`,
    })),
  }
})

export type Thread = (typeof THREADS)[number]

export function threadsIn(name: string): Thread[] {
  return THREADS.filter(({ forum }) => forum.name === name)
}

export function forumPages(forum: Forum): { path: string; threads: Thread[] }[] {
  return chunks(threadsIn(forum.name), 4).map((threads, at) => ({
    threads,
    path: at === 0 ? forum.path : `${forum.path}page-${at + 1}`,
  }))
}

/** The newest posts first. */
export const ACTIVE = THREADS.toSorted((a, b) => (a.last.at < b.last.at ? 1 : -1))

export const MEMBERS = rows(
  ['id', 'name', 'title', 'joined', 'messages', 'score', 'location', 'hives', 'website', 'signature'],
  `
1 | Combwell | Administrator | 2011-02-03 | 4,117 | 6,902 | Hexley | 12 | combwell-honey.example | Keep calm and close the lid.
8 | OldDrone | Moderator | 2011-06-19 | 9,846 | 15,320 | Greater Marl | 31 | - | Forty summers, still stung.
21 | MoorlandMel | Well-known member | 2016-04-30 | 2,350 | 3,118 | High Marl Moor | 7 | - | -
35 | WaxAndWane | Well-known member | 2018-09-12 | 1,204 | 1,877 | Port Tolvan | 4 | waxandwane.example | -
52 | Petra_B | Active member | 2021-03-07 | 388 | 402 | - | 3 | - | -
60 | hexagonal_jim | Active member | 2022-05-21 | 246 | 190 | Hexley | 2 | - | Six sides to every story.
77 | NewbeeSana | Member | 2026-03-14 | 41 | 63 | Port Tolvan | 1 | - | -
81 | TolvanTom | New member | 2026-04-28 | 9 | 12 | - | - | - | -
`,
).map((row) => ({
  name: row.name!,
  title: row.title!,
  joined: row.joined!,
  messages: row.messages!,
  score: row.score!,
  location: row.location ?? null,
  hives: row.hives ?? null,
  website: row.website ?? null,
  signature: row.signature ?? null,
  path: `/members/${slug(row.name!)}.${row.id}/`,
}))

export type Member = (typeof MEMBERS)[number]

export function memberOf({ author }: Pick<Post, 'author'>): Member {
  return MEMBERS.find(({ name }) => name === author)!
}

/** `2026-05-14` → `14 May 2026`. */
export function written(date: string): string {
  const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
  return `${Number(date.slice(8, 10))} ${names[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
}
