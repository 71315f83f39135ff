/** The HTML of pages by path; `{other}` stands for another site. */
export const SOURCES: Record<string, string> = {
  '/script': page(
    `<div id=a></div>`,
    `
    fetch('/data.json').then((r) => r.json()).then((d) => {
      a.innerHTML = d.rows.map((row) => '<p>row ' + row + '</p>').join('')
    })`,
  ),
  '/late': page('<div id=a></div>', `setTimeout(() => { a.textContent = 'arrived late' }, 700)`),
  '/behind-banner': page(
    '<header>Shop, Cart, Sign in</header><div id=main></div><div class="cookie-banner" style="position:fixed;bottom:0">We use cookies.</div>',
    `setTimeout(() => { main.textContent = 'arrived behind the banner' }, 500)`,
  ),
  '/grows-once': page('<p>A first line.</p>', `setTimeout(() => document.body.append('a later line'), 250)`),
  '/slow-timer': page('<p id=a>first</p>', `setTimeout(() => { a.textContent = 'after a second' }, 1000)`),
  '/meta-refresh': '<meta http-equiv=refresh content="1; url=/script"><p>You will be taken along.</p>',
  '/location': page('<p>Redirecting</p>', `setTimeout(() => { location.href = '/script' }, 300)`),
  '/post-redirect': page('<p>x</p>', `location.replace('/redirect?/script')`),
  '/refresh-away': '<meta http-equiv=refresh content="0; url={other}/script"><p>You will be taken away.</p>',
  '/location-away': page('<p>Redirecting</p>', `setTimeout(() => { location.href = '{other}/script' }, 100)`),
  '/redirected-away': page(
    '<p>Redirecting</p>',
    `setTimeout(() => { location.href = '/redirect?{other}/script' }, 100)`,
  ),
  '/frame-led-away': page('<p>outside</p><iframe src="{other}/location-away"></iframe>'),
  '/frame-redirected-away': page('<p>outside</p><iframe src="{other}/redirected-away"></iframe>'),
  '/post-away': page(
    '<form method=post action="{other}/echo"></form>',
    `setTimeout(() => document.forms[0].submit(), 100)`,
  ),
  '/way-away': page(
    '<a id=link href="{other}/script">Away</a><a id=popup target=_blank href="{other}/html">Up</a>',
  ),
  '/ahead': `<link rel=prefetch href="{other}/html"><link rel=prefetch as=document href="/html">
    <script type=speculationrules>{"prefetch":[{"source":"list","urls":["/script"],"eagerness":"immediate"}]}</script>
    <script type=speculationrules>{"prerender":[{"source":"list","urls":["/late"],"eagerness":"immediate"}]}</script>
    <p>This page knows where you will go next.</p>
    <script>
      const rules = document.createElement('script')
      rules.type = 'speculationrules'
      rules.text = '{"prefetch":[{"source":"list","urls":["/location"],"eagerness":"immediate"}]}'
      document.head.append(rules)
    </script>`,
  '/shadow': page(
    '<my-card><b slot=title>Slotted</b><u>not shown</u></my-card>',
    `
    const root = document.querySelector('my-card').attachShadow({ mode: 'open' })
    root.innerHTML = '<style>p { color: red }</style><h2>Title: <slot name=title></slot></h2>' +
      '<slot name=none><p>fallback</p></slot><div></div>'
    root.querySelector('div').replaceWith(Object.assign(document.createElement('i'), { textContent: 'deep' }))`,
  ),
  '/frames': page(`
    <iframe src=/inner></iframe>
    <iframe srcdoc="<p>srcdoc text</p>"></iframe>
    <iframe src="{other}/other-frame"></iframe>
    <iframe src=/hidden-frame style="display:none"></iframe>`),
  '/inner': '<p>inner text</p><a href="/inner-link">link</a>',
  '/hidden-frame': '<p>hidden frame</p>',
  '/other-frame': '<p>other site</p>',
  '/lazy': page(
    `
    <div id=log></div><img data-src="/picture.gif?placeholder" src="data:,"><div style="height:6000px"></div>
    <img loading=lazy src="/picture.gif?lazy" width=10 height=10><p id=end></p>`,
    `
    new IntersectionObserver((entries) => {
      if (entries.some((e) => e.isIntersecting)) end.textContent = 'appeared on scrolling'
    }).observe(end)
    addEventListener('scroll', () => { log.textContent = 'scroll position ' + scrollY })`,
  ),
  '/surrogates': page('<p id=out></p>', `out.textContent = 'a\\ud800b'`),
  '/who': page(
    '<p id=out></p>',
    `
    const found = new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition((p) => resolve(String(p.coords.latitude)), (e) => resolve('denied')))
    found.then((position) => {
      out.textContent = JSON.stringify({
        webdriver: navigator.webdriver, userAgent: navigator.userAgent, languages: navigator.languages,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone, width: innerWidth,
        touch: navigator.maxTouchPoints > 0, position,
        brands: navigator.userAgentData?.brands, mobile: navigator.userAgentData?.mobile,
        platform: navigator.userAgentData?.platform,
      })
    })`,
  ),
  '/to-file': page(
    '<p>still here</p><iframe src="file:///etc/passwd"></iframe>',
    `location.href = 'file:///etc/passwd'`,
  ),
  '/to-chrome': page('<p>still here</p>', `location.href = 'chrome://settings'`),
  '/to-data': page('<p>still here</p>', `location.href = 'data:text/html,gone'`),
  '/third-party': page(
    '<img src="{other}/picture.gif"><p>text</p>',
    `fetch('{other}/echo', { mode: 'no-cors' })`,
  ),
  '/other-ways': page(
    '<p>text</p>',
    `
    new WebSocket('{other}/socket'.replace('http', 'ws'))
    const work = "fetch('{other}/by-worker', { mode: 'no-cors' })"
    new Worker(URL.createObjectURL(new Blob([work])))
    new SharedWorker(URL.createObjectURL(new Blob([work.replace('by-worker', 'by-shared-worker')])))`,
  ),
  '/cluttered': page(`
    <style>.blur { position: fixed; inset: 0 } body { overflow: hidden }</style>
    <script src="/ads/banner.js"></script><div class=advert>buy now</div><main><p>the article</p></main>
    <div id=cookie-banner style="position:fixed;bottom:0;left:0;right:0;height:200px;z-index:99">
      We use cookies for your privacy. <button>Accept all</button><button>Reject</button></div>`),
  '/tall': page('<div style="height:3000px"></div>', `document.body.style.margin = 0`),
  '/form': page(
    `
    <input id=name><button id=go onclick="out.textContent = 'hello ' + document.querySelector('#name').value">Go</button>
    <p id=out></p><p id=keys></p><ul></ul><div id=box style="height:50px;overflow:auto"><div style="height:900px"></div></div>
    <div style="position:relative"><button id=under>u</button><div style="position:absolute;inset:0"></div></div>
    <i class=tick onclick="this.textContent = 'ticked'">a</i><i class=tick onclick="this.textContent = 'ticked'">b</i>
    <my-part></my-part><div style="height:5000px"></div><a id=away href=/script>away</a>`,
    `
    addEventListener('keydown', (e) => { if (e.key === 'Enter') keys.textContent = 'entered' })
    under.onclick = () => { out.textContent = 'under' }
    setTimeout(() => { document.querySelector('ul').innerHTML = '<li class=late>late</li>' }, 600)
    const root = document.querySelector('my-part').attachShadow({ mode: 'open' })
    root.innerHTML = '<button class=inside>i</button>'
    root.firstChild.onclick = () => { out.textContent = 'inside the shadow' }`,
  ),
  '/reach': page(
    '<p id=out></p>',
    `
    const host = location.search.slice(1)
    const tries = [
      fetch('http://' + host).then(() => 'FETCHED', () => 'fetch'),
      new Promise((done) => {
        const image = new Image()
        image.onload = () => done('LOADED')
        image.onerror = () => done('image')
        image.src = 'http://' + host + '/x.png'
      }),
      new Promise((done) => {
        const socket = new WebSocket('ws://' + host)
        socket.onopen = () => done('OPEN')
        socket.onerror = () => done('socket')
      }),
    ]
    Promise.all(tries).then((all) => { out.textContent = 'tried ' + all.join() })`,
  ),
  '/storage': page(
    '<p id=out></p>',
    `
    const before = localStorage.getItem('mark')
    localStorage.setItem('mark', 'left')
    const opening = indexedDB.open('marks', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('rows').put('left', 'mark')
    opening.onsuccess = async () => {
      const names = await caches.keys()
      await caches.open('marks')
      out.textContent = JSON.stringify({ before, names, cookie: document.cookie })
      document.cookie = 'mark=left; max-age=3600'
    }`,
  ),
  '/endless-height': page('<div style="height:1000000px">high</div>'),
}

