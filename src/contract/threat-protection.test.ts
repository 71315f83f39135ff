import { accepts, refuses } from '../../test/support/case-tables.ts'
import {
  TeamThreatProtectionRequest,
  ThreatProtection,
  ThreatProtectionChange,
  ThreatProtectionOverride,
} from './threat-protection.ts'

const list = (length: number, item: string) => Array.from({ length }, () => item)

accepts(ThreatProtectionOverride, {
  nothing: { given: {}, gives: {} },
  'domains, patterns and top-level domains, in any case': {
    given: {
      mode: 'normal',
      blacklist: ['Example.com', '*.example.com'],
      whitelist: ['a.b.example.com'],
      blockedTlds: ['ZIP', 'xn--p1ai'],
    },
    gives: {
      blacklist: ['example.com', '*.example.com'],
      whitelist: ['a.b.example.com'],
      blockedTlds: ['zip', 'xn--p1ai'],
    },
  },
  'both ends of the score': {
    given: { riskScoreThreshold: 0, failurePolicy: 'open' },
    gives: { riskScoreThreshold: 0, failurePolicy: 'open' },
  },
  'a thousand domains': {
    given: { blacklist: list(1000, 'a.com') },
    gives: { blacklist: list(1000, 'a.com') },
  },
})

const domain = 'without protocol, path or port'

refuses(ThreatProtectionOverride, {
  'an unknown mode': { given: { mode: 'manual-only' }, at: 'mode', says: 'one of off, normal' },
  'a protocol': { given: { blacklist: ['https://example.com'] }, at: 'blacklist.0', says: domain },
  'a path': { given: { blacklist: ['example.com/x'] }, at: 'blacklist.0', says: domain },
  'a port': { given: { whitelist: ['example.com:80'] }, at: 'whitelist.0', says: domain },
  'a star in the middle': { given: { whitelist: ['a.*.com'] }, at: 'whitelist.0', says: domain },
  'a single label': { given: { blacklist: ['com'] }, at: 'blacklist.0', says: domain },
  'a leading dot': { given: { blockedTlds: ['.zip'] }, at: 'blockedTlds.0', says: 'without a dot' },
  'a score below 0': { given: { riskScoreThreshold: -1 }, at: 'riskScoreThreshold', says: 'at least 0' },
  'a score above 100': { given: { riskScoreThreshold: 101 }, at: 'riskScoreThreshold', says: 'at most 100' },
  'a broken score': { given: { riskScoreThreshold: 1.5 }, at: 'riskScoreThreshold', says: 'whole number' },
  'an unknown policy': { given: { failurePolicy: 'ask' }, at: 'failurePolicy', says: 'one of open, closed' },
  'too long a blacklist': {
    given: { blacklist: list(1001, 'a.com') },
    at: 'blacklist',
    says: 'at most 1000',
  },
  'too long a whitelist': {
    given: { whitelist: list(1001, 'a.com') },
    at: 'whitelist',
    says: 'at most 1000',
  },
  'too many top-level domains': {
    given: { blockedTlds: list(1001, 'zip') },
    at: 'blockedTlds',
    says: 'at most 1000',
  },
  'an unknown field': { given: { blocklist: [] }, at: 'blocklist', says: 'Unknown field' },
})

const policy = {
  mode: 'normal',
  blacklist: [],
  whitelist: [],
  blockedTlds: [],
  riskScoreThreshold: 75,
  failurePolicy: 'closed',
}

accepts(ThreatProtection, {
  nothing: { given: {}, gives: { enabled: false, allowOverrides: true, enforced: false, policy } },
  'a part of a policy': {
    given: { enabled: true, policy: { blockedTlds: ['zip'] } },
    gives: { enabled: true, policy: { ...policy, blockedTlds: ['zip'] } },
  },
})

accepts(ThreatProtectionChange, {
  'a part, without filling the rest': {
    given: { enforced: true, policy: { mode: 'off' } },
    gives: { enforced: true, policy: { mode: 'off' } },
  },
})
refuses(ThreatProtectionChange, {
  'an unknown field of the policy': { given: { policy: { x: 1 } }, at: 'policy.x', says: 'Unknown field' },
})

accepts(TeamThreatProtectionRequest, {
  'a mode, and resets the rest': {
    given: { mode: 'off' },
    gives: { ...policy, mode: 'off', allowRequestOverrides: true },
  },
})
refuses(TeamThreatProtectionRequest, {
  'no mode': { given: {}, at: 'mode', says: 'is required: one of off, normal' },
})
