import { each } from '../../markup.ts'
import { createSite, ELSEWHERE } from '../../site.ts'
import { COURSES, DEPARTMENTS } from './courses.ts'
import type { Course } from './courses.ts'
import { tasks } from './tasks.ts'

/** A university's handbook in the markup of another century: tables for layout, fonts, faculties over departments. */
export const northfold = createSite({
  name: 'northfold',
  language: 'en',
  pages: {
    '/': page('University of Northfold', home()),
    '/~handbook/': page('Student Handbook', handbook()),
    '/~handbook/science.htm': page('Faculty of Science', faculty('Science')),
    '/~handbook/arts.htm': page('Faculty of Arts', faculty('Arts')),
    ...Object.fromEntries(
      DEPARTMENTS.map((one) => [`/~handbook/${one.code.toLowerCase()}/`, page(one.name, department(one))]),
    ),
    ...Object.fromEntries(
      COURSES.map((course) => [course.path, page(`${course.code} ${course.title}`, sheet(course))]),
    ),
    '/admissions.htm': page('Admissions', admissions()),
    '/fees.htm': page('Fees', fees()),
    '/library.htm': page('Library', library()),
    '/about.htm': page('About the University', about()),
    '/news.htm': page('Campus News', news()),
    '/~handbook/withdrawn.htm': page('Withdrawn courses', withdrawn()),
  },
  redirects: { '/handbook': '/~handbook/', '/courses/GEO210': '/~handbook/geo/GEO210.htm' },
  notFound: '<HTML><HEAD><TITLE>404</TITLE></HEAD><BODY><H1>Object not found</H1></BODY></HTML>',
  tasks,
})

function page(title: string, main: string): string {
  return `<HTML><HEAD><TITLE>${title}</TITLE></HEAD><BODY BGCOLOR="#FFFFFF" TEXT="#000000">
<TABLE WIDTH="760" BORDER="0" CELLPADDING="4"><TR><TD COLSPAN="2" BGCOLOR="#003366"><FONT COLOR="#FFFFFF" SIZE="5" FACE="Arial">University of Northfold</FONT></TD></TR>
<TR><TD WIDTH="150" VALIGN="top" BGCOLOR="#E0E0E0"><FONT SIZE="2"><A HREF="/">Home</A><BR><A HREF="/~handbook/">Student Handbook</A><BR><A HREF="/admissions.htm">Admissions</A><BR><A HREF="/fees.htm">Fees</A><BR><A HREF="/library.htm">Library</A><BR><A HREF="/about.htm">About us</A><BR><A HREF="/news.htm">Campus News</A><BR><A HREF="/map.htm">Campus map</A><BR><A HREF="${ELSEWHERE}/northfold-union">Students' Union</A></FONT></TD>
<TD VALIGN="top">${main}</TD></TR>
<TR><TD COLSPAN="2" ALIGN="center"><FONT SIZE="1">This page is best viewed at 800x600. Webmaster: webmaster@northfold.example</FONT></TD></TR></TABLE></BODY></HTML>`
}

function home(): string {
  return `<H1>Welcome</H1><P>Northfold has taught students since 1871. Term begins on 29 September 2025.</P><P><MARQUEE>Clearing is open! See <A HREF="/admissions.htm">Admissions</A>.</MARQUEE></P>`
}

function handbook(): string {
  return `<H2>Student Handbook 2025/26</H2><UL><LI><A HREF="/~handbook/science.htm">Faculty of Science</A><LI><A HREF="/~handbook/arts.htm">Faculty of Arts</A><LI><A HREF="/~handbook/withdrawn.htm">Withdrawn courses</A></UL>`
}

function faculty(name: string): string {
  return `<H2>Faculty of ${name}</H2><UL>${each(
    DEPARTMENTS.filter(({ faculty }) => faculty === name),
    ({ code, name }) => `<LI><A HREF="/~handbook/${code.toLowerCase()}/">Department of ${name}</A>`,
  )}</UL>`
}

function department(one: (typeof DEPARTMENTS)[number]): string {
  return `<H2>Department of ${one.name}</H2><P><B>Head of Department:</B> ${one.chair}${one.phone === null ? '' : `<BR><B>Telephone:</B> ${one.phone}`}</P>
<TABLE BORDER="1" CELLPADDING="3"><TR BGCOLOR="#CCCCCC"><TD><B>Code</B></TD><TD><B>Course</B></TD><TD><B>Credits</B></TD></TR>${each(
    COURSES.filter(({ department }) => department === one),
    (course) =>
      `<TR><TD><A HREF="${course.code}.htm">${course.code}</A></TD><TD>${course.title}</TD><TD ALIGN="right">${course.credits}</TD></TR>`,
  )}</TABLE>`
}

function sheet(course: Course): string {
  return `<FONT SIZE="4"><B>${course.code} ${course.title}</B></FONT><P>
<B>Department:</B> ${course.department.name}<BR><B>Credits:</B> ${course.credits}<BR><B>Lecturer:</B> ${course.lecturer}<BR><B>Term:</B> ${course.term}<BR>
${course.time === null ? '' : `<B>Time:</B> ${course.time}<BR>`}${course.room === null ? '' : `<B>Room:</B> ${course.room}<BR>`}<B>Assessment:</B> ${course.assessment}<BR>
<B>Prerequisite:</B> ${course.prerequisite === null ? 'none' : `<A HREF="/~handbook/${course.prerequisite.slice(0, 3).toLowerCase()}/${course.prerequisite}.htm">${course.prerequisite}</A>`}</P>
<P><A HREF="./">Back to the department</A></P>`
}

function admissions(): string {
  return `<H2>Admissions</H2><P>Applications close on 30 June 2025. The Admissions Officer is Mrs. Thelma Ridley, room 12, Founders' Hall, telephone 01632 960 104, e-mail admissions@northfold.example.</P>`
}

function fees(): string {
  return `<H2>Fees 2025/26</H2><TABLE BORDER="1"><TR><TD><B>Programme</B></TD><TD><B>Home</B></TD><TD><B>Overseas</B></TD></TR><TR><TD>Undergraduate</TD><TD>£9,250</TD><TD>£17,400</TD></TR><TR><TD>Taught Master's</TD><TD>£10,900</TD><TD>£19,800</TD></TR><TR><TD>Doctorate</TD><TD>£4,786</TD><TD>£18,600</TD></TR></TABLE>`
}

function library(): string {
  return `<H2>Library</H2><P>The library holds 640,000 volumes. The Librarian is Dr. Cosmo Pettifer.</P><P>Opening hours in term: Mon-Fri 8:30-22:00, Sat 9:00-18:00, Sun 11:00-17:00.</P>`
}

function about(): string {
  return `<H2>About the University</H2><P>The University was founded in 1871 by the shipbuilder Ebenezer Northfold. It has 6,200 students. The Vice-Chancellor is Professor Dame Ursula Thwaite.</P>`
}

function news(): string {
  return `<H2>Campus News</H2><P>Professor Muir's course on glaciers (GEO233) was moved to room 2.08 for one week in 2024.</P><P>Dr. Koroma's Remote Sensing students launched a balloon.</P>`
}

function withdrawn(): string {
  return `<H2>Withdrawn courses</H2><UL><LI>GEO215 Remote Sensing of Oceans, 10 credits, Dr. Ina Falk<LI>CHM240 Spectroscopy for Artists, 5 credits<LI>LIN250 Language Policy, 15 credits</UL>`
}
