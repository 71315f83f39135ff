import {
  date,
  described,
  integer,
  list,
  number,
  object,
  oneOf,
  orNull,
  record,
  text,
  zod,
} from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { JOBS, PLANS, POSTS, TEAM } from './company.ts'

const ORIGIN = originOf('ledgerline')
const engineer = JOBS[0]!
const writer = JOBS[4]!
const newest = POSTS.toSorted((a, b) => b.date.localeCompare(a.date))

export const tasks: Task[] = [
  {
    id: 'ledgerline/studio-price',
    kind: 'fact',
    prompt: 'What does the Studio plan cost per month?',
    urls: [ORIGIN],
    schema: object({ monthlyPrice: number }),
    truth: { monthlyPrice: 39 },
    needs: ['/pricing'],
  },
  {
    id: 'ledgerline/plans',
    kind: 'list',
    prompt: 'Extract all pricing plans with monthly price in euros, invoices per month and number of users.',
    urls: [`${ORIGIN}/pricing`],
    schema: zod(
      record({
        plans: list(record({ name: text, monthlyPrice: number, invoicesPerMonth: integer, users: integer })),
      }),
    ),
    truth: {
      plans: PLANS.map(({ name, monthly, invoices, users }) => ({
        name,
        monthlyPrice: monthly,
        invoicesPerMonth: invoices,
        users,
      })),
    },
    needs: ['/pricing'],
  },
  {
    id: 'ledgerline/team',
    kind: 'list',
    prompt: 'team members with job title, location and twitter handle',
    urls: [ORIGIN],
    schema: zod(
      record({
        team: list(record({ name: text, jobTitle: text, location: text, twitter: orNull(text) })),
      }),
    ),
    truth: {
      team: TEAM.map(({ name, title, location, twitter }) => ({ name, jobTitle: title, location, twitter })),
    },
    needs: ['/about/team'],
  },
  {
    id: 'ledgerline/jobs',
    kind: 'list-and-details',
    prompt:
      'Please list all open jobs at Ledgerline: title, team, location, kind of employment, lowest and highest salary, and the last day to apply. If something is not stated, leave it null.',
    urls: [`${ORIGIN}/careers`],
    schema: zod(
      record({
        jobs: list(
          record({
            title: text,
            team: text,
            location: text,
            employment: oneOf('Full-time', 'Part-time', 'Contract'),
            salaryMin: orNull(number),
            salaryMax: orNull(number),
            applyBy: orNull(date),
          }),
        ),
      }),
    ),
    truth: {
      jobs: JOBS.map(({ title, team, location, type, salaryFrom, salaryTo, closes }) => ({
        title,
        team,
        location,
        employment: type,
        salaryMin: salaryFrom,
        salaryMax: salaryTo,
        applyBy: closes,
      })),
    },
    needs: ['/careers', ...JOBS.map(({ path }) => path)],
  },
  {
    id: 'ledgerline/engineering-jobs',
    kind: 'condition',
    prompt: 'Which open roles are in the Engineering team?',
    urls: [ORIGIN],
    schema: object({ roles: list(object({ title: text, location: text })) }),
    truth: {
      roles: JOBS.filter(({ team }) => team === 'Engineering').map(({ title, location }) => ({
        title,
        location,
      })),
    },
    needs: ['/careers'],
  },
  {
    id: 'ledgerline/company',
    kind: 'spread',
    prompt:
      'Company profile of Ledgerline: year it was started, founders, number of employees, total funding, sales e-mail, and its VAT number.',
    urls: [ORIGIN],
    schema: zod(
      record({
        foundedYear: orNull(integer),
        founders: list(text),
        employees: orNull(integer),
        totalFunding: orNull(described(text, 'As written, for example €5 million')),
        salesEmail: orNull(text),
        vatNumber: orNull(text),
      }),
    ),
    truth: {
      foundedYear: 2016,
      founders: ['Greta Lindholm', 'Samir Haddou'],
      employees: 63,
      totalFunding: '€31.5 million',
      salesEmail: 'sales@ledgerline.example',
      vatNumber: 'SE559071448201',
    },
    needs: ['/about', '/about/investors', '/contact', '/legal/imprint'],
  },
  {
    id: 'ledgerline/latest-posts',
    kind: 'first-few',
    prompt: 'The latest two blog posts (title, date, author)',
    urls: [`${ORIGIN}/blog`],
    schema: object({ posts: list(object({ title: text, date, author: text })) }),
    truth: { posts: newest.slice(0, 2).map(({ title, date, author }) => ({ title, date, author })) },
    isOrdered: true,
    needs: ['/blog'],
  },
  {
    id: 'ledgerline/writer-salary',
    kind: 'missing',
    prompt: 'Salary range, deadline and hiring manager for the Tax Content Writer role',
    urls: [ORIGIN],
    schema: zod(
      record({
        salaryMin: orNull(number),
        salaryMax: orNull(number),
        deadline: orNull(date),
        hiringManager: orNull(text),
      }),
    ),
    truth: { salaryMin: null, salaryMax: null, deadline: null, hiringManager: writer.manager },
    needs: [writer.path],
  },
  {
    id: 'ledgerline/strict-job',
    kind: 'strict',
    prompt: 'salary and hiring manager',
    urls: [ORIGIN + engineer.path],
    strictConstrainToURLs: true,
    schema: object({ salaryMin: number, salaryMax: number, hiringManager: text }),
    truth: { salaryMin: engineer.salaryFrom, salaryMax: engineer.salaryTo, hiringManager: engineer.manager },
    needs: [engineer.path],
  },
  {
    id: 'ledgerline/strict-other-site',
    kind: 'strict-nothing',
    prompt: 'Who is the press contact, and what is the phone number?',
    urls: [`${ORIGIN}/press-kit`],
    strictConstrainToURLs: true,
    schema: object({ pressContact: text, phone: text }),
    truth: { pressContact: null, phone: null },
    needs: [],
  },
  {
    id: 'ledgerline/integrations-free',
    kind: 'list',
    prompt: 'What does it integrate with?',
    urls: [ORIGIN],
    truth: { integrations: ['Banco Mar', 'Stripewell', 'Paymint', 'Kontoplus', 'Shopkeep', 'Tallyho'] },
    needs: ['/product/integrations'],
  },
]
