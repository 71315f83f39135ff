import { html } from '../web-site.ts'
import type { WebRoute } from '../web-site.ts'

/**
 * Pages that try to access protected data; `internal` is the URL of a trap. The text of each shows the
 * result.
 */
export function pryingPages(internal: URL): Record<string, WebRoute> {
  return {
    ...remembering,
    ...asking,
    ...reaching(internal),
  }
}

/** Pages that look for data stored by an earlier visit. */
const remembering: Record<string, WebRoute> = {
  '/sw-persist/worker.js': ({ response }) =>
    void response.writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' }).end(
      `addEventListener('install', () => skipWaiting())
         addEventListener('activate', (event) => event.waitUntil(clients.claim()))
         addEventListener('fetch', (event) => event.respondWith(new Response('<p>hijacked</p>', { headers: { 'content-type': 'text/html' } })))`,
    ),
  '/sw-persist': telling(
    `await Promise.race([navigator.serviceWorker?.register('/sw-persist/worker.js', { scope: '/' }), pause(500)]); return 'from the server'`,
  ),
  '/cookie-leak': ({ request, response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'left=server; Path=/' })
    const script = `const here = document.cookie.includes('script'); document.cookie = 'left-too=script; path=/'; return 'cookies: ' + (here ? 'some' : 'none')`
    response.end(tellingPage(script, `<p>sent: ${request.headers.cookie ?? 'none'}</p>`))
  },
  '/storage-leak': telling(
    `const databases = await indexedDB.databases()
     const found = [localStorage.left, sessionStorage.left, databases.length || '', (await caches.keys()).join('')].filter(Boolean)
     localStorage.left = 'local'; sessionStorage.left = 'session'
     await caches.open('left')
     await new Promise((done) => { indexedDB.open('left').onsuccess = done })
     return 'found: ' + (found.join(' ') || 'nothing')`,
  ),
}

/** Pages that open prompts and dialogs. */
const asking: Record<string, WebRoute> = {
  '/download-force': ({ response }) =>
    void response
      .writeHead(200, {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename=a.bin',
      })
      .end(Buffer.alloc(4096, 1)),
  '/auth-prompt': ({ response }) =>
    void response
      .writeHead(401, { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="a"' })
      .end('<p>Not without a password.</p>'),
  '/geo-notify': telling(
    `const denied = (asked) => Promise.race([asked.then((answer) => answer === 'granted' || typeof answer === 'object' ? 'granted' : 'denied', () => 'denied'), pause(500).then(() => 'asked')])
     return 'notifications: ' + await denied(Notification.requestPermission()) + ', camera: ' + await denied(navigator.mediaDevices.getUserMedia({ video: true }))`,
  ),
}

function reaching(internal: URL): Record<string, WebRoute> {
  const { host, href } = internal
  const attempt = (work: string) => `try { ${work} } catch { return 'unreachable' }`
  return {
    '/webrtc-stun': telling(
      `const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}' }, { urls: 'turn:${host}?transport=tcp', username: 'a', credential: 'b' }] })
       peer.createDataChannel('a')
       await peer.setLocalDescription(await peer.createOffer())
       await pause(800); return 'tried'`,
    ),
    '/ws-private': telling(
      `return await new Promise((done) => { const socket = new WebSocket('ws://${host}/'); socket.onopen = () => done('reached'); socket.onerror = () => done('unreachable') })`,
    ),
    '/fetch-private': telling(
      attempt(
        `return 'reached ' + await (await fetch('${href}', { signal: AbortSignal.timeout(800) })).text()`,
      ),
      `<img src="${href}a.png"><script src="${href}a.js"></script><link rel="stylesheet" href="${href}a.css">
       <link rel="preconnect" href="${href}"><link rel="prefetch" href="${href}b"><iframe src="${href}"></iframe>
       <video src="${href}a.mp4" autoplay></video><object data="${href}o"></object>`,
    ),
    '/beacon-private': telling(`navigator.sendBeacon('${href}', 'a'); return 'tried'`),
    '/navigate-private': html(`<p>A page.</p><script>location.href = '${href}'</script>`),
    '/form-private': html(
      `<p>A page.</p><form action="${href}" method="post"></form><script>document.forms[0].submit()</script>`,
    ),
    '/worker-private': telling(
      `const worker = new Worker(URL.createObjectURL(new Blob(["fetch('${href}').then(() => postMessage('reached'), () => postMessage('unreachable'))"])))
       return await new Promise((done) => { worker.onmessage = ({ data }) => done(data) })`,
    ),
    '/popup-private': html(`<p>A page.</p><script>open('${href}')</script>`),
    '/file-iframe': html(
      '<p>A page.</p><iframe src="file:///etc/passwd"></iframe><object data="file:///etc/passwd"></object>',
    ),
    '/file-navigate': html(`<p>A page.</p><script>location.href = 'file:///etc/passwd'</script>`),
    '/chrome-url': html(
      `<p>A page.</p><script>location = 'chrome://settings'; setTimeout(() => { location = 'view-source:' + location }, 50)</script>`,
    ),
    '/devtools-port': telling(
      attempt(`return 'reached ' + await (await fetch('http://127.0.0.1:9222/json/version')).text()`),
      '<iframe src="http://127.0.0.1:9222/json"></iframe>',
    ),
  }
}

function telling(script: string, more = ''): WebRoute {
  return html(tellingPage(script, more))
}

/** The body of a function whose result or failure becomes the text of the page. */
function tellingPage(script: string, more = ''): string {
  return `<!doctype html><title>Prying</title><body><p id="told">A page.</p>${more}<script>
    const pause = (ms) => new Promise((done) => setTimeout(done, ms))
    const told = (text) => { document.getElementById('told').textContent = String(text) }
    ;(async () => { ${script} })().then(told, (failure) => told('failed: ' + failure.message))
  </script>`
}