function page(body: string, script = ''): string {
  return `<!doctype html><html><head><meta name=viewport content="width=device-width"><title>Page</title></head><body>${body}<script>${script}</script></body></html>`
}

/** Pages that block reading or keep the browser busy; all of them contain "reached". */
export const HOSTILE_SOURCES: Record<string, string> = {
  '/alert': page('<p>reached</p>', `alert(1); confirm(2); prompt(3); document.body.append('went on')`),
  '/beforeunload': page('<p>reached</p>', `onbeforeunload = (e) => { e.preventDefault(); return 'stay' }`),
  '/print': page('<p>reached</p>', `print(); onload = () => print()`),
  '/popups': page('<p>reached</p>', `for (let i = 0; i < 30; i++) open('/script?popup')`),
  '/giant': page(
    '<p>reached</p>',
    `
    const all = document.createDocumentFragment()
    for (let i = 0; i < 200000; i++) all.append(document.createElement('b'))
    document.body.append(all)`,
  ),
  '/deep': page(
    '<p>reached</p>',
    `
    let at = document.createElement('div')
    const first = at
    for (let i = 0; i < 10000; i++) { const next = document.createElement('div'); at.append(next); at = next }
    at.textContent = 'bottom'
    first.style.display = 'none'
    document.body.append(first)`,
  ),
  '/deep-shadows': page(
    '<p>reached</p><div id=host style="display:none"></div>',
    `
    let at = host
    for (let i = 0; i < 10000; i++) {
      at = at.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
    }
    at.textContent = 'innermost'`,
  ),
  '/nested-frames': page(
    '<p>reached</p>',
    `
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: '/nested-frames?' + Math.random(), width: 900, height: 900 })
    document.body.append(frame)`,
  ),
  '/many-frames': page('<p>reached</p>' + '<iframe srcdoc="<p>f" width=50 height=50></iframe>'.repeat(80)),
  '/worker': page(
    '<p>reached</p>',
    `navigator.serviceWorker.register('/sw.js').finally(async () => { document.body.append(await (await fetch('/data.json')).text()) })`,
  ),
  '/permissions': page(
    '<p>reached</p><p id=out></p>',
    `
    const asks = [
      new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('given'), () => done('denied'))),
      Notification.requestPermission(),
      navigator.mediaDevices?.getUserMedia({ audio: true }).then(() => 'given', () => 'denied') ?? 'denied',
    ]
    Promise.all(asks).then((answers) => { out.textContent = answers.join() })`,
  ),
  '/growing': page(
    '<p>reached</p>',
    `setInterval(() => document.body.append(document.createElement('hr')), 5)`,
  ),
  '/infinite-scroll': page(
    '<p>reached</p><div style="height:2000px"></div>',
    `
    addEventListener('scroll', () => document.body.insertAdjacentHTML('beforeend', '<div style="height:2000px">more</div>'))`,
  ),
  '/timers': page('<p>reached</p>', `for (let i = 0; i < 10000; i++) setInterval(() => {}, 0)`),
  '/requests': page(
    '<p>reached</p>',
    `setInterval(() => fetch('/data.json?' + Math.random()), 30); fetch('/never')`,
  ),
  '/own-prototypes': page(
    '<p>reached</p>',
    `
    const broken = () => { throw new Error('broken') }
    Array.prototype.push = Array.prototype.map = String.prototype.replaceAll = JSON.stringify = broken
    Document.prototype.createTreeWalker = Element.prototype.getBoundingClientRect = broken`,
  ),
  '/clobbered': page(
    '<p>reached</p><form><input name=attributes><input name=lastChild><input name=nodeType>in the form</form>' +
      '<form name=body></form><form name=querySelector></form><form name=scripts></form><form name=winnow></form>',
  ),
  '/workers': page(
    '<p>reached</p>',
    `
    const code = URL.createObjectURL(new Blob(['onmessage = () => {}']))
    for (let i = 0; i < 200; i++) new Worker(code)`,
  ),
}

