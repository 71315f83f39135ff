import {
  boolean,
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
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { INTEGRATIONS, PLANS, UPDATE_PAGES, UPDATES } from './product.ts'

const ORIGIN = originOf('tallyhook')

function integration(name: string) {
  return INTEGRATIONS.find((one) => one.name === name)!
}

function dollars(amount: string | null): number | null {
  return amount === null ? null : Number(amount.slice(1))
}

const ferrodb = integration('Ferrodb')
const sales = INTEGRATIONS.filter(({ group }) => group === 'Sales')
const abacist = integration('Abacist')
const pinecrate = integration('Pinecrate SQL')

export const tasks: Task[] = [
  {
    id: 'tallyhook/fleet-price',
    kind: 'fact',
    prompt:
      'What does the Fleet plan cost per month when billed monthly, and how many seats are included in it?',
    urls: [ORIGIN],
    schema: object({ monthlyPrice: number, seats: integer }),
    truth: { monthlyPrice: 189, seats: 40 },
    needs: ['/pricing'],
  },
  {
    id: 'tallyhook/plans',
    kind: 'list',
    prompt:
      'Compare all pricing plans: name, monthly price in USD (null if there is no public price), how long history is kept, whether single sign-on is included and which support you get.',
    urls: [`${ORIGIN}/plans`],
    schema: zod(
      record({
        plans: list(
          record({
            name: text,
            monthlyPrice: orNull(described(number, 'Price per month in USD when billed monthly')),
            history: text,
            singleSignOn: boolean,
            support: text,
          }),
        ),
      }),
    ),
    truth: {
      plans: PLANS.map(({ name, monthly, history, hasSso, support }) => ({
        name,
        monthlyPrice: dollars(monthly),
        history,
        singleSignOn: hasSso,
        support,
      })),
    },
    needs: ['/pricing'],
  },
  {
    id: 'tallyhook/ferrodb',
    kind: 'entity',
    prompt: 'Ferrodb integration: who built it, setup time, lowest plan, category and sync direction',
    urls: [ORIGIN],
    schema: object({ builtBy: text, setupTime: text, lowestPlan: text, category: text, sync: text }),
    truth: {
      builtBy: ferrodb.maker,
      setupTime: ferrodb.setup,
      lowestPlan: ferrodb.plan,
      category: ferrodb.group,
      sync: ferrodb.direction,
    },
    needs: [ferrodb.path],
  },
  {
    id: 'tallyhook/sales-integrations',
    kind: 'list-and-details',
    prompt:
      'For each integration in the Sales category: name, builtBy, setupTime and the lowest plan needed.',
    urls: [`${ORIGIN}/integrations`],
    schema: zod(
      record({
        integrations: list(
          record({
            name: text,
            builtBy: text,
            setupTime: text,
            lowestPlan: oneOf('Solo', 'Crew', 'Fleet', 'Armada'),
          }),
        ),
      }),
    ),
    truth: {
      integrations: sales.map(({ name, maker, setup, plan }) => ({
        name,
        builtBy: maker,
        setupTime: setup,
        lowestPlan: plan,
      })),
    },
    needs: ['/integrations', ...sales.map(({ path }) => path)],
  },
  {
    id: 'tallyhook/new-features',
    kind: 'condition',
    prompt: 'List every changelog entry that is tagged "New" with title and release date.',
    urls: [`${ORIGIN}/changelog`],
    schema: object({ entries: list(object({ title: text, date })) }),
    truth: {
      entries: UPDATES.filter(({ type }) => type === 'New').map(({ title, date }) => ({ title, date })),
    },
    needs: UPDATE_PAGES.map(({ path }) => path),
  },
  {
    id: 'tallyhook/latest-four',
    kind: 'first-few',
    prompt:
      'Take the four most recent updates from the changelog and give me title, date, the author and on which plans it is available.',
    urls: [ORIGIN],
    schema: object({
      updates: list(object({ title: text, date, author: text, availableOn: text })),
    }),
    truth: {
      updates: UPDATES.slice(0, 4).map(({ title, date, by, plans }) => ({
        title,
        date,
        author: by,
        availableOn: plans,
      })),
    },
    isOrdered: true,
    needs: ['/changelog', ...UPDATES.slice(0, 4).map(({ path }) => path)],
  },
  {
    id: 'tallyhook/company',
    kind: 'spread',
    prompt:
      'When was Tallyhook founded and by whom, how many employees does it have, what uptime does it promise and what is the sales e-mail?',
    urls: [ORIGIN],
    schema: zod(
      record({
        foundedYear: integer,
        founders: list(text),
        employees: integer,
        uptime: text,
        salesEmail: text,
      }),
    ),
    truth: {
      foundedYear: 2019,
      founders: ['Wanda Osei', 'Piet Rademaker'],
      employees: 37,
      uptime: either('99.95%', '99.95'),
      salesEmail: 'sales@tallyhook.example',
    },
    needs: ['/company', '/security', '/contact'],
  },
  {
    id: 'tallyhook/money-back-free',
    kind: 'spread',
    prompt:
      'Is there a discount for charities, and within how many days can I get my money back for an annual plan?',
    urls: [ORIGIN],
    truth: { charityDiscount: '40%', refundPeriod: '21 days' },
    needs: ['/pricing', '/legal/terms'],
  },
  {
    id: 'tallyhook/strict-other-page',
    kind: 'strict-nothing',
    prompt: 'What does the yearly Crew plan cost per month, and is there an audit log in it?',
    urls: [ORIGIN + abacist.path],
    strictConstrainToURLs: true,
    schema: zod(record({ yearlyPrice: orNull(number), auditLog: orNull(boolean) })),
    truth: { yearlyPrice: null, auditLog: null },
    needs: [abacist.path],
  },
  {
    id: 'tallyhook/search-pinecrate',
    kind: 'search',
    prompt:
      'Tallyhook integration with Pinecrate SQL: how long does the setup take and which plan is needed?',
    schema: object({ setupTime: text, plan: text }),
    truth: { setupTime: pinecrate.setup, plan: pinecrate.plan },
    needs: [pinecrate.path],
  },
]
