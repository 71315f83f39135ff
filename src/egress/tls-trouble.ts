/** Says in a sentence why no trustworthy TLS connection came about, and what the caller can do about it. */
export function tlsTrouble(code: string): string {
  const row = TROUBLES.find(({ pattern }) => pattern.test(code))
  if (row === undefined) return `${LEAD}. ${ADVICE}`
  return row.helpsToSkip ? `${LEAD}: ${row.reason}. ${ADVICE}` : `${LEAD}: ${row.reason}.`
}

const LEAD = 'No trustworthy TLS connection to the target could be made'
const ADVICE = 'Set skipTlsVerification to accept its certificate unseen.'

const TROUBLES: { pattern: RegExp; reason: string; helpsToSkip: boolean }[] = [
  { pattern: /^CERT_HAS_EXPIRED$/, reason: 'its certificate has expired', helpsToSkip: true },
  { pattern: /^CERT_NOT_YET_VALID$/, reason: 'its certificate is not valid yet', helpsToSkip: true },
  { pattern: /^DEPTH_ZERO_SELF_SIGNED_CERT$/, reason: 'its certificate is self-signed', helpsToSkip: true },
  {
    pattern: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT)$/,
    reason: 'its certificate comes from an authority that is not known',
    helpsToSkip: true,
  },
  {
    pattern: /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    reason:
      'its certificate comes from an authority that is not known, or the site does not send the certificate in between',
    helpsToSkip: true,
  },
  { pattern: /^CERT_REVOKED$/, reason: 'its certificate was revoked', helpsToSkip: true },
  {
    pattern: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    reason: 'its certificate is for another host name',
    helpsToSkip: true,
  },
  {
    pattern: /(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW)$/,
    reason: 'it speaks only versions of TLS that are no longer safe (before 1.2)',
    helpsToSkip: false,
  },
  {
    pattern: /(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    reason: 'what answers on that port does not speak TLS',
    helpsToSkip: false,
  },
  {
    pattern: /(APPLICATION_PROTOCOL|BAD_EXTENSION)$/,
    reason: 'no version of HTTP could be agreed on',
    helpsToSkip: false,
  },
  {
    pattern: /(HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|NO_SHARED_CIPHER)$/,
    reason: 'the site broke off the handshake',
    helpsToSkip: false,
  },
]
