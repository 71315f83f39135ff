import { path } from './calls.ts'
import { TaskCalls } from './task-calls.ts'
import type { CallOptions } from './transport.ts'
import type {
  BrowserResponse,
  BrowserExecuteResponse,
  BrowserExecuteRequest,
  BrowserListResponse,
  BrowserListQuery,
  BrowserRequest,
  BrowserStopResponse,
  CheckResponse,
  CheckListResponse,
  CheckListQuery,
  CheckQuery,
  OkResponse,
  Monitor,
  MonitorResponse,
  MonitorChange,
  MonitorListResponse,
  MonitorListQuery,
  MonitorRequest,
  MonitorRunResponse,
  ReplayResponse,
} from './wire.ts'

/** Calls about live browser sessions, and monitors that check pages, sites and searches on a schedule. */
export class MonitorCalls extends TaskCalls {
  /** Opens a live browser session. */
  openBrowser(options: BrowserRequest = {}, call?: CallOptions): Promise<BrowserResponse> {
    return this.post('/v2/browser', options, call)
  }

  /** Runs code in a session. A failed script is a result, not an error. */
  runInBrowser(id: string, task: BrowserExecuteRequest, call?: CallOptions): Promise<BrowserExecuteResponse> {
    return this.post(path`/v2/browser/${id}/execute`, task, call, { mayFail: true })
  }

  listBrowsers(query: BrowserListQuery = {}, call?: CallOptions): Promise<BrowserListResponse> {
    return this.get('/v2/browser', call, query)
  }

  /** The recorded actions of a session with `recordSession`, with a screenshot after each. */
  replayBrowser(id: string, call?: CallOptions): Promise<ReplayResponse> {
    return this.get(path`/v2/browser/${id}/replay`, call)
  }

  closeBrowser(id: string, call?: CallOptions): Promise<BrowserStopResponse> {
    return this.delete(path`/v2/browser/${id}`, call)
  }

  /** Deletes the cookies and storage of a profile. */
  deleteProfile(name: string, call?: CallOptions): Promise<OkResponse> {
    return this.delete(path`/v2/browser/profiles/${name}`, call)
  }

  async createMonitor(monitor: MonitorRequest, call?: CallOptions): Promise<Monitor> {
    return (await this.post<MonitorResponse>('/v2/monitor', monitor, call)).data
  }

  listMonitors(query: MonitorListQuery = {}, call?: CallOptions): Promise<MonitorListResponse> {
    return this.get('/v2/monitor', call, query)
  }

  async getMonitor(id: string, call?: CallOptions): Promise<Monitor> {
    return (await this.get<MonitorResponse>(path`/v2/monitor/${id}`, call)).data
  }

  async updateMonitor(id: string, change: MonitorChange, call?: CallOptions): Promise<Monitor> {
    const request = { method: 'PATCH', path: path`/v2/monitor/${id}`, body: change }
    return (await this.send<MonitorResponse>(request, call)).data
  }

  deleteMonitor(id: string, call?: CallOptions): Promise<OkResponse> {
    return this.delete(path`/v2/monitor/${id}`, call)
  }

  /** Runs a check now, in addition to the schedule. */
  async runMonitor(id: string, call?: CallOptions): Promise<MonitorRunResponse['data']> {
    return (await this.post<MonitorRunResponse>(path`/v2/monitor/${id}/run`, {}, call)).data
  }

  listChecks(id: string, query: CheckListQuery = {}, call?: CallOptions): Promise<CheckListResponse> {
    return this.get(path`/v2/monitor/${id}/checks`, call, query)
  }

  /** One check with a range of its pages. */
  async getCheck(
    id: string,
    checkId: string,
    query: CheckQuery = {},
    call?: CallOptions,
  ): Promise<CheckResponse['data']> {
    return (await this.get<CheckResponse>(path`/v2/monitor/${id}/checks/${checkId}`, call, query)).data
  }
}
