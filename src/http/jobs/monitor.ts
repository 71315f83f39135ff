import { OkResponse, CheckParams, IdParams } from '../../contract/fields.ts'
import {
  CheckResponse,
  CheckListResponse,
  CheckListQuery,
  CheckQuery,
  MonitorRunResponse,
  MonitorRunRequest,
  MonitorResponse,
  MonitorChange,
  MonitorListResponse,
  MonitorListQuery,
  MonitorRequest,
} from '../../contract/monitor.ts'
import { alwaysNotFound, notImplemented, routesWith } from '../server/route.ts'

const route = routesWith({ access: 'team', scope: 'monitor', bucket: 'status', tag: 'Monitor' })

export function monitorRoutes() {
  return [...monitorsRoutes(), ...checkRoutes()]
}

function monitorsRoutes() {
  return [
    route('POST /v2/monitor', 'Create a monitor', {
      bucket: 'crawl',
      body: MonitorRequest,
      response: MonitorResponse,
      handle: notImplemented('Monitoring'),
    }),
    route('GET /v2/monitor', "The team's monitors", {
      query: MonitorListQuery,
      response: MonitorListResponse,
      handle: notImplemented('Monitoring'),
    }),
    route('GET /v2/monitor/:id', 'One monitor', {
      params: IdParams,
      response: MonitorResponse,
      handle: alwaysNotFound('monitor'),
    }),
    route('PATCH /v2/monitor/:id', 'Change a monitor', {
      bucket: 'crawl',
      params: IdParams,
      body: MonitorChange,
      response: MonitorResponse,
      handle: alwaysNotFound('monitor'),
    }),
    route('DELETE /v2/monitor/:id', 'Delete a monitor', {
      bucket: 'crawl',
      params: IdParams,
      response: OkResponse,
      handle: alwaysNotFound('monitor'),
    }),
  ]
}

function checkRoutes() {
  return [
    route('POST /v2/monitor/:id/run', 'Check now', {
      bucket: 'crawl',
      params: IdParams,
      body: MonitorRunRequest,
      response: MonitorRunResponse,
      handle: alwaysNotFound('monitor'),
    }),
    route('GET /v2/monitor/:id/checks', "A monitor's checks", {
      params: IdParams,
      query: CheckListQuery,
      response: CheckListResponse,
      handle: alwaysNotFound('monitor'),
    }),
    route('GET /v2/monitor/:id/checks/:checkId', 'The results of one check', {
      params: CheckParams,
      query: CheckQuery,
      response: CheckResponse,
      handle: alwaysNotFound('monitor'),
    }),
  ]
}
