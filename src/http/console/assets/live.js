// Shows a session. Frames arrive over a WebSocket at this page's own URL. With the URL that allows control,
// mouse and keyboard input is sent to the session.

const screen = document.getElementById('screen')
const title = document.getElementById('title')
const url = document.getElementById('url')
const state = document.getElementById('state')
const moves = document.getElementById('moves')
const paper = screen.getContext('2d')
const isControlled = location.pathname.endsWith('/control')

/** Size of the page's viewport in CSS pixels. */
let size = { width: 1280, height: 800 }
let newest

const socket = new WebSocket(location.href.replace(/^http/, 'ws'))
socket.binaryType = 'blob'

socket.addEventListener('open', () => say('live', isControlled ? 'Live, you can control it' : 'Live'))
socket.addEventListener('close', ({ reason }) => say('over', reason || 'The session has ended.'))
socket.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') describe(JSON.parse(data))
  else void draw(data)
})

function say(name, text) {
  state.dataset.state = name
  state.textContent = text
}

function describe(about) {
  size = about
  title.textContent = about.title
  url.textContent = about.url
  document.title = about.title || 'Live session'
}

/** Frames that arrive while one is decoded replace each other, so only the newest is drawn next. */
async function draw(frame) {
  newest = frame
  const picture = await createImageBitmap(frame)
  if (newest !== frame) return picture.close()
  if (screen.width !== picture.width || screen.height !== picture.height) {
    screen.width = picture.width
    screen.height = picture.height
  }
  paper.drawImage(picture, 0, 0)
  picture.close()
}

if (isControlled) {
  moves.hidden = false
  for (const button of moves.querySelectorAll('button')) {
    button.addEventListener('click', () => {
      send({ kind: 'go', to: button.dataset.to })
      screen.focus()
    })
  }
  for (const [name, event] of [
    ['pointermove', 'move'],
    ['pointerdown', 'down'],
    ['pointerup', 'up'],
  ]) {
    screen.addEventListener(name, (happened) => {
      if (event === 'down') {
        screen.focus()
        screen.setPointerCapture(happened.pointerId)
      }
      mouse(event, happened)
    })
  }
  screen.addEventListener(
    'wheel',
    (happened) => {
      happened.preventDefault()
      mouse('wheel', happened)
    },
    { passive: false },
  )
  screen.addEventListener('contextmenu', (happened) => happened.preventDefault())
  screen.addEventListener('keydown', (happened) => key('down', happened))
  screen.addEventListener('keyup', (happened) => key('up', happened))
  document.addEventListener('paste', (happened) => {
    if (document.activeElement !== screen) return
    happened.preventDefault()
    const text = happened.clipboardData?.getData('text/plain')
    if (text) send({ kind: 'text', text })
  })
  screen.focus()
}

function mouse(event, happened) {
  const box = screen.getBoundingClientRect()
  send({
    kind: 'mouse',
    event,
    x: ((happened.clientX - box.left) / box.width) * size.width,
    y: ((happened.clientY - box.top) / box.height) * size.height,
    button: event === 'down' || event === 'up' ? (BUTTONS[happened.button] ?? 'none') : heldButton(happened),
    clickCount: event === 'down' || event === 'up' ? clicksOf(event, happened) : 0,
    deltaX: happened.deltaX ?? 0,
    deltaY: happened.deltaY ?? 0,
    modifiers: modifiersOf(happened),
  })
}

const BUTTONS = ['left', 'middle', 'right']

function heldButton({ buttons }) {
  if (buttons & 1) return 'left'
  if (buttons & 2) return 'right'
  return buttons & 4 ? 'middle' : 'none'
}

let lastDown = { at: 0, x: 0, y: 0, count: 0 }

/** Pointer events do not count clicks, so this does. */
function clicksOf(event, { timeStamp, clientX, clientY }) {
  if (event === 'up') return lastDown.count
  const isNear = Math.hypot(clientX - lastDown.x, clientY - lastDown.y) < 5
  const goesOn = timeStamp - lastDown.at < 400 && isNear && lastDown.count < 3
  lastDown = { at: timeStamp, x: clientX, y: clientY, count: goesOn ? lastDown.count + 1 : 1 }
  return lastDown.count
}

function key(event, happened) {
  // Pasting arrives as its own event, with the text.
  if ((happened.ctrlKey || happened.metaKey) && happened.key.toLowerCase() === 'v') return
  happened.preventDefault()
  send({
    kind: 'key',
    event,
    key: happened.key,
    code: happened.code,
    text: [...happened.key].length === 1 && !happened.ctrlKey && !happened.metaKey ? happened.key : '',
    modifiers: modifiersOf(happened),
  })
}

/** As the DevTools protocol counts them. */
function modifiersOf({ altKey, ctrlKey, metaKey, shiftKey }) {
  return (altKey ? 1 : 0) | (ctrlKey ? 2 : 0) | (metaKey ? 4 : 0) | (shiftKey ? 8 : 0)
}

function send(event) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event))
}
