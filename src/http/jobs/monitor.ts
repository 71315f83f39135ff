import { Done } from '../../contract/answer.ts'
import { CheckParams, IdParams } from '../../contract/ids.ts'
import {
  CheckAnswer,
  CheckListAnswer,
  CheckListQuery,
  CheckQuery,
  MonitorRunAnswer,
  MonitorRunRequest,
} from '../../contract/monitor-check.ts'
import {
  MonitorAnswer,
  MonitorChange,
  MonitorListAnswer,
  MonitorListQuery,
  MonitorRequest,
} from '../../contract/monitor.ts'
import { noSuch, notBuilt, route } from '../server/route.ts'
import type { Route } from '../server/route.ts'

const change = { access: 'team', scope: 'monitor', bucket: 'crawl', tag: 'Monitor' } as const
const status = { access: 'team', scope: 'monitor', bucket: 'status', tag: 'Monitor' } as const

/** Scheduled checks of pages, sites and searches. */
export function monitorRoutes(): Route[] {
  return [...monitorsRoutes(), ...checkRoutes()]
}

function monitorsRoutes(): Route[] {
  return [
    route({
      ...change,
      method: 'POST',
      path: '/v2/monitor',
      summary: 'Make a monitor',
      body: MonitorRequest,
      answer: MonitorAnswer,
      handle: notBuilt('Monitoring'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/monitor',
      summary: "The team's monitors",
      query: MonitorListQuery,
      answer: MonitorListAnswer,
      handle: notBuilt('Monitoring'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/monitor/:id',
      summary: 'One monitor',
      params: IdParams,
      answer: MonitorAnswer,
      handle: noSuch('monitor'),
    }),
    route({
      ...change,
      method: 'PATCH',
      path: '/v2/monitor/:id',
      summary: 'Change a monitor',
      params: IdParams,
      body: MonitorChange,
      answer: MonitorAnswer,
      handle: noSuch('monitor'),
    }),
    route({
      ...change,
      method: 'DELETE',
      path: '/v2/monitor/:id',
      summary: 'Remove a monitor',
      params: IdParams,
      answer: Done,
      handle: noSuch('monitor'),
    }),
  ]
}

function checkRoutes(): Route[] {
  return [
    route({
      ...change,
      method: 'POST',
      path: '/v2/monitor/:id/run',
      summary: 'Check now',
      params: IdParams,
      body: MonitorRunRequest,
      answer: MonitorRunAnswer,
      handle: noSuch('monitor'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/monitor/:id/checks',
      summary: "A monitor's checks",
      params: IdParams,
      query: CheckListQuery,
      answer: CheckListAnswer,
      handle: noSuch('monitor'),
    }),
    route({
      ...status,
      method: 'GET',
      path: '/v2/monitor/:id/checks/:checkId',
      summary: 'What one check found',
      params: CheckParams,
      query: CheckQuery,
      answer: CheckAnswer,
      handle: noSuch('monitor'),
    }),
  ]
}
