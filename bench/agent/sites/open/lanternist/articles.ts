import { chunks, slug } from '../../../markup.ts'

/** What was published, the newest first; a credit is not given everywhere. */
const WRITTEN: {
  title: string
  date: string
  section: string
  by: string
  minutes: number
  photo?: string
  excerpt: string
  body: string[]
}[] = [
  {
    title: 'The last night bus out of Tolland Street',
    date: '2026-06-21',
    section: 'Transport',
    by: 'Idris Pell',
    minutes: 7,
    photo: 'Noor Castellan',
    excerpt: 'Route N14 has carried bakers, nurses and drummers home for 31 years. In September it stops.',
    body: [
      'At ten past two the N14 pulls away from Tolland Street with eleven people on board. Most of them know the driver, Bernadette Luck, by her first name.',
      'The council says the route loses £412,000 a year and that fewer than 90 people use it on an average night. It will make its last journey on 13 September.',
      'Luck has driven it since 2008. “You learn who is sad and who is only tired,” she says.',
    ],
  },
  {
    title: 'A harbour wall that grows its own oysters',
    date: '2026-06-14',
    section: 'Science',
    by: 'Hana Vorstad',
    minutes: 6,
    photo: 'Tomas Reyle',
    excerpt: 'Rough concrete, warm water and a patient biologist: the quay is coming back to life.',
    body: [
      'Dr Celeste Amory keeps her notes in pencil because pens do not work under water. Over the last three summers she has counted 2,640 oysters on a stretch of wall that was bare in 2022.',
      'The panels are cast with grooves as deep as a thumb. The project is paid for by the Ellery Harbour Trust, which has set aside £1.3 million for it until 2029.',
    ],
  },
  {
    title: 'Rents in Northgate rise for the ninth quarter',
    date: '2026-06-09',
    section: 'Housing',
    by: 'Gwen Tarrant',
    minutes: 4,
    excerpt: 'A two-bedroom flat now costs £1,185 a month, and there are fewer of them.',
    body: [
      'The average rent for a two-bedroom flat in Northgate has reached £1,185 a month, according to figures that the Tenants’ Bureau published on Monday. A year ago it was £1,090.',
      'The bureau counted 214 empty flats in the district, the lowest number since it began to count. “People stay where they are, even where the roof leaks,” said its director, Owen Brask.',
    ],
  },
  {
    title: 'What the ferry canteen taught me about soup',
    date: '2026-05-31',
    section: 'Food',
    by: 'Paolo Winterbourne',
    minutes: 5,
    photo: 'Noor Castellan',
    excerpt: 'Forty litres, one ladle and a sea that will not keep still.',
    body: [
      'Every morning at half past four Ruth Okonjo starts the first of two pots. She has cooked on the Ellery ferry since 1999 and has never written down a recipe.',
      'The trick, she says, is barley: 2 kilos of it for 40 litres, soaked overnight. It holds the soup together when the ship rolls.',
    ],
  },
  {
    title: 'Line 3 will open two years late',
    date: '2026-05-26',
    section: 'Transport',
    by: 'Idris Pell',
    minutes: 5,
    photo: 'Tomas Reyle',
    excerpt: 'The tram to the hospital will not run before 2029, and it will cost more than was promised.',
    body: [
      'The third line of the Port Ellery tram, from Market Cross to the Royal Infirmary, will open in spring 2029 and not in 2027, the transport board admitted on Tuesday.',
      'The price has gone up as well. The 8.4 kilometres of track are now expected to cost £386 million, after £297 million in the plan of 2022. The board blames a sewer from 1871 that was on no map.',
      'A total of 11 stops is planned. Work at Tanner’s Bridge begins in August.',
    ],
  },
  {
    title: 'Letters from a lighthouse that was never lit',
    date: '2026-05-19',
    section: 'Culture',
    by: 'Josephine Adair',
    minutes: 9,
    photo: 'Archive of the Maritime Museum',
    excerpt: 'In 1913 two keepers moved into a tower without a lamp and waited.',
    body: [
      'The tower on Gull Skerry was finished in October 1913. The lamp was on a ship that never came. For fourteen months Alfred Moyle and his nephew kept watch in the dark and wrote 61 letters about it.',
      'They have now been published by Saltmarsh Press under the title “No Light to Speak Of” and can be seen at the Maritime Museum until 30 September.',
    ],
  },
  {
    title: 'The co-op that bought its own street',
    date: '2026-05-12',
    section: 'Housing',
    by: 'Gwen Tarrant',
    minutes: 8,
    photo: 'Noor Castellan',
    excerpt: 'Twenty-six households in Pewter Row did what their landlord thought they could not.',
    body: [
      'When the letter came that Pewter Row was for sale, Amina Rusk read it aloud in the laundrette. Nine months later the 26 households owned their street, for £3.9 million.',
      'Two thirds of the money is a loan from the Ellery Mutual Bank, to be paid back over 35 years. Each household pays £640 a month into the common purse.',
    ],
  },
  {
    title: 'Three bakeries, one sourdough, no peace',
    date: '2026-05-05',
    section: 'Food',
    by: 'Paolo Winterbourne',
    minutes: 4,
    excerpt: 'Who was first with the black rye? We asked all of them, which was a mistake.',
    body: [
      'Haldane’s says it has baked the black rye since 1988. Crumb & Daughter says since 1986, but has no oven to show for it. The Mill Lane Bakery says nothing and sells the most: about 300 loaves a day.',
    ],
  },
  {
    title: 'Counting swifts from the town hall roof',
    date: '2026-04-28',
    section: 'Science',
    by: 'Hana Vorstad',
    minutes: 5,
    photo: 'Hana Vorstad',
    excerpt: 'They come on the same day every year. This spring they were nine days late.',
    body: [
      'Malcolm Frayne has climbed the 208 steps to the roof every April since 1994. This year the first swift came on 25 April, nine days later than usual.',
      'He counts with a clicker in each hand. His best year was 2003 with 174 pairs; last year there were 88.',
    ],
  },
  {
    title: 'The organ builder of Cask Lane',
    date: '2026-04-20',
    section: 'Culture',
    by: 'Josephine Adair',
    minutes: 7,
    photo: 'Tomas Reyle',
    excerpt: 'Silvan Roth has 1,912 pipes in his workshop and knows which of them is out of tune.',
    body: [
      'The organ of St Oswin’s was taken apart in January 2025. Since then it has been lying, in numbered boxes, in a former brewery in Cask Lane.',
      'Silvan Roth and two apprentices will need until Advent 2026 to put the 1,912 pipes back. The parish has collected £275,000.',
    ],
  },
  {
    title: 'Why the cycle path ends at the abattoir',
    date: '2026-04-13',
    section: 'Transport',
    by: 'Marcus Thole',
    minutes: 6,
    excerpt: 'A plan from 1974, a fence and four owners.',
    body: [
      'The Eastern Cycleway is 5.2 kilometres long and ends at a fence. Behind it stands the old abattoir, which belongs to four companies and to nobody in particular.',
      'Councillor Dilys Marchbank wants to buy a strip three metres wide. It would cost £58,000.',
    ],
  },
  {
    title: 'Empty shops, full of students',
    date: '2026-04-07',
    section: 'Housing',
    by: 'Gwen Tarrant',
    minutes: 5,
    photo: 'Lottie Brandreth',
    excerpt: 'The university rents what the high street has given up.',
    body: [
      'Where there was a shoe shop, 14 students now sleep behind frosted glass. The University of Ellery has turned nine shops in Corn Street into rooms, at £495 a month each.',
      'The council gave its permission for five years, until March 2031.',
    ],
  },
  {
    title: 'The museum that lends its paintings to kitchens',
    date: '2026-03-30',
    section: 'Culture',
    by: 'Josephine Adair',
    minutes: 6,
    excerpt: 'For £12 a month you can have a landscape above the sink.',
    body: [
      'The Ballard Gallery owns 4,300 paintings and has walls for 260 of them. Since February anybody with a library card may borrow one of the others.',
      'So far 118 are hanging in kitchens, hallways and one garage. The scheme is run by the curator Philippa Snow.',
    ],
  },
  {
    title: 'A winter of mussels',
    date: '2026-03-22',
    section: 'Food',
    by: 'Paolo Winterbourne',
    minutes: 4,
    photo: 'Noor Castellan',
    excerpt: 'The beds at Sandend are open again after six years.',
    body: [
      'The Food Safety Agency lifted the ban on 2 March. Since then the brothers Keir and Donal Strand have landed seven tonnes and sold all of it before noon.',
      'A kilo costs £6.50 at the slip, and £19 with chips at the Harbour Arms.',
    ],
  },
  {
    title: 'The tide gauge has been wrong since 1987',
    date: '2026-03-15',
    section: 'Science',
    by: 'Marcus Thole',
    minutes: 5,
    photo: 'Tomas Reyle',
    excerpt: 'By four centimetres, always, and nobody asked.',
    body: [
      'A bolt was replaced in 1987 and the gauge on Customs Quay has read four centimetres too low ever since. Two students of the University of Ellery, Priya Nand and Joel Haskett, noticed in February.',
      'The Hydrographic Office has corrected 39 years of tables.',
    ],
  },
  {
    title: 'Who owns the arches?',
    date: '2026-03-08',
    section: 'Housing',
    by: 'Marcus Thole',
    minutes: 6,
    photo: 'Lottie Brandreth',
    excerpt: 'Forty-four railway arches were sold in a single afternoon.',
    body: [
      'On a Friday in November the railway sold 44 arches between Tolland Street and the river to a firm called Brightspan Holdings, for £11.2 million.',
      'The tenants, among them a choir and a man who repairs accordions, learned of it from the invoice.',
    ],
  },
]