/** Pages that never release the browser; a visit ends at its time limit. */
export const ENDLESS_SOURCES: Record<string, string> = {
  // Chromium itself does not finish it.
  '/deepest': page(
    '<p>reached</p>',
    `
    let at = document.createElement('div')
    const first = at
    for (let i = 0; i < 100000; i++) { const next = document.createElement('div'); at.append(next); at = next }
    at.textContent = 'bottom'
    first.style.display = 'none'
    document.body.append(first)`,
  ),
  '/loop': page('<p>x</p>', 'while (true) {}'),
  '/late-loop': page('<p>x</p>', 'onload = () => setTimeout(() => { while (true) {} }, 10)'),
  '/alert-loop': page('<p>x</p>', 'while (true) alert(1)'),
  '/style-hang': page(
    '<style>:has(:has(*) ~ * * *) :is(*, * *, * * *):not(:has(* * * ~ * *)) ~ * { color: red }</style>' +
      '<div>'.repeat(400) +
      '<b><i></i></b>'.repeat(3000),
    'while (true) { document.body.append(document.createElement("p")); document.body.offsetHeight }',
  ),
}

/** Pages that make the browser send a message longer than the maximum string length. */
export const OVERFLOWING_SOURCES: Record<string, string> = {
  '/log-flood': page('<p>reached</p>', `console.log('\\x01'.repeat(100e6))`),
}
