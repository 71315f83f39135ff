import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldsInPrompt } from './fields-in-prompt.ts'

describe('fieldsInPrompt', () => {
  const cases: [string, string[], string | undefined][] = [
    ['Extract the name, price and rating of every product', ['name', 'price', 'rating'], 'products'],
    ['Wie heißt der Autor und wann wurde es veröffentlicht?', ['autor', 'veröffentlicht'], undefined],
    [
      'List all job postings: title, company, location and salary',
      ['title', 'company', 'location', 'salary'],
      'job postings',
    ],
    [
      'Extrais le nom, le prix et la disponibilité de chaque produit',
      ['nom', 'prix', 'disponibilité'],
      'produit',
    ],
    ['Extract the number of pages and the date of birth', ['numberOfPages', 'dateOfBirth'], undefined],
    ['List the cabins with their prices', ['name', 'price'], 'cabins'],
    ['What are the ferries and their departure times?', ['name', 'departureTime'], 'ferries'],
    ['All courses with tutor and fee', ['name', 'tutor', 'fee'], 'courses'],
    ['The opening hours of each branch', ['name', 'openingHours'], 'branches'],
    ['List the names of the board members', ['name'], 'board members'],
    ['Liste les chambres avec leurs prix', ['name', 'prix'], 'chambres'],
    ['Nenne die Zimmer mit ihren Preisen', ['name', 'preisen'], 'Zimmer'],
    ['Lista las rutas con sus distancias', ['name', 'distancia'], 'rutas'],
    ['Get the rooms with name and price', ['name', 'price'], 'rooms'],
    ['Extract the weekly activities with day and time', ['name', 'day', 'time'], 'weekly activities'],
    ['List the huts on the ridge with number of beds', ['name', 'numberOfBeds'], 'huts'],
    ['List the later concerts of the series with date', ['name', 'date'], 'later concerts'],
    ['Addresses of the homes to rent with monthly rent', ['name', 'address', 'monthlyRent'], 'homes'],
    ['List the table lamps with the price one pays now', ['name', 'price'], 'table lamps'],
    ['Get the staff members with their e-mail addresses', ['name', 'eMailAddress'], 'staff members'],
    ['Which surveys are offered, and what is the price?', ['name', 'price'], 'surveys'],
    ['Who are the leading scorers? Give club and goals', ['name', 'club', 'goal'], 'leading scorers'],
    ['List the admission prices', ['name', 'price'], 'admission prices'],
    ['List the dates with what happened', ['date', 'happened'], 'dates'],
    ['List the opening hours', ['day', 'hours'], 'opening hours'],
    ['Get the address with its postcode', ['address', 'postcode'], undefined],
    ['The hotel and its phone number', ['hotel', 'phoneNumber'], undefined],
    ['Extract product information', [], undefined],
    ['', [], undefined],
  ]
  for (const [prompt, keys, listed] of cases) {
    it(`reads ${JSON.stringify(prompt)}`, () => {
      const request = fieldsInPrompt(prompt)
      assert.deepEqual([request.fields.map(({ key }) => key), request.listed], [keys, listed])
    })
  }
})