export const ARTICLES = WRITTEN.map((one) => ({ ...one, path: `/${slug(one.title)}/` }))

export type Article = (typeof ARTICLES)[number]

export const ARCHIVE = chunks(ARTICLES, 6).map((articles, at) => ({
  articles,
  path: at === 0 ? '/' : `/page/${at + 1}/`,
}))

export const AUTHORS = [
  {
    name: 'Idris Pell',
    bio: 'Idris Pell is the transport correspondent. He joined in 2019 and has taken every bus in the county at least once.',
    location: 'Port Ellery',
    email: 'idris@lanternist.example',
  },
  {
    name: 'Hana Vorstad',
    bio: 'Hana Vorstad writes about science. She holds a doctorate in marine biology and joined in 2021.',
    location: 'Sandend',
    email: 'hana@lanternist.example',
  },
  {
    name: 'Gwen Tarrant',
    bio: 'Gwen Tarrant is the housing editor. She won the Penrose Prize for local reporting in 2024.',
    location: 'Northgate',
    email: 'gwen@lanternist.example',
  },
  {
    name: 'Paolo Winterbourne',
    bio: 'Paolo Winterbourne cooks, eats and writes. He was the head chef of the Harbour Arms until 2020.',
    location: 'Port Ellery',
  },
  {
    name: 'Josephine Adair',
    bio: 'Josephine Adair is the culture editor and one of the founders of the magazine.',
    location: 'Cask Lane, Port Ellery',
    email: 'josephine@lanternist.example',
  },
  {
    name: 'Marcus Thole',
    bio: 'Marcus Thole is a reporter at large. He likes maps, minutes of meetings and other people’s filing cabinets.',
  },
].map((one) => ({ location: undefined, email: undefined, ...one, path: `/author/${slug(one.name)}/` }))

export type Author = (typeof AUTHORS)[number]

export function authorOf({ by }: Article): Author {
  return AUTHORS.find(({ name }) => name === by)!
}

export const SECTIONS = [...new Set(ARTICLES.map(({ section }) => section))].map((name) => ({
  name,
  path: `/tag/${slug(name)}/`,
  articles: ARTICLES.filter(({ section }) => section === name),
}))

export function sectionOf({ section }: Article) {
  return SECTIONS.find(({ name }) => name === section)!
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `21 Jun 2026`. */
export function short(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${MONTHS[month! - 1]} ${year}`
}
