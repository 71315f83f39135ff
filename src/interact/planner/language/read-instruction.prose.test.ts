import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { readInstruction } from './read-instruction.ts'
import { tellSteps } from './tell-steps.ts'

const TABLE: [string, string][] = [
  [
    'Book the fastest train from: Bath to: Leeds on 12/05/2026.',
    "act book {fastest} 'train' from 'Bath' to 'Leeds' on '12/05/2026'",
  ],
  ['Buy the ticket with the lowest price.', 'act buy ticket ?with the lowest price'],
  [
    'Buy ACME shares when the price drops below $50.30.',
    "act buy 'ACME shares' when 'the price drops below $50.30'",
  ],
  ['Click START, wait 2 seconds, then click STOP.', "click 'START'; wait 2000; click 'STOP'"],
  [
    'Select 05/12/2026 as the arrival date and hit submit.',
    "choose '05/12/2026' in date 'arrival'; click 'submit'",
  ],
  ['Select nothing and click Done.', "choose; click 'Done'"],
  [
    'Select words similar to fast, tiny and click Done.',
    "choose thing({similar} 'fast'), thing({similar} 'tiny'); click 'Done'",
  ],
  [
    'Open the sections below, to find and click the link "returns".',
    'click link "returns" through(all region)',
  ],
  ['Click the button in the dialog box labelled "Discard".', 'click button "Discard" in(dialog)'],
  ['Close the window by clicking the "x".', 'click "x"'],
  [
    'Click "Menu", and then find and click on the entry called "Export".',
    'click "Menu"; click item "Export"',
  ],
  ['Select all shades of green and press Apply.', "choose thing(all {green}); click 'Apply'"],
  ['Look through the tabs to find the link "Warranty".', 'find link "Warranty" through(all tab)'],
  [
    'Copy the text from the 2nd text area and paste it into the notes field, then press Save.',
    "copy text of(#2 textbox) -> textbox 'notes'; click 'Save'",
  ],
  ['How many large red circles are there?', "read 'How many large red circles are there?'"],
  [
    'Create a 1 hour event named "Standup", between 9AM and 11AM.',
    "act create event '1 hour' named \"Standup\" from '9AM' to '11AM'",
  ],
  ['Drag the smaller box so that it is fully inside the larger box.', 'drag {smaller} box -> {larger} box'],
  ['Drag the marker to the right then press Save.', "drag 'marker' -> 'to the right'; click 'Save'"],
  ['Drag the photo diagonally down and to the left.', "drag image -> 'diagonally down and to the left'"],
  ['Drag Ann to the 2nd position.', "drag 'Ann' -> 'to the 2nd position'"],
  ['Move Ann down by one position.', "drag 'Ann' -> 'down by one position'"],
  [
    'Drag all triangles into the left bin, and everything else into the right bin.',
    "drag all {triangles} -> {left} 'bin'; drag all {other} -> {right} 'bin'",
  ],
  ['Sort the numbers in increasing order.', 'sort all number'],
  [
    'Draw a vertical line through the dot, then press Done.',
    "draw 'a vertical line through the dot'; click 'Done'",
  ],
  [
    'Find the email by Ann and click the star icon to mark it as important.',
    "find email of('Ann'); click icon 'star'",
  ],
  ['Find the message from Ann and forward it to Bob.', "find message of('Ann'); act forward same to 'Bob'"],
  [
    'Find the email from Ann and reply to them with the text "See you. Bye.".',
    'find email of(\'Ann\'); act reply same with "See you. Bye."',
  ],
  ['Type "anna" in upper case into the name field.', 'fill textbox \'name\' = "ANNA"'],
  [
    'Find the 7th word in the paragraph, type it into the box and press Check.',
    "find #7 word in(paragraph); fill textbox = from(same); click 'Check'",
  ],
  [
    'Check the 2nd radio button and enter the number "5" into the 1st textbox.',
    'check #2 radio; fill #1 textbox = "5"',
  ],
  ['Generate a number greater than 5.', 'act generate number ?greater than 5'],
  [
    'Enter the username "ann" and the password "x9" into the text fields and press login.',
    "fill 'username' = \"ann\"; fill 'password' = \"x9\"; click 'login'",
  ],
  ['Enter the value of Birth year into the text field.', "fill textbox = from('Birth year')"],
  [
    'Type the number of stars into the textbox and press Check.',
    "fill textbox = count(all 'stars'); click 'Check'",
  ],
  [
    'Solve the equation and type your answer into the textbox. Press Check when done.',
    "find problem 'the equation'; fill textbox = answer(same); click 'Check'",
  ],
  ['Click "Like" on all posts by @ann.', 'click "Like" in(all post of(\'@ann\'))'],
  ['For the user @ann, click the "Follow" button.', 'click button "Follow" in(user \'@ann\')'],
  ['Click the "Share" button on 2 posts by @ann.', 'click button "Share" in(2x post of(\'@ann\'))'],
  ['Use the terminal to delete a file ending with .gif', "act delete file in('terminal') ?ending with .gif"],
  ['Use the search field to enter "tea" and press Go.', 'fill searchbox = "tea"; click \'Go\''],
  ['Using the editor, give the word lorem the color red.', "style word 'lorem' in(textarea) 'red'"],
  ['Make everything bold.', "style all 'bold'"],
  ['Type the text below into the field.', 'fill textbox = from(text)'],
  ['Enter a city that starts with "Bo".', 'choose thing(\'city\' ?that starts with "Bo")'],
  ['Keep the mouse over the green square.', 'hover {green,square}'],
  ['Click on the numbers in ascending order.', 'click all number order ascending'],
  ['Order one of each dish: Soup, Salad', "act order 'Soup'; act order 'Salad'"],
  [
    'Find Ann in the address book and click on her phone number.',
    "find 'Ann' in('address book'); click 'phone number'",
  ],
  ['Resize the box so that its width is larger.', "resize box by 'its width is larger'"],
  ['The mail from Bob should be forwarded to Ann.', "act forward email of('Bob') to 'Ann'"],
  ['Send Ann the email you got from Bob.', "act send email of('Bob') to 'Ann'"],
  ['Give Ann the message Bob sent me.', "act send message of('Bob') to 'Ann'"],
  ["Bob's email must be deleted.", "act delete email of('Bob')"],
  [
    'Search for comedy films directed by Lee from 1999.',
    "search 'comedy films directed by Lee from 1999' what 'comedy films' directed by 'Lee' from '1999'",
  ],
  [
    'Fill in the address with name Ada Byron, street 12 Mill Lane, postcode 40210 and town Harwick',
    "fill 'name' = 'Ada Byron'; fill 'street' = '12 Mill Lane'; fill 'postcode' = '40210'; fill 'town' = 'Harwick'",
  ],
  ['Accept the invitation from Ann', "act accept 'invitation' from 'Ann'"],
  ['Follow @nasa', "act follow '@nasa'"],
  ['Mark the second task as done', "act mark #2 'task' as 'done'"],
  ['Rate the film 4 stars', "act rate 'film 4 stars'"],
  ['Leave a review saying "Good"', 'act leave \'review\' with "Good"'],
]

test('reads wishes told in prose', () => {
  for (const [prompt, told] of TABLE) assert.equal(tellSteps(readInstruction(prompt)), told, prompt)
})
