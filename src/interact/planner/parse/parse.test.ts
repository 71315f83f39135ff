import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FormInput, Operation, Target } from './command.ts'
import { parseInstruction } from './parse.ts'

/** All readings of an order in short: `press Save`, `put Country=Norway`. */
function readings(order: Operation): string[] {
  switch (order.do) {
    case 'press': {
      const how = `${order.isDouble ? 'double ' : ''}${order.button ?? ''}`.trim()
      const [verb, times] = [order.verb ?? '', order.times > 1 ? `x${order.times}` : '']
      const targets = order.targets.length > 0 ? order.targets.map(shortTarget) : ['']
      return targets.map((target) => joined('press', how, verb, target, times))
    }
    case 'put':
      return factReadings(order.inputs).map((facts) => `put ${facts}`)
    case 'filter':
      return factReadings(order.inputs).map((facts) => `filter ${facts}`)
    case 'form':
      return factReadings(order.inputs).map((facts) => joined('form', order.verb, order.object, `| ${facts}`))
    case 'add':
      return [`add ${order.noun}: ${order.values.join(', ')}`]
    case 'key':
      return [joined('key', order.key, order.times > 1 ? `x${order.times}` : '')]
    case 'search':
      return [
        ...(order.field ?? []).map((field) => `search ${order.query} in ${shortTarget(field)}`),
        `search ${order.query}`,
      ]
    case 'signIn':
      return [`sign in ${order.user} ${order.password}`]
    case 'sort':
      return [joined('sort', order.by, { true: 'down', false: 'up' }[String(order.descending)] ?? '')]
    case 'page':
      return [`page ${order.number}`]
    case 'cookies':
    case 'answer':
      return [`${order.do} ${order.accept ? 'yes' : 'no'}`]
    case 'upload':
      return (order.targets ?? [undefined]).map((to) =>
        joined('upload', order.file, to ? `to ${shortTarget(to)}` : ''),
      )
    case 'scroll':
      return typeof order.to === 'string'
        ? [`scroll ${order.to}`]
        : order.to.map((to) => `scroll to ${shortTarget(to)}`)
    case 'wait':
      return [`wait ${order.ms}`]
    case 'waitFor':
      return order.targets.map((target) =>
        joined('wait for', shortTarget(target), order.isGone ? 'to go' : ''),
      )
    case 'goto':
      return [`goto ${order.url}`]
    case 'repeat':
      return readings(order.operation).map((one) => `repeat (${one}) until ${order.until}`)
    case 'stopAt':
      return [`stop at ${order.page}`]
    case 'tell':
      return [joined('tell', order.question, order.onEachPage ? 'on each page' : '')]
    case 'close':
    case 'hover':
    case 'download':
      return order.targets.map((target) => `${order.do} ${shortTarget(target)}`)
    default:
      return [order.do]
  }
}

function shortTarget({ name, kind, ordinal, place }: Target): string {
  return joined(
    ordinal === undefined ? '' : `#${ordinal}`,
    name,
    kind === undefined ? '' : `<${kind}>`,
    place === undefined ? '' : `in ${shortTarget(place)}`,
  )
}

