import { rows } from '../../../markup.ts'

/** Every post, in the order of its thread; `quoted` is who is answered and what they had said. */
export const POSTS = rows(
  ['thread', 'author', 'at', 'mark', 'quoted', 'text'],
  `
1101 | Combwell | 2024-01-06 10:00 | - | - | Join your local association, read one good book and do not buy anything on impulse. The rest of this thread is a month-by-month list.
1101 | OldDrone | 2024-01-06 18:41 | - | - | And write things down. A notebook beats a memory.
1342 | NewbeeSana | 2026-06-11 17:22 | - | - | It is 29 degrees and there is a big clump of bees hanging on the front of the hive. Are they about to swarm?
1342 | MoorlandMel | 2026-06-11 18:05 | - | - | Just hot. Give them shade and water.
1342 | NewbeeSana | 2026-06-12 07:48 | - | MoorlandMel: Give them shade and water. | Done, and they went back in overnight. Thank you!
1338 | TolvanTom | 2026-05-20 09:15 | - | - | Collected a five-frame nuc on Sunday. How much syrup should I give it and for how long?
1338 | hexagonal_jim | 2026-05-20 12:30 | - | - | Mine took a litre a day for a week.
1338 | OldDrone | 2026-05-20 21:02 | solution | - | One litre of 1:1 syrup every other day until they have drawn eight frames, then stop.
1338 | TolvanTom | 2026-05-21 08:11 | - | - | Perfect, thanks.
1331 | Petra_B | 2026-05-02 20:14 | - | - | First proper inspection on Saturday and I am more nervous than before my driving test. What do you wish somebody had told you?
1331 | MoorlandMel | 2026-05-02 20:51 | - | - | Light the smoker before you put the veil on. I have melted one.
1331 | OldDrone | 2026-05-02 21:30 | - | - | Take out the end frame first and lean it on the hive. Then you have room to work.
1331 | hexagonal_jim | 2026-05-03 07:05 | - | - | Nobody ever regretted wearing gloves the first time.
1331 | WaxAndWane | 2026-05-03 09:44 | - | - | Look for eggs, not for the queen. Eggs mean she was there three days ago at most.
1331 | Combwell | 2026-05-03 13:20 | - | - | Stop when you have had enough. The bees will still be there next week.
1331 | Petra_B | 2026-05-09 16:37 | - | - | Done! Eggs on four frames, no stings, and I forgot to breathe only twice.
1331 | MoorlandMel | 2026-05-09 17:12 | - | - | Well done. The second one is easier.
1319 | NewbeeSana | 2026-03-15 19:00 | - | - | Is it true that May swarms are the ones to have?
1319 | OldDrone | 2026-03-15 19:26 | - | - | A swarm in May is worth a load of hay. Yes.
1304 | hexagonal_jim | 2026-02-11 11:11 | - | - | Round veils press on my glasses. What do you use?
1304 | WaxAndWane | 2026-02-11 14:02 | - | - | A fencing veil. It stands off the face.
1304 | Petra_B | 2026-02-12 09:30 | - | - | Same here, and anti-fog spray.
1340 | WaxAndWane | 2026-06-02 08:00 | - | - | Moving four colonies to an exposed site. Is the extra weight of a Langstroth worth it?
1340 | OldDrone | 2026-06-02 09:13 | - | - | Whatever you choose, a ratchet strap and two bricks.
1340 | MoorlandMel | 2026-06-02 12:45 | - | OldDrone: a ratchet strap and two bricks | Seconded. I have had Nationals on the moor since 2017 and lost one lid.
1325 | hexagonal_jim | 2026-04-08 15:50 | - | - | Hessian goes out on me every time.
1325 | Combwell | 2026-04-08 17:33 | - | - | Dried lavender stalks and egg boxes.
1297 | Petra_B | 2026-01-22 10:10 | - | - | Do I have to paint them?
1297 | WaxAndWane | 2026-01-22 10:58 | - | - | Yes. Sunlight turns them to crumbs in three years.
1343 | Petra_B | 2026-06-14 14:09 | - | - | Saw three young bees with crumpled wings on the landing board. Is this the virus?
1343 | MoorlandMel | 2026-06-14 15:31 | - | - | Sounds like it. Do a sugar roll.
1343 | WaxAndWane | 2026-06-14 19:58 | solution | - | That is deformed wing virus and it means varroa. Count mites first: more than nine in a sugar roll of 300 bees and you treat now.
1343 | Petra_B | 2026-06-15 08:20 | - | - | Fourteen mites. Treating today.
1335 | TolvanTom | 2026-05-16 13:00 | - | - | Yellow legs, dark body, hovering by the fish crates. I took a photo.
1335 | Combwell | 2026-05-16 13:09 | - | - | Please report it on the government app right away and do not disturb the nest.
1335 | TolvanTom | 2026-05-16 13:40 | - | - | Reported.
1335 | OldDrone | 2026-05-16 20:15 | - | - | The inspector rang me. They confirm it. Everybody within ten kilometres: put traps out.
1335 | WaxAndWane | 2026-05-17 07:07 | - | - | Traps are up at both my sites.
1322 | MoorlandMel | 2026-04-01 18:18 | - | - | Which do you prefer in December?
1322 | OldDrone | 2026-04-01 19:40 | - | - | Trickle. One kit less to carry.
1290 | hexagonal_jim | 2026-01-09 12:12 | - | - | White mummies on the floor. Will it go away by itself?
1290 | OldDrone | 2026-01-09 21:45 | - | - | Usually, when it gets dry. Requeen if it does not.
1341 | WaxAndWane | 2026-06-08 11:25 | - | - | Bought in 2021, used for three harvests. Motor and legs included.
1341 | hexagonal_jim | 2026-06-08 12:01 | - | - | Would you take 210?
1341 | WaxAndWane | 2026-06-08 12:20 | - | - | Sorry, the price is fixed.
1336 | OldDrone | 2026-05-18 08:30 | - | - | Two lifts and two supers each. One roof needs a new gable.
1327 | Petra_B | 2026-04-12 19:19 | - | - | I ordered the wrong size. Can post it for 6 pounds.
1327 | NewbeeSana | 2026-04-13 07:30 | - | - | Message sent.
1311 | MoorlandMel | 2026-03-02 09:00 | - | - | Marked 2025 queen, calm on the comb. Ready from the middle of April.
`,
).map((row) => ({
  thread: row.thread!,
  author: row.author!,
  at: row.at!,
  date: row.at!.slice(0, 10),
  isSolution: row.mark === 'solution',
  quoted: row.quoted ?? null,
  text: row.text!,
}))

export type Post = (typeof POSTS)[number]
