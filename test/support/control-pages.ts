/** Small pages, each with one kind of thing that is seen or used. What was done to them stands in `#out`. */
export const CONTROL_PAGES: Record<string, string> = {
  '/names': page(`
    <label for="a">By for</label><input id="a">
    <label>Wrapped <input></label>
    <span id="one">One</span><span id="two">Two</span><input aria-labelledby="one two">
    <input aria-label="Spoken">
    <input type="search" placeholder="Hint">
    <p>Right before: <input></p>
    <p><input type="checkbox"> Right behind <br><input type="checkbox"> Next one</p>
    <table><tr><td>Cell before</td><td><input type="number"></td></tr></table>
    <div><div>In the box above</div><div><select><option>1</option></select></div></div>
    <p>This is a sentence of the page. It belongs to nothing.</p><div><div><input></div></div>
    <button>Send</button><button><img alt="Picture" src="data:,"></button><button title="Sign"></button>
    <input type="submit"><a href="/">Home</a>
    <fieldset><legend>Legend</legend><p>Within</p><p>Within too</p></fieldset>`),
  '/states': page(`
    <label><input type="checkbox" checked>On</label>
    <div role="tablist"><div role="tab" aria-selected="true">First</div><div role="tab">Second</div></div>
    <button aria-expanded="false">Menu</button><button disabled>Off</button>
    <label>Size <select><option>Small</option><optgroup label="More"><option selected>Large</option></optgroup></select></label>
    <input type="range" min="0" max="10"><input type="password" value="abcd">
    <label>Must <input required autofocus></label>`),
  '/shown': page(`
    <p>Plain</p><p hidden>None</p><p style="visibility: hidden">Invisible</p><p style="opacity: 0">See-through</p>
    <div style="height: 0; overflow: hidden"><p>Folded</p></div>
    <span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)">Only aloud</span>
    <p aria-hidden="true">Said aloud never</p>
    <div style="height: 50px; width: 200px; overflow: auto"><p style="margin-top: 300px">In the box</p></div>
    <div style="position: relative"><button>Under</button><div id="cover" style="position: absolute; inset: 0"></div></div>
    <button>Free</button><p style="margin-top: 3000px">Far below</p>`),
  '/hands': page(`
    <div id="listens">Listens</div><div onclick="0">Attribute</div><div id="property">Property</div>
    <div style="cursor: pointer">Hand<b>some</b></div><div tabindex="0">Tab stop</div><div>Nothing</div>
    <div draggable="true">Drag</div><div style="cursor: grab">Grab</div><div id="mouse">Drag by mouse</div>
    <script>
      listens.addEventListener('click', () => {})
      property.onclick = () => {}
      mouse.addEventListener('mousedown', () => {})
    </script>`).replace('Hand<b>some</b>', 'Hand'),
  '/texts': page(`
    <p>one <b>two</b> three</p>
    <div><input type="checkbox">Apples<br><input type="checkbox">Pears</div>
    <div id="out"></div>
    <script>addEventListener('mouseup', () => (out.textContent = getSelection().toString()))</script>`),
  '/shapes': page(`<svg width="300" height="200">
    <circle cx="20" cy="20" r="10" fill="red"/><rect x="40" y="10" width="20" height="20" style="fill: green"/>
    <rect x="70" y="10" width="40" height="20" fill="rgb(0, 0, 255)"/>
    <g fill="yellow"><polygon points="120,30 130,10 140,30"/></g>
    <polygon points="150,20 160,10 170,20 165,30 155,30"/>
    <line x1="10" y1="60" x2="100" y2="60" stroke="purple" fill="none"/>
    <text x="10" y="100" fill="orange">word</text></svg>`),
  '/clobbered': page(`<form><label>Still here <input name="parentNode"></label>
    ${[
      'localName',
      'firstChild',
      'childNodes',
      'getBoundingClientRect',
      'shadowRoot',
      'attributes',
      'getAttribute',
      'matches',
    ]
      .map((name) => `<input type="hidden" name="${name}">`)
      .join('')}</form><img name="body" src="data:,">`),
  '/large': page(
    Array.from({ length: 4000 }, (_, index) => `<div><a href="#${index}">Item ${index}</a></div>`).join(''),
  ),
  '/places': page(`
    <my-host></my-host>
    <script>
      const done = (name) => '<button onclick="this.textContent = \\'Done \\' + this.textContent">' + name + '</button>'
      document.querySelector('my-host').attachShadow({ mode: 'open' }).innerHTML = done('In the shadow')
    </script>
    <iframe src="/frame" style="border: 7px solid; padding: 3px; margin-top: 900px"></iframe>
    <div style="height: 100px; width: 300px; overflow: auto">
      <button style="margin-top: 500px" onclick="this.textContent = 'Done Inner'">Inner</button>
    </div>
    <button style="margin-top: 2000px" onclick="this.textContent = 'Done Far down'">Far down</button>`),
  '/frame': page(`<button onclick="this.textContent = 'Done In a frame'">In a frame</button>
    <iframe style="margin-top: 300px"
      srcdoc="<button onclick=&quot;this.textContent = 'Done In a deep frame'&quot;>In a deep frame</button>"></iframe>`),
  '/framing': page(`<iframe id="other"></iframe><script>other.src = location.hash.slice(1)</script>`),
  '/editor': page(`<iframe srcdoc="<body contenteditable aria-label='Letter'>Dear</body>"></iframe>`),
  '/picker':
    page(`<label>Pick <input id="pick"></label><br><button onclick="out.textContent = 'Saved'">Save</button>
    <div id="sheet" style="display: none; position: absolute; left: 0; top: 0; width: 300px; height: 200px; z-index: -1"></div>
    <div id="out">-</div><script>
      document.addEventListener('mousedown', ({ target }) => {
        const isOpen = target === pick
        Object.assign(sheet.style, { display: isOpen ? 'block' : 'none', zIndex: isOpen ? 9 : -1 })
      })
    </script>`),
  '/ring': page(`<svg width="200" height="200"><circle cx="100" cy="100" r="60" fill="none" stroke="red"
      stroke-width="10" onclick="out.textContent = 'ring'"/></svg><div id="out">-</div>`),
  '/cut-off': page(`<div style="height: 60px; width: 300px; overflow: auto">
      <button style="margin-top: 200px" onclick="out.textContent = 'cut off'">Below</button></div><div id="out">-</div>`),
  '/swapped': page(`<button onclick="out.textContent = 'swapped'">Swap</button><div id="out">-</div><script>
      document.querySelector('button').addEventListener('mouseenter', ({ target }) => {
        target.hidden = true
        setTimeout(() => (target.hidden = false), 150)
      }, { once: true })</script>`),
  '/hidden-radio': page(`
    <style>input { position: absolute; opacity: 0; width: 1px; height: 1px } label { padding: 5px; border: 1px solid }</style>
    <input type="radio" name="colour" id="red" onchange="out.textContent = 'red'"><label for="red">Red</label>
    <input type="radio" name="colour" id="blue"><label for="blue">Blue</label>
    <input type="checkbox" id="news" style="display: none"><label for="news">News</label>
    <div id="out">-</div>`),
  '/fields': page(`
    <label>Text <input value="before"></label><label>Mask <input id="mask"></label>
    <label>Area <textarea></textarea></label><div contenteditable aria-label="Rich">old</div>
    <label>Date <input type="date"></label><label>Colour <input type="color"></label>
    <label>Range <input type="range" max="10"></label>
    <label>List <select><option value="1">First</option><option value="2">Second</option></select></label>
    <label>Several <select multiple><option selected>A</option><option selected>B</option><option>C</option></select></label>
    <label>Fixed <input readonly value="fixed"></label><div id="out">-</div>
    <script>
      let events = []
      mask.addEventListener('input', () => (mask.value = mask.value.replace(/-/g, '').replace(/(..)(?=.)/g, '$1-')))
      document.addEventListener('focusin', () => (events = []))
      for (const type of ['keydown', 'input', 'change'])
        document.addEventListener(type, ({ target }) => {
          if (!events.includes(type)) events.push(type)
          out.textContent = events.join(' ') + ' ' + (target.value ?? target.innerText)
        })
    </script>`),
  '/dragging': page(`
    <div draggable="true" ondragstart="event.dataTransfer.setData('text', this.textContent)">Carry</div>
    <div style="margin-top: 40px; border: 1px solid" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); out.textContent = 'dropped ' + event.dataTransfer.getData('text')">Here</div>
    <div id="ball" style="position: absolute; left: 100px; top: 200px; width: 40px; height: 40px; background: red">Ball</div>
    <div id="out">-</div>
    <script>
      let from
      ball.addEventListener('mousedown', (event) => (from = [event.pageX - ball.offsetLeft, event.pageY - ball.offsetTop]))
      document.addEventListener('mousemove', (event) => {
        if (from) Object.assign(ball.style, { left: event.pageX - from[0] + 'px', top: event.pageY - from[1] + 'px' })
      })
      document.addEventListener('mouseup', () => (from = undefined))
    </script>`),
  '/dialogs': page(`<button id="ask">Ask</button><div id="out">-</div><script>
      ask.onclick = () => { alert('Hello'); out.textContent = confirm('Sure?') + ' ' + prompt('Who?') }
    </script>`),
  '/opens': page(`<title>Opens</title><button onclick="window.open('/opened')">Open</button>`),
  '/opened': page(`<title>Opened</title><button onclick="window.close()">Leave</button>`),
  '/slowly':
    page(`<button id="load">Load</button><button id="unfold">Unfold</button><button id="late">Late</button><div id="out">-</div>
    <style>#fold { height: 10px; background: red; transition: height 300ms }</style><div id="fold"></div>
    <script>
      load.onclick = async () => { await fetch('/frame'); setTimeout(() => (out.textContent = 'Loaded'), 40) }
      late.onclick = () => { out.textContent = 'Loading…'; setTimeout(() => (out.textContent = 'There'), 400) }
      unfold.onclick = () => (fold.style.height = '200px')
    </script>`),
  '/keys': page(`<label>Keys <input id="keys"></label><button id="hover">Hover</button><div id="out">-</div>
    <div style="height: 3000px"></div><script>
      const pressed = []
      keys.onkeydown = ({ key }) => { pressed.push(key); out.textContent = pressed.join(' ') }
      hover.onmouseenter = () => (out.textContent = 'hovered')
    </script>`),
  '/hangs': page(`<button onclick="for (;;);">Hang</button>`),
}

function page(body: string): string {
  return `<!doctype html><meta charset="utf-8">${body}`
}
