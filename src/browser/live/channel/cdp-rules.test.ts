import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkCdp } from './cdp-rules.ts'

const OWN = 'ABCDEF'
const judge = (method: string, params = {}) => checkCdp({ method, params }, OWN)

describe('what a client of a session may say to its browser', () => {
  for (const [method, params] of [
    ['Runtime.evaluate', { expression: '1' }],
    ['DOM.getDocument', {}],
    ['Page.navigate', { url: 'https://site.test/' }],
    ['Page.navigate', { url: 'about:blank' }],
    ['Page.navigate', { url: 'data:text/html,hello' }],
    ['Page.captureScreenshot', {}],
    ['Input.dispatchDragEvent', { type: 'drop', data: { items: [], dragOperationsMask: 1 } }],
    [
      'Input.dispatchDragEvent',
      { type: 'drop', data: { items: [{ mimeType: 'text/uri-list', data: 'http://site.test/' }] } },
    ],
    [
      'Input.dispatchDragEvent',
      { type: 'drop', data: { items: [{ mimeType: 'text/plain', data: 'see file:///etc/passwd' }] } },
    ],
    ['Network.setExtraHTTPHeaders', { headers: {} }],
    ['IO.read', { handle: '1' }],
    ['Target.getTargets', {}],
  ] as const) {
    it(`takes ${method} ${JSON.stringify(params)} as it is`, () => {
      assert.deepEqual(judge(method, params), { verdict: 'say', params })
    })
  }

  for (const [method, params] of [
    ['', {}],
    ['Runtime', {}],
    ['__proto__.toString', {}],
    ['constructor.name', {}],
    ['Page.navigate', {}],
    ['Page.navigate', { url: 'file:///etc/passwd' }],
    ['Page.navigate', { url: ['file:///etc/passwd'] }],
    ['Page.navigate', { url: ' FILE:///etc/passwd' }],
    ['Page.navigate', { url: 'chrome://version' }],
    ['Page.navigate', { url: 'view-source:https://site.test/' }],
    ['Page.navigate', { url: 'javascript:alert(1)' }],
    ['Page.crash', {}],
    ['Page.setUnknown', {}],
    ['Target.createTarget', { url: 'file:///etc/passwd' }],
    ['Target.createTarget', { url: 'about:blank', browserContextId: 'OTHER' }],
    ['Target.createBrowserContext', { proxyServer: 'http://127.0.0.1:1' }],
    ['Target.disposeBrowserContext', { browserContextId: OWN }],
    ['Target.exposeDevToolsProtocol', { targetId: '1' }],
    ['Target.setRemoteLocations', { locations: [] }],
    ['Target.sendMessageToTarget', { message: '{}' }],
    ['Storage.getCookies', { browserContextId: 'OTHER' }],
    ['Browser.close', {}],
    ['Browser.crash', {}],
    ['Browser.crashGpuProcess', {}],
    ['Browser.getBrowserCommandLine', {}],
    ['Browser.getHistograms', {}],
    ['Browser.executeBrowserCommand', { commandId: 'openTabSearch' }],
    ['DOM.setFileInputFiles', { files: ['/etc/passwd'] }],
    ['DOM.getFileInfo', { objectId: '1' }],
    ['Input.dispatchDragEvent', { data: { items: [], files: ['/etc/passwd'] } }],
    ['Input.dispatchDragEvent', { data: { items: [], files: { 0: '/etc/passwd', length: 1 } } }],
    [
      'Input.dispatchDragEvent',
      { data: { items: [{ mimeType: 'text/uri-list', data: 'http://site.test/\r\nfile:///etc/passwd' }] } },
    ],
    ['Input.dispatchDragEvent', { data: { items: [{ mimeType: 'text/uri-list', data: ['file:///'] }] } }],
    ['Network.loadNetworkResource', { url: 'file:///etc/passwd' }],
    ['Network.continueInterceptedRequest', {}],
    ['SystemInfo.getInfo', {}],
    ['SystemInfo.getProcessInfo', {}],
    ['Tracing.start', {}],
    ['Memory.getDOMCounters', {}],
    ['Tethering.bind', { port: 9000 }],
    ['Extensions.loadUnpacked', { path: '/tmp' }],
    ['HeadlessExperimental.beginFrame', {}],
    ['IO.resolveBlob', { objectId: '1' }],
  ] as const) {
    it(`refuses ${method} ${JSON.stringify(params)}`, () => {
      assert.equal(judge(method, params).verdict, 'refuse')
    })
  }

  it('keeps to the context of the session', () => {
    for (const [method, params] of [
      ['Target.createTarget', { url: 'about:blank' }],
      ['Storage.getCookies', {}],
      ['Browser.grantPermissions', { permissions: [], browserContextId: OWN }],
    ] as const) {
      const expected = { verdict: 'say', params: { ...params, browserContextId: OWN } }
      assert.deepEqual(judge(method, params), expected)
    }
  })

  it('has no sessions whose messages are wrapped in others', () => {
    for (const method of ['Target.attachToTarget', 'Target.setAutoAttach']) {
      assert.deepEqual(judge(method, { flatten: false }), { verdict: 'say', params: { flatten: true } })
    }
  })

  it('answers what clients say about downloads without doing it', () => {
    const wish = { behavior: 'allow', downloadPath: '/etc' }
    for (const method of ['Browser.setDownloadBehavior', 'Page.setDownloadBehavior']) {
      assert.deepEqual(judge(method, wish), { verdict: 'answer', result: {} })
    }
  })
})
