import { path } from './calls.ts'
import { TaskCalls } from './task-calls.ts'
import type { CallOptions } from './transport.ts'
import type {
  BrowserAnswer,
  BrowserExecuteAnswer,
  BrowserExecuteRequest,
  BrowserListAnswer,
  BrowserListQuery,
  BrowserRequest,
  BrowserStopAnswer,
  CheckAnswer,
  CheckListAnswer,
  CheckListQuery,
  CheckQuery,
  Done,
  Monitor,
  MonitorAnswer,
  MonitorChange,
  MonitorListAnswer,
  MonitorListQuery,
  MonitorRequest,
  MonitorRunAnswer,
  ReplayAnswer,
} from './wire.ts'

/** Calls about what stays: live browser sessions, and monitors that check pages, sites and searches on schedule. */
export class MonitorCalls extends TaskCalls {
  /** Opens a live browser session. */
  openBrowser(options: BrowserRequest = {}, call?: CallOptions): Promise<BrowserAnswer> {
    return this.post('/v2/browser', options, call)
  }

  /** Runs code in a session. A script that fails is an answer, not an error. */
  runInBrowser(id: string, task: BrowserExecuteRequest, call?: CallOptions): Promise<BrowserExecuteAnswer> {
    return this.post(path`/v2/browser/${id}/execute`, task, call, { mayFail: true })
  }

  listBrowsers(query: BrowserListQuery = {}, call?: CallOptions): Promise<BrowserListAnswer> {
    return this.get('/v2/browser', call, query)
  }

  /** What was done in a session that was opened or used with `recordSession`, with a picture after each action. */
  replayBrowser(id: string, call?: CallOptions): Promise<ReplayAnswer> {
    return this.get(path`/v2/browser/${id}/replay`, call)
  }

  closeBrowser(id: string, call?: CallOptions): Promise<BrowserStopAnswer> {
    return this.delete(path`/v2/browser/${id}`, call)
  }

  /** Forgets the cookies and storage kept under a name. */
  deleteProfile(name: string, call?: CallOptions): Promise<Done> {
    return this.delete(path`/v2/browser/profiles/${name}`, call)
  }

  async createMonitor(monitor: MonitorRequest, call?: CallOptions): Promise<Monitor> {
    return (await this.post<MonitorAnswer>('/v2/monitor', monitor, call)).data
  }

  listMonitors(query: MonitorListQuery = {}, call?: CallOptions): Promise<MonitorListAnswer> {
    return this.get('/v2/monitor', call, query)
  }

  async getMonitor(id: string, call?: CallOptions): Promise<Monitor> {
    return (await this.get<MonitorAnswer>(path`/v2/monitor/${id}`, call)).data
  }

  async updateMonitor(id: string, change: MonitorChange, call?: CallOptions): Promise<Monitor> {
    const request = { method: 'PATCH', path: path`/v2/monitor/${id}`, body: change }
    return (await this.send<MonitorAnswer>(request, call)).data
  }

  deleteMonitor(id: string, call?: CallOptions): Promise<Done> {
    return this.delete(path`/v2/monitor/${id}`, call)
  }

  /** Checks now, beside the schedule. */
  async runMonitor(id: string, call?: CallOptions): Promise<MonitorRunAnswer['data']> {
    return (await this.post<MonitorRunAnswer>(path`/v2/monitor/${id}/run`, {}, call)).data
  }

  listChecks(id: string, query: CheckListQuery = {}, call?: CallOptions): Promise<CheckListAnswer> {
    return this.get(path`/v2/monitor/${id}/checks`, call, query)
  }

  /** One check with a page of what it looked at. */
  async getCheck(
    id: string,
    checkId: string,
    query: CheckQuery = {},
    call?: CallOptions,
  ): Promise<CheckAnswer['data']> {
    return (await this.get<CheckAnswer>(path`/v2/monitor/${id}/checks/${checkId}`, call, query)).data
  }
}
