import { Done, CheckParams, IdParams } from '../../contract/fields.ts'
import {
  CheckAnswer,
  CheckListAnswer,
  CheckListQuery,
  CheckQuery,
  MonitorRunAnswer,
  MonitorRunRequest,
  MonitorAnswer,
  MonitorChange,
  MonitorListAnswer,
  MonitorListQuery,
  MonitorRequest,
} from '../../contract/monitor.ts'
import { noSuch, notBuilt, routesWith } from '../server/route.ts'

const route = routesWith({ access: 'team', scope: 'monitor', bucket: 'status', tag: 'Monitor' })

export function monitorRoutes() {
  return [...monitorsRoutes(), ...checkRoutes()]
}

function monitorsRoutes() {
  return [
    route('POST /v2/monitor', 'Make a monitor', {
      bucket: 'crawl',
      body: MonitorRequest,
      answer: MonitorAnswer,
      handle: notBuilt('Monitoring'),
    }),
    route('GET /v2/monitor', "The team's monitors", {
      query: MonitorListQuery,
      answer: MonitorListAnswer,
      handle: notBuilt('Monitoring'),
    }),
    route('GET /v2/monitor/:id', 'One monitor', {
      params: IdParams,
      answer: MonitorAnswer,
      handle: noSuch('monitor'),
    }),
    route('PATCH /v2/monitor/:id', 'Change a monitor', {
      bucket: 'crawl',
      params: IdParams,
      body: MonitorChange,
      answer: MonitorAnswer,
      handle: noSuch('monitor'),
    }),
    route('DELETE /v2/monitor/:id', 'Remove a monitor', {
      bucket: 'crawl',
      params: IdParams,
      answer: Done,
      handle: noSuch('monitor'),
    }),
  ]
}

function checkRoutes() {
  return [
    route('POST /v2/monitor/:id/run', 'Check now', {
      bucket: 'crawl',
      params: IdParams,
      body: MonitorRunRequest,
      answer: MonitorRunAnswer,
      handle: noSuch('monitor'),
    }),
    route('GET /v2/monitor/:id/checks', "A monitor's checks", {
      params: IdParams,
      query: CheckListQuery,
      answer: CheckListAnswer,
      handle: noSuch('monitor'),
    }),
    route('GET /v2/monitor/:id/checks/:checkId', 'What one check found', {
      params: CheckParams,
      query: CheckQuery,
      answer: CheckAnswer,
      handle: noSuch('monitor'),
    }),
  ]
}
