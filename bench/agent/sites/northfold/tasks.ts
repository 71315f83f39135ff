import { described, integer, list, number, object, oneOf, orNull, record, text, zod } from '../../schema.ts'
import { originOf } from '../../site.ts'
import { either } from '../../task.ts'
import type { Task } from '../../task.ts'
import { COURSES, DEPARTMENTS } from './courses.ts'

const ORIGIN = originOf('northfold')

function course(code: string) {
  return COURSES.find((one) => one.code === code)!
}

function of(code: string) {
  return COURSES.filter(({ department }) => department.code === code)
}

const sensing = course('GEO210')
const oral = course('HIS340')
const pigments = course('CHM330')

export const tasks: Task[] = [
  {
    id: 'northfold/lecturer',
    kind: 'fact',
    prompt: 'Who teaches Remote Sensing at Northfold?',
    urls: [ORIGIN],
    schema: object({ lecturer: text }),
    truth: { lecturer: sensing.lecturer },
    needs: [sensing.path],
  },
  {
    id: 'northfold/pigments',
    kind: 'entity',
    prompt:
      'Everything about the course CHM330: title, credits, lecturer, term, time, room, assessment, prerequisite',
    urls: [`${ORIGIN}/~handbook/`],
    schema: zod(
      record({
        title: text,
        credits: integer,
        lecturer: text,
        term: oneOf('Autumn', 'Spring'),
        time: orNull(text),
        room: orNull(text),
        assessment: text,
        prerequisite: orNull(text),
      }),
    ),
    truth: {
      title: pigments.title,
      credits: pigments.credits,
      lecturer: pigments.lecturer,
      term: pigments.term,
      time: pigments.time,
      room: pigments.room,
      assessment: pigments.assessment,
      prerequisite: pigments.prerequisite,
    },
    needs: [pigments.path],
  },
  {
    id: 'northfold/linguistics',
    kind: 'list',
    prompt: 'All courses of the Department of Linguistics with code, title and credits',
    urls: [ORIGIN],
    schema: object({ courses: list(object({ code: text, title: text, credits: integer })) }),
    truth: { courses: of('LIN').map(({ code, title, credits }) => ({ code, title, credits })) },
    needs: ['/~handbook/lin/'],
  },
  {
    id: 'northfold/geography-details',
    kind: 'list-and-details',
    prompt: 'For every geography course: code, lecturer, term and room.',
    urls: [`${ORIGIN}/~handbook/geo/`],
    schema: zod(
      record({ courses: list(record({ code: text, lecturer: text, term: text, room: orNull(text) })) }),
    ),
    truth: {
      courses: of('GEO').map(({ code, lecturer, term, room }) => ({ code, lecturer, term, room })),
    },
    needs: ['/~handbook/geo/', ...of('GEO').map(({ path }) => path)],
  },
  {
    id: 'northfold/departments',
    kind: 'list-and-details',
    prompt: 'I would like a list of all departments with their heads and telephone numbers.',
    urls: [`${ORIGIN}/~handbook/`],
    schema: zod(
      record({
        departments: list(record({ department: text, head: text, telephone: orNull(text) })),
      }),
    ),
    truth: {
      departments: DEPARTMENTS.map(({ name, chair, phone }) => ({
        department: either(name, `Department of ${name}`),
        head: chair,
        telephone: phone,
      })),
    },
    needs: DEPARTMENTS.map(({ code }) => `/~handbook/${code.toLowerCase()}/`),
  },
  {
    id: 'northfold/no-room',
    kind: 'missing',
    prompt: 'When and where does Oral History (HIS340) take place, and how is it assessed?',
    urls: [`${ORIGIN}/~handbook/`],
    schema: zod(record({ time: orNull(text), room: orNull(text), assessment: orNull(text) })),
    truth: { time: null, room: null, assessment: oral.assessment },
    needs: [oral.path],
  },
  {
    id: 'northfold/university',
    kind: 'spread',
    prompt:
      'Founding year, founder and vice-chancellor of the university, the undergraduate fee for overseas students and the e-mail address of admissions',
    urls: [ORIGIN],
    schema: object({
      foundedYear: integer,
      founder: text,
      viceChancellor: text,
      overseasUndergraduateFee: described(number, 'in pounds'),
      admissionsEmail: text,
    }),
    truth: {
      foundedYear: 1871,
      founder: 'Ebenezer Northfold',
      viceChancellor: either('Professor Dame Ursula Thwaite', 'Dame Ursula Thwaite', 'Ursula Thwaite'),
      overseasUndergraduateFee: 17400,
      admissionsEmail: 'admissions@northfold.example',
    },
    needs: ['/about.htm', '/fees.htm', '/admissions.htm'],
  },
  {
    id: 'northfold/fees',
    kind: 'list',
    prompt: 'fees table',
    urls: [`${ORIGIN}/fees.htm`],
    schema: object({ fees: list(object({ programme: text, home: number, overseas: number })) }),
    truth: {
      fees: [
        { programme: 'Undergraduate', home: 9250, overseas: 17400 },
        { programme: "Taught Master's", home: 10900, overseas: 19800 },
        { programme: 'Doctorate', home: 4786, overseas: 18600 },
      ],
    },
    needs: ['/fees.htm'],
  },
  {
    id: 'northfold/strict-department',
    kind: 'strict',
    prompt: 'Head of department and course titles',
    urls: [`${ORIGIN}/~handbook/his/`],
    strictConstrainToURLs: true,
    schema: object({ headOfDepartment: text, courseTitles: list(text) }),
    truth: { headOfDepartment: 'Dr. Leonie Haddad', courseTitles: of('HIS').map(({ title }) => title) },
    needs: ['/~handbook/his/'],
  },
]
