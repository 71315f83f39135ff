import { accepts, refuses } from '../../test/support/case-tables.ts'
import { PartnerAccountRequest, PartnerKeyRequest } from './admin.ts'
import { TeamKeyRequest } from './api-keys.ts'

accepts(PartnerAccountRequest, {
  'an address, in small letters': {
    given: { email: 'Ann@Example.com' },
    gives: { email: 'ann@example.com' },
  },
})
refuses(PartnerAccountRequest, {
  'no address': { given: {}, at: 'email', says: 'email is required' },
  'what is no address': { given: { email: 'ann' }, at: 'email', says: 'e-mail address' },
  'an unknown field': { given: { email: 'a@example.com', name: 'a' }, at: 'name', says: 'Unknown field' },
})

accepts(PartnerKeyRequest, { 'a key': { given: { apiKey: 'fc-1' }, gives: { apiKey: 'fc-1' } } })
refuses(PartnerKeyRequest, {
  'no key': { given: {}, at: 'apiKey', says: 'apiKey is required' },
  'an empty key': { given: { apiKey: '' }, at: 'apiKey', says: 'not be empty' },
  'an unknown field': { given: { apiKey: 'a', team: 'b' }, at: 'team', says: 'Unknown field' },
})

accepts(TeamKeyRequest, {
  'no body': { given: undefined, gives: { name: 'API key', origin: 'api' } },
  'a name': { given: { name: ' ci ', origin: 'js' }, gives: { name: 'ci', origin: 'js' } },
})
refuses(TeamKeyRequest, {
  'a blank name': { given: { name: ' ' }, at: 'name', says: 'not be empty' },
  'too long a name': { given: { name: 'a'.repeat(257) }, at: 'name', says: 'at most 256' },
  'an unknown field': { given: { scope: 'x' }, at: 'scope', says: 'Unknown field' },
})
