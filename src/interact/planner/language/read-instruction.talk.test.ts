import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { readInstruction } from './read-instruction.ts'
import { tellSteps } from './tell-steps.ts'

/** Instructions as busy people write them: greetings, background, corrections, slips of the pen, bare words, in seven tongues. */
const TALK: [string, string][] = [
  ['Go to page 3 of the runs and retry run #1185', "page 3; act retry 'run #1185'"],
  ['Sort the runs by duration with the longest first', "sort 'runs' by 'duration' descending"],
  [
    'List the trains by departure. Sort by price with the cheapest first',
    "read 'the trains by departure'; sort by 'price'",
  ],
  ['Scroll to Electrician and save that job', "scroll 'Electrician'; act save same"],
  ['Choose Deposit and Transfer', "choose 'Deposit', 'Transfer' whole 'Deposit and Transfer'"],
  [
    'My name is Maya Lindqvist and my number is 07700 900142. Fill that in and confirm the booking.',
    "tell 'name' = 'Maya Lindqvist', number = '07700 900142'; act confirm 'booking'",
  ],
  [
    "I'm a new patient, so tick the box for that. Thanks!",
    "tell 'I'm a new patient'; check checkbox of(same)",
  ],
  ['Put 3 bananas in the basket, actually make it 5.', "fill 'basket' = '5 bananas'"],
  ["Remove the yoghurt, I don't want it anymore.", "act delete 'yoghurt'; tell 'I don't want it'"],
  [
    'Increase the quantity of eggs twice and tell me the new total.',
    "up 'quantity' of('eggs') x2; read 'the new total'",
  ],
  [
    'Search for basmati rice, sort by price, cheapest first, and add the first one',
    "search 'basmati rice'; sort by 'price'; act add #1",
  ],
  [
    'type: sick, first day 3 March 2027, last day 5 March 2027, note: flu, submit',
    "fill 'type' = 'sick'; fill 'first day' = '3 March 2027'; fill 'last day' = '5 March 2027'; fill 'note' = 'flu'; submit",
  ],
  [
    'Request leave from 3 to 7 August. The note should say "Family wedding". Send it to my manager.',
    `act request 'leave' from '3' to '7 August'; fill 'note' = "Family wedding"; act send same to 'manager'`,
  ],
  ['Take the Nova S out of the comparison again.', "act delete 'Nova S' of 'comparison'"],
  ['Kannst du mir sagen, wie hoch mein Kontostand ist?', "read 'wie hoch mein Kontostand ist?'"],
  [
    'Geh zwei Wochen weiter und sag mir, was am Montag noch frei ist.',
    "click 'nächste Woche' x2; read 'was am Montag noch frei ist'",
  ],
  [
    'Der Datenschutzerklärung stimme ich zu. Termin buchen!',
    "tell 'Datenschutzerklärung' = 'yes'; act book 'Termin'",
  ],
  [
    'Wähle den 12. März aus, nimm 09:40 und klick auf Weiter.',
    "choose '12. März'; choose '09:40'; click 'Weiter'",
  ],
  [
    'Hallo, könnten Sie bitte meinen Termin vom 8. April absagen? Danke!',
    "act cancel 'Termin' of '8. April'",
  ],
  [
    'Trag bei Lieferhinweis "Bitte beim Nachbarn abgeben" ein und bestelle.',
    `fill 'Lieferhinweis' = "Bitte beim Nachbarn abgeben"; click 'bestelle'`,
  ],
  [
    'Bonjour, pourrais-tu ouvrir le menu Sport > Football > Résultats ?',
    "open menu 'Sport > Football > Résultats'",
  ],
  [
    'Mon nom est Claire Dubois, mon numéro de carte de réduction est 29090012.',
    "tell 'nom' = 'Claire Dubois', 'numéro de carte de réduction' = '29090012'",
  ],
  ['Télécharge la facture en PDF', "download 'facture' as PDF"],
  [
    'Responde al comentario de Lucía P.: «Con leche de avena sale igual de bien»',
    `act reply 'comentario' of 'Lucía P.' with "Con leche de avena sale igual de bien"`,
  ],
  [
    'Valora la receta con 4 estrellas. ¿Cuánto tiempo tiene que estar en el horno?',
    "act valora 'receta' with '4 estrellas'; read '¿Cuánto tiempo tiene que estar en el horno?'",
  ],
  [
    '¿Podrías cambiar las porciones a 6 y decirme cuánta harina hace falta?',
    "fill 'porciones' = '6'; read 'cuánta harina hace falta?'",
  ],
  [
    'Rellena el formulario: nombre Marta Gil, correo marta@gil.example, asunto Licencia, y envíalo.',
    "fill 'nombre' = 'Marta Gil'; fill 'email' = 'marta@gil.example'; fill 'asunto' = 'Licencia'; submit",
  ],
  [
    'Il mio nome è Paolo Conti, email paolo@conti.example. Accetto le condizioni.',
    "tell 'nome' = 'Paolo Conti', email = 'paolo@conti.example'; tell 'condizioni' = 'yes'",
  ],
  ['Togli il parcheggio e conferma.', "act delete 'parcheggio'; click 'conferma'"],
  ['Potresti dirmi quanti posti liberi ci sono?', "read 'quanti posti liberi ci sono?'"],
  [
    'Meu nome é Rui Tavares, número de leitor 40821. Preencha e envie.',
    "tell 'nome' = 'Rui Tavares', 'número de leitor' = '40821'; click 'envie'",
  ],
  [
    'Mijn naam is Sanne de Wit, telefoon 06 12345678. Ik ga akkoord met de voorwaarden.',
    "tell 'naam' = 'Sanne de Wit', 'telefoon' = '06 12345678'; tell 'voorwaarden' = 'yes'",
  ],
  [
    'Select tickets #4102 and #4107 and assign them to Noor',
    "choose '#4102', '#4107'; act assign same to 'Noor'",
  ],
  ['Oops, undo that please', 'act cancel same'],
  ['Merge 4102 into 4107', "act merge '4102' into '4107'"],
  [
    'star the message from Cleo and mark it as unread',
    "act star message of('Cleo'); act mark same as 'unread'",
  ],
  ['increase the temperature three times and click apply', "up 'temperature' x3; click 'apply'"],
  [
    'Turn the bedroom light down to 30 % and switch the heating off.',
    "fill 'bedroom light' = '30 %'; uncheck 'heating'",
  ],
  [
    'serch for nurse in the job search, what does the Night Nurse pay and where is it?',
    "search 'nurse'; read 'what does the Night Nurse pay'; read 'where is it?'",
  ],
  [
    'Save the job Bridge Engineer. If you are asked to sign in, use mara@post.example and the code 481620.',
    "act save 'job Bridge Engineer'; logIn mara@post.example / 481620 if('sign in')",
  ],
  ['dissallow comments, then press Update', "uncheck all comment; click 'Update'"],
  [
    'Steuernummer 21/815/08150, Name: Ernst Vogel, Straße: Deichweg 3, weiter',
    "fill 'Steuernummer' = '21/815/08150'; fill 'Name' = 'Ernst Vogel'; fill 'Straße' = 'Deichweg 3'; click 'weiter'",
  ],
  ['Lade den Bescheid von 2025 herunter', "download 'Bescheid' of('2025')"],
  ['Enter Bob, no wait, Rob as the name', "fill 'name' = 'Rob'"],
  ['click save. No, cancel instead.', "click 'cancel'"],
  [
    'Log in with membership number 77120 and PIN 9041, enter the code 551902, trust this device and verify. What is my balance?',
    "logIn 77120 / 9041; fill 'code' = '551902'; act trust 'device'; click 'verify'; read 'What is my balance?'",
  ],
  [
    'Choose Cat and click next, choose "1 to 5 years" and click next, pick the Comfort plan, next, enter the name Mimi and get my quote. What does it cost per year?',
    `choose 'Cat'; click 'next'; choose "1 to 5 years"; click 'next'; choose 'Comfort plan'; click 'next'; fill 'name' = 'Mimi'; read 'my quote'; read 'What does it cost per year?'`,
  ],
  [
    'How many requests did I use this month? Look in the Usage tab.',
    "open tab 'Usage'; read 'How many requests did I use this month?'",
  ],
  ['Export the table as CSV', 'download table as CSV'],
  [
    'Filter by "hana", edit her and change the role to Viewer, then save',
    `act filter by "hana"; act edit same; fill 'role' = 'Viewer'; click 'save'`,
  ],
  [
    'Pick the 20:15 showing, take seats E7 and E8 and press continue. What do I have to pay in total?',
    "choose '20:15 showing'; choose 'E7', 'E8'; click 'continue'; read 'What do I have to pay in total?'",
  ],
  ['Go two weeks ahead', "click 'next week' x2"],
  ['go back a month and tell me what is free', "click 'previous month'; read 'what is free'"],
  [
    'Select Bruno Castillo and Hugo Ivanov in the list (scroll down for them) and click "Invite to meeting"',
    `choose 'Bruno Castillo', 'Hugo Ivanov' whole 'Bruno Castillo and Hugo Ivanov'; click "Invite to meeting"`,
  ],
  [
    'Type HL-12 into the policy number field, leave the field and tell me the error message that appears.',
    "fill textbox 'policy number' = 'HL-12'; press Tab; read 'the error message that appears'",
  ],
  [
    'In the Shipping tab tick Express delivery and click Apply',
    "check 'Express delivery' in(tab 'Shipping'); click 'Apply'",
  ],
  [
    'go through the pages until you find Farah Noor and click her Details button',
    "find 'Farah Noor' through(all page); click button 'Details'",
  ],
  ['Men > Clothes > Coats', "open 'Men > Clothes > Coats'"],
  [
    "I can't decide between the Nova 8 and the Pixelon 5. Please compare the two and tell me the battery of the Pixelon 5.",
    "tell 'I can't decide between the Nova 8 and the Pixelon 5'; act compare 'Nova 8'; act compare 'Pixelon 5'; click button 'compare 2'; read 'the battery of the Pixelon 5'",
  ],
]

for (const [sentence, expected] of TALK)
  test(sentence, () => assert.equal(tellSteps(readInstruction(sentence)), expected))

test('background is never what is not understood', () => {
  const told = [
    'I live in Leeds with two cats. Click "Save".',
    `We're on holiday until Sunday. Click "Save".`,
    'Ich bin neu hier. Klicke auf "Sichern".',
    'Je suis étudiante. Clique sur "Valider".',
    'Estoy buscando piso. Haz clic en "Guardar".',
    'It is quite urgent. Click "Save".',
    'My wife usually does this. Click "Save".',
  ]
  for (const sentence of told)
    assert.deepEqual(
      readInstruction(sentence).filter((step) => step.do === 'unclear'),
      [],
      sentence,
    )
})
