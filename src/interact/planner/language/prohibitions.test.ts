import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readProhibitions } from './prohibitions.ts'

describe('what an instruction forbids', () => {
  const cases: [prompt: string, allowed: string, forbidden: string[]][] = [
    ['Do not click Delete', '', ['Do not click Delete']],
    ['Fill in Name with Ann but do not submit', 'Fill in Name with Ann', ['but do not submit']],
    ["Enter Ann into Name. Don't press Send.", 'Enter Ann into Name.', ["Don't press Send"]],
    ['Click Save without sending it', 'Click Save', ['without sending it']],
    ['Click Edit, not Delete', 'Click Edit', ['not Delete']],
    ['Never delete the account, click Save', ', click Save', ['Never delete the account']],
    ['Enter "do not click here" into Note', 'Enter "do not click here" into Note', []],
    ['Book a room without breakfast', 'Book a room without breakfast', []],
    ['Do not tick News', 'Do not tick News', []],
    ['Fill it in with Bob, no need to submit', 'Fill it in with Bob', ['no need to submit']],
    ['Sign me up with a@x.org (not b@x.org)', 'Sign me up with a@x.org', ['not b@x.org']],
    ['Betrag 35 und weiter. Noch nicht absenden!', 'Betrag 35 und weiter!', ['Noch nicht absenden']],
    [
      'Fülle das Formular aus, aber schick es noch nicht ab',
      'Fülle das Formular aus',
      ['aber schick es noch nicht ab'],
    ],
    ['Wähle Rot ohne zu bestellen', 'Wähle Rot', ['ohne zu bestellen']],
    [
      'Lege es in den Korb, die Bestellung noch nicht abschicken',
      'Lege es in den Korb',
      ['die Bestellung noch nicht abschicken'],
    ],
    ['Wähle "Nicht senden" aus', 'Wähle "Nicht senden" aus', []],
    ['Choisis 11h15, mais ne valide pas encore.', 'Choisis 11h15.', ['mais ne valide pas encore']],
    ['Remplis le nom sans envoyer le formulaire', 'Remplis le nom', ['sans envoyer le formulaire']],
    ['Comenta «Rico», pero no lo publiques todavía.', 'Comenta «Rico».', ['pero no lo publiques todavía']],
    ['Rellena el nombre sin enviar', 'Rellena el nombre', ['sin enviar']],
    ['Elige el plan sin permanencia', 'Elige el plan sin permanencia', []],
    ['Compila il nome ma non inviare', 'Compila il nome', ['ma non inviare']],
    ['Marque a caixa, mas não envie ainda.', 'Marque a caixa.', ['mas não envie ainda']],
    ['Voeg twee helmen toe, maar reken nog niet af.', 'Voeg twee helmen toe.', ['maar reken nog niet af']],
    ['Kies rood zonder te bestellen', 'Kies rood', ['zonder te bestellen']],
    ['No tengo cuenta, regístrame', 'No tengo cuenta, regístrame', []],
  ]
  for (const [prompt, allowed, forbidden] of cases)
    it(prompt, () => assert.deepEqual(readProhibitions(prompt), { allowed, forbidden }))
})
