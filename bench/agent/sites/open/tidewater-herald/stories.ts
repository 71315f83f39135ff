import { rows, slug } from '../../../markup.ts'

/** Newest first, as the front page has them. */
export const STORIES = rows(
  ['title', 'section', 'author', 'date', 'lead', 'text'],
  `
Ferry to Gull Island returns after two-year break | Local | Marisol Quint | 2025-04-28 | The first boat leaves on Saturday at 7:40 a.m. | Tickets cost $14 for adults and $6 for children under twelve. The boat, the Osprey II, carries 118 passengers. Harbor master Dale Crichton said that he had not slept well for a week.
Council approves new library wing | Politics | Everett Nakamura | 2025-04-25 | Seven members voted for the plan, two against it. | The wing will cost $8.4 million and is to open in the autumn of 2027. Mayor Joan Pelletier called it a gift to people who are not born yet.
Otters win the county final | Sports | Priya Raman | 2025-04-22 | A goal in the last minute decided the match. | The Tidewater Otters beat the Marlow Rangers 3-2 in front of 4,310 spectators. Keeper Samuel Oyelaran saved a penalty.
Oyster season opens with a small harvest | Business | Marisol Quint | 2025-04-19 | Growers blame a cold spring. | Only 62 tonnes were landed in the first week, down from 91 tonnes in the year before. Grower Petra Voss expects prices to rise.
Old cannery to become 40 flats | Business | Ned Castellano | 2025-04-16 | The building has stood empty since 1998. | The developer, Larkspur Homes, will pay $5.2 million for the site. Ten of the flats are to be let below the market rent.
Teachers and district agree on new contract | Politics | Everett Nakamura | 2025-04-12 | The contract runs for three years. | Pay rises by 4.5 percent in the first year. The union's chair, Beatriz Lomax, thanked parents for their patience.
Storm takes roof off the boathouse | Local | Ned Castellano | 2025-04-08 | Nobody was hurt. | Gusts of 81 miles an hour were measured at the light. The rowing club estimates the damage at $230,000.
Rangers sign young keeper | Sports | Priya Raman | 2025-04-05 | He is eighteen and two metres tall. | Marlow has signed Jonah Whitlock until 2028. The fee was not disclosed.
New mural honors the ferry workers | Culture | Adaeze Bright | 2025-04-02 | Painter Lucho Ibarra worked on it for five weeks. | The mural on Canal Street is 31 metres long and shows forty faces. It was paid for by the Harbor Fund.
Film club celebrates its fiftieth year | Culture | Adaeze Bright | 2025-03-29 | It all began with a borrowed projector. | The club has 260 members and meets in the old Regal. Its president is Winifred Shaw, who joined in 1981.
Ferry repairs will take longer | Local | Marisol Quint | 2025-03-25 | The engine had to be sent to Norfolk. | The Osprey II will be back at the end of April at the earliest, said harbor master Dale Crichton. The repair costs $1.1 million.
Budget gap grows to $3 million | Politics | Everett Nakamura | 2025-03-21 | The council will meet again on Tuesday. | Treasurer Ian Sorrel named falling fees as the main reason.
Bakery on Pine Street closes after 88 years | Business | Ned Castellano | 2025-03-17 | The owner is retiring. | Rosa Dimitriou sold her last loaf at noon. The family had run the shop since 1937.
Otters lose at home | Sports | Priya Raman | 2025-03-14 | It was a night to forget. | The Otters lost 0-4 to the Bayview Herons in front of 2,145 spectators.
School orchestra plays in the capital | Culture | Adaeze Bright | 2025-03-10 | Forty-two children and one tuba went by bus. | The orchestra of Pelham School, led by Tomasz Berg, played Dvořák in the Hall of Nations.
`,
).map((row) => ({
  title: row.title!,
  section: row.section!,
  author: row.author!,
  date: row.date!,
  lead: row.lead!,
  text: row.text!,
  path: `/${row.date!.slice(0, 4)}/${row.date!.slice(5, 7)}/${slug(row.title!)}/`,
}))

export type Story = (typeof STORIES)[number]

export const AUTHORS = rows(
  ['name', 'job', 'email', 'since'],
  `
Marisol Quint | Harbor reporter | quint@tidewaterherald.example | 2012
Everett Nakamura | City hall reporter | nakamura@tidewaterherald.example | 2016
Priya Raman | Sports editor | raman@tidewaterherald.example | 2019
Ned Castellano | Business reporter | - | 2023
Adaeze Bright | Culture editor | bright@tidewaterherald.example | 2014
`,
).map((row) => ({
  name: row.name!,
  job: row.job!,
  email: row.email ?? null,
  since: Number(row.since),
  path: `/author/${slug(row.name!)}/`,
}))
