import { rows } from '../../markup.ts'

export const DEPARTMENTS = [
  {
    code: 'GEO',
    name: 'Geography',
    faculty: 'Science',
    chair: 'Prof. Alasdair Muir',
    phone: '01632 960 210',
  },
  {
    code: 'CHM',
    name: 'Chemistry',
    faculty: 'Science',
    chair: 'Prof. Wilhelmina Stokes',
    phone: '01632 960 225',
  },
  { code: 'HIS', name: 'History', faculty: 'Arts', chair: 'Dr. Leonie Haddad', phone: null },
  {
    code: 'LIN',
    name: 'Linguistics',
    faculty: 'Arts',
    chair: 'Prof. Kwabena Asante',
    phone: '01632 960 318',
  },
]

export const COURSES = rows(
  ['code', 'title', 'credits', 'lecturer', 'term', 'time', 'room', 'assessment', 'prerequisite'],
  `
GEO101 | Maps and Their Makers | 15 | Dr. Fenella Grant | Autumn | Mon 10:00-12:00 | Carlyle 1.14 | Portfolio | -
GEO140 | Rivers and Coasts | 15 | Prof. Alasdair Muir | Spring | Tue 09:00-11:00 | Carlyle 2.02 | Examination | -
GEO210 | Remote Sensing | 20 | Dr. Ismail Koroma | Autumn | Thu 14:00-17:00 | Computing Lab B | Project report | GEO101
GEO233 | Glaciers | 15 | Prof. Alasdair Muir | Spring | Fri 11:00-13:00 | Carlyle 2.02 | Examination | GEO140
GEO320 | Cities of the Global South | 20 | Dr. Fenella Grant | Spring | Wed 13:00-16:00 | Carlyle 1.14 | Essay | -
CHM110 | General Chemistry | 20 | Dr. Piotr Zielinski | Autumn | Mon 09:00-11:00 | Lecture Theatre 3 | Examination | -
CHM111 | General Chemistry Laboratory | 10 | Dr. Hyacinth Obi | Autumn | Wed 13:00-17:00 | Lab 4 | Lab book | -
CHM205 | Organic Synthesis | 20 | Prof. Wilhelmina Stokes | Spring | Tue 14:00-16:00 | Lecture Theatre 3 | Examination | CHM110
CHM260 | Spectroscopy | 15 | Dr. Piotr Zielinski | Spring | Thu 10:00-12:00 | - | Examination | CHM110
CHM330 | Chemistry of Pigments | 15 | Dr. Hyacinth Obi | Autumn | Fri 14:00-16:00 | Lab 2 | Project report | CHM205
HIS102 | The Medieval North | 15 | Dr. Leonie Haddad | Autumn | Tue 11:00-13:00 | Old Library 6 | Essay | -
HIS150 | Archives and Evidence | 10 | Dr. Rupert Cole | Autumn | Thu 09:00-11:00 | Record Office | Portfolio | -
HIS215 | Ports and Empires | 20 | Dr. Rupert Cole | Spring | Mon 14:00-17:00 | Old Library 6 | Essay | -
HIS340 | Oral History | 20 | Dr. Leonie Haddad | Spring | - | - | Project report | HIS150
LIN101 | Sounds of Speech | 15 | Prof. Kwabena Asante | Autumn | Wed 10:00-12:00 | Phonetics Lab | Examination | -
LIN130 | Words and Meaning | 15 | Dr. Aoife Brannigan | Spring | Mon 12:00-14:00 | Hume 3.05 | Essay | -
LIN222 | Language Contact | 20 | Dr. Aoife Brannigan | Autumn | Fri 10:00-13:00 | Hume 3.05 | Essay | LIN101
LIN305 | Field Methods | 20 | Prof. Kwabena Asante | Spring | Thu 13:00-16:00 | Phonetics Lab | Project report | LIN222
`,
).map((row) => ({
  code: row.code!,
  title: row.title!,
  credits: Number(row.credits),
  lecturer: row.lecturer!,
  term: row.term!,
  time: row.time ?? null,
  room: row.room ?? null,
  assessment: row.assessment!,
  prerequisite: row.prerequisite ?? null,
  department: DEPARTMENTS.find(({ code }) => row.code!.startsWith(code))!,
  path: `/~handbook/${row.code!.slice(0, 3).toLowerCase()}/${row.code}.htm`,
}))

export type Course = (typeof COURSES)[number]