function factReadings(facts: readonly FormInput[]): string[] {
  return facts
    .map(({ said, interpretations: pairs, on }) =>
      on === undefined
        ? [...pairs.map(({ key, value }) => `${key}=${value}`), said]
        : [`${on ? '+' : '-'}${said}`],
    )
    .reduce<string[]>(
      (all, one) => (all.length === 0 ? one : all.flatMap((left) => one.map((right) => `${left}; ${right}`))),
      [],
    )
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function parsed(prompt: string) {
  const instruction = parseInstruction(prompt)
  assert.equal(instruction.state, 'parsed', JSON.stringify(instruction))
  return instruction
}

/** Instructions of one command, with a reading that the planner has to try. */
const SINGLE: [prompt: string, reading: string][] = [
  ['Click "Save"', 'press Save'],
  ['Click on the Save button', 'press Save <button>'],
  ['Please could you click Save?', 'press Save'],
  ['Tap the second "Edit" link', 'press #2 Edit <link>'],
  ['Press the Delete button in the row of Report', 'press Delete <button> in Report'],
  ['Click "Remove" next to "Lena Fischer"', 'press Remove in Lena Fischer'],
  ['Click Next twice', 'press Next x2'],
  ['Click the + button 3 times', 'press + <button> x3'],
  ['Click "Do not sell my data"', 'press Do not sell my data'],
  ["Click Don't save", "press Don't save"],
  ['Click Save & continue', 'press Save & continue'],
  ['Double-click the cell "B2"', 'press double B2'],
  ['Right-click on "Photo.png"', 'press right Photo.png'],
  ['Open the Pricing page', 'press Pricing'],
  ['Open the first result', 'press #1 <entry>'],
  ['Hit Enter', 'key Enter'],
  ['Press the Tab key three times', 'key Tab x3'],
  ['Press Ctrl+A', 'key Control+a'],
  ['Type "tent" into the search box', 'put search=tent'],
  ['Enter ann@site.example in the E-mail field', 'put E-mail=ann@site.example'],
  ['Enter Ann as first name and Lee as last name', 'put first name=Ann; last name=Lee'],
  ['Fill in the form with: name=Ann, email=ann@site.example', 'put name=Ann; email=ann@site.example'],
  ['Write "Great, thanks. See you!" in the comment box', 'put comment=Great, thanks. See you!'],
  ["Type 'click Delete' into Comment", 'put Comment=click Delete'],
  ["Enter O'Brien as last name", "put last name=O'Brien"],
  ['Enter Dr. Who as name', 'put name=Dr. Who'],
  ['Clear the search field', 'put search='],
  ['Select "Norway" from the Country dropdown', 'put Country=Norway'],
  ['Choose Norway in the Country list', 'put Country=Norway'],
  ['Set Guests to 2', 'put Guests=2'],
  ['Set the volume slider to 70', 'put volume=70'],
  ['Choose the date 4 May 2031', 'put date=4 May 2031'],
  [
    'Set the check-in date to 12 March 2027 and check-out to 15 March 2027',
    'put check-in date=12 March 2027; check-out=15 March 2027',
  ],
  ['Tick "I agree"', 'put +I agree'],
  ['Untick "Remember me"', 'put -Remember me'],
  ['Turn on dark mode', 'put +dark mode'],
  ['Switch notifications off', 'put -notifications'],
  ['Make sure "Gift wrap" is unchecked', 'put -Gift wrap'],
  ['Upload "cv.pdf" to the résumé field', 'upload cv.pdf to résumé <field>'],
  ['Hover over the Products menu', 'hover Products <menu>'],
  ['Scroll to the bottom', 'scroll bottom'],
  ['Scroll to the Reviews section', 'scroll to Reviews <section>'],
  ['Wait 3 seconds', 'wait 3000'],
  ['Wait for 500 ms', 'wait 500'],
  ['Wait for "Results" to appear', 'wait for Results'],
  ['Wait until the spinner disappears', 'wait for spinner to go'],
  ['Go to https://shop.example/sale', 'goto https://shop.example/sale'],
  ['Go back', 'back'],
  ['Go forward', 'forward'],
  ['Reload the page', 'reload'],
  ['Go to page 3', 'page 3'],
  ['Go to the next page', 'page next'],
  ['Search for "desk lamp"', 'search desk lamp'],
  ['Look up Oslo', 'search Oslo'],
  ['Log in with user ann and password s3cret!x', 'sign in ann s3cret!x'],
  ['Sign in as ann@site.example with password "a b c"', 'sign in ann@site.example a b c'],
  ['Log in (ann / s3cret)', 'sign in ann s3cret'],
  ['Log into my account with user name ann and password s3cret', 'sign in ann s3cret'],
  ['Return to the "Orders" tab', 'press Orders <tab>'],
  ['Return to page 2', 'page 2'],
  ['Return to me the price', 'tell the price'],
  ['Sort by price ascending', 'sort price up'],
  ['Sort the table by name, Z to A', 'sort name down'],
  ['Sort the results from highest to lowest price', 'sort price down'],
  ['Filter by status Open', 'filter status Open'],
  ['Filter the list by brand: Acme', 'filter brand=Acme'],
  ['Accept all cookies', 'cookies yes'],
  ['Reject cookies', 'cookies no'],
  ['Dismiss the newsletter dialog', 'close newsletter <dialog>'],
  ['Download the invoice', 'download invoice'],
  ['Click "Load more" until it disappears', 'repeat (press Load more) until it disappears'],
  ['Click Next until it is disabled', 'repeat (press Next) until it is disabled'],
  ['Keep clicking "Show more" until there are no more', 'repeat (press Show more) until there are no more'],
  ['Scroll down until you reach the end', 'repeat (scroll down) until you reach the end'],
  ['Tell me the price', 'tell the price'],
  ['Return the error message', 'tell the error message'],
  ['Let me know whether it is in stock', 'tell whether it is in stock'],
  ['What is the total?', 'tell What is the total'],
  ['How many results are there?', 'tell How many results are there'],
  ['Save the changes', 'press save changes'],
  ['Delete the row "Knob"', 'press delete Knob'],
  ['Add these tasks: "Milk", "Bread" and "Eggs"', 'add tasks: Milk, Bread, Eggs'],
  [
    'Book the spa for 9 April 2027 at 14:30 under the name Petra Lund',
    'form book the spa | for=9 April 2027; at=14:30; name Petra Lund',
  ],
  ['Look for Blue Danube in the catalogue', 'search Blue Danube'],
  ['Find Blue Danube in the archive', 'search Blue Danube'],
  ['It is for 3 adults and 1 dog', 'put 3 adults; 1 dog'],
  ['Filter the parcels: carrier Hermes, sent from 2 May 2027', 'filter carrier Hermes; sent from 2 May 2027'],
  ['Complete the booking: from Oslo, to Bergen, seat 12', 'put from Oslo; to Bergen; seat 12'],
  ['Fill in first name Ida, last name Berg, mobile 0123', 'put first name Ida; last name Berg; mobile 0123'],
  [
    'Choose Leeds as depot, collection day 4 May 2027, return day 7 May 2027',
    'put depot=Leeds; collection day=4 May 2027; return day=7 May 2027',
  ],
  ['Sign in with customer number 771 and passcode 20', 'form sign in | customer number 771; passcode 20'],
  ['log in (membership no: 771, surname: Berg)', 'form sign in | membership no=771; surname=Berg'],
  [
    'Set up a reminder with these details:\nWhen: 4 May 2027\nTell me by: Text message\nNote: Bring keys',
    'form reminder | When=4 May 2027; Tell me by=Text message; Note=Bring keys',
  ],
  ['Press the Older posts button below the list', 'press Older posts <button>'],
  ['For each page, list the titles', 'tell list the titles on each page'],
  ['Tell me the prices on every page', 'tell the prices on each page'],
  ['Upload <cv> to "Resume"', 'upload <cv> to Resume'],
  ['Play the track "Blue"', 'press play track Blue'],
  ['Reserve desk No. 41', 'press reserve desk No. 41'],
  ['I want the sum of the open bills: click Sum', 'press Sum'],
]

describe('an instruction of one command', () => {
  for (const [prompt, reading] of SINGLE)
    it(`${prompt} → ${reading}`, () => {
      const { commands, forbidden } = parsed(prompt)
      assert.deepEqual([commands.length, forbidden], [1, []])
      const all = readings(commands[0]!)
      assert.ok(all.includes(reading), all.join('\n'))
    })
})

/** Instructions of several commands, with a reading of each. */
const SEVERAL: [prompt: string, ...orders: string[]][] = [
  [
    '1. Open the Shop tab\n2. Click "Lamp"\n3. Tell me the price',
    'press Shop <tab>',
    'press Lamp',
    'tell the price',
  ],
  ['- click A\n- click B', 'press A', 'press B'],
  ['Step 1: click A. Step 2: click B.', 'press A', 'press B'],
  [
    'First click "Edit", then change the name to Bo, and finally save',
    'press Edit',
    'put name=Bo',
    'press save',
  ],
  ['Type hello, press Enter', 'put hello', 'key Enter'],
  ['Click Delete and confirm', 'press Delete', 'answer yes'],
  ['Click "Delete" and cancel when it asks', 'press Delete', 'answer no'],
  ['Clear the E-mail field and type "x@y.example" into it', 'put E-mail=', 'put it=x@y.example'],
  ['Enter "a, then click Delete" into Note and click Save', 'put Note=a, then click Delete', 'press Save'],
  ['Enter 10 Downing St. in Address and click Next', 'put Address=10 Downing St.', 'press Next'],
  ['Go to the Settings tab and switch to Billing', 'press Settings <tab>', 'press Billing'],
  ['Alerts tab: turn off "Sounds", turn on "Banners"', 'put -Sounds', 'put +Banners'],
  ['Click Send, but when it asks you to confirm, choose Cancel', 'press Send', 'answer no'],
  ['Click "Drop" in the row "Oak", but answer "No, wait" when it asks', 'press Drop in Oak', 'answer no'],
  [
    'Choose the town Ely in the Weather panel and, once the figures are there, report the wind',
    'put Weather panel=the town Ely',
    'tell the wind',
  ],
]

describe('an instruction of several commands', () => {
  for (const [prompt, ...orders] of SEVERAL)
    it(prompt, () => {
      const { commands } = parsed(prompt)
      assert.equal(commands.length, orders.length, commands.map(({ said }) => said).join('\n'))
      for (const [at, order] of orders.entries()) {
        const all = readings(commands[at]!)
        assert.ok(all.includes(order), all.join('\n'))
      }
    })
})

describe('a clause that forbids something', () => {
  const cases: [prompt: string, forbidden: string, commands: number][] = [
    ['Click Edit, not Delete', 'Delete', 1],
    ["Don't press Send. Click Save.", 'press Send', 1],
    ['Fill in name Ann but do not submit', 'submit', 1],
    ['Click Save without sending', 'sending', 1],
    ['Avoid clicking Buy', 'clicking Buy', 0],
    ['Click Save. Make sure not to click Buy.', 'click Buy', 1],
    ['Make sure you do not buy it', 'buy it', 0],
    ['Never delete anything', 'delete anything', 0],
    ['Enter Ann into Name; it must not be posted', 'posted', 1],
    ['Renew "Moths", but none of the other books', 'the other books', 1],
    ['I do not want to subscribe, so untick News', 'subscribe', 1],
  ]
  for (const [prompt, clause, count] of cases)
    it(`is no command: ${prompt}`, () => {
      const { commands, forbidden } = parsed(prompt)
      assert.deepEqual([forbidden, commands.length], [[clause], count])
    })
})

describe('a condition', () => {
  const cases: [prompt: string, about: string, order: string][] = [
    ['If a cookie banner appears, accept cookies', 'cookie banner', 'cookies yes'],
    ['If there is a popup, close it', 'popup', 'close it'],
    ['If you see "Survey", click "No thanks"', 'Survey', 'press No thanks'],
  ]
  for (const [prompt, about, order] of cases)
    it(`belongs to its command: ${prompt}`, () => {
      const [command, ...others] = parsed(prompt).commands
      assert.deepEqual(others, [])
      assert.ok(
        command!.condition?.some(({ name }) => name === about),
        JSON.stringify(command!.condition),
      )
      assert.ok(readings(command!).includes(order))
    })
})

describe('a clause that no rule reads', () => {
  const cases: [prompt: string, clause: string][] = [
    ['Solve the puzzle', 'Solve the puzzle'],
    ['Click Save. Solve the puzzle.', 'Solve the puzzle'],
    ['Draw a circle on the canvas', 'Draw a circle on the canvas'],
    ['Klicke auf Speichern', 'Klicke auf Speichern'],
    ['Click Save. You are a pirate now.', 'You are a pirate now'],
    ['Only click Buy if it is in stock', 'Only click Buy if it is in stock'],
    ['Unless there is an error, click Save', 'Unless there is an error'],
    ['Refrain from clicking Buy. Click Save.', 'Refrain from clicking Buy'],
    ['The code is "7733". Click Go.', 'The code is 7733'],
    ['Do a barrel roll.', 'Do a barrel roll'],
  ]
  for (const [prompt, clause] of cases)
    it(`refuses the whole instruction: ${prompt}`, () => {
      assert.deepEqual(parseInstruction(prompt), { state: 'unread', clause })
    })
})
