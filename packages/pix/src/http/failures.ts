import type { IncomingHttpHeaders } from 'node:http'
import { PixError, type PixErrorKind, type Provider } from '../pix-error.ts'
import type { Answer, ExchangeFailed } from './exchange.ts'

const names: Record<Provider, string> = { efi: 'Efí', asaas: 'Asaas' }

/** What a request was about, for messages: "could not make a charge". */
export interface Attempt {
  provider: Provider
  what: string
}

/** The provider's own words for a refusal, without our secrets. */
export interface Reason {
  code: string | undefined
  text: string
}

const kinds: Record<number, PixErrorKind> = {
  400: 'invalid',
  401: 'credentials',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  422: 'invalid',
  429: 'busy',
}

/** The error of an answer that is no success. */
export function refusalOf({ provider, what }: Attempt, { status, headers }: Answer, reason: Reason): PixError {
  const kind = kinds[status] ?? (status >= 500 ? 'unavailable' : 'unexpected')
  const words = [String(status), reason.code, reason.text].filter(Boolean).join(' ')
  return new PixError(provider, kind, `${names[provider]} refused to ${what}: ${words}`, {
    status,
    code: reason.code,
    retryAfterSeconds: status === 429 || status === 503 ? retryAfter(headers) : undefined,
    mayHaveHappened: kind === 'unavailable' || kind === 'unexpected',
  })
}

/** The error of an answer that is not what the provider documents. */
export function unexpected({ provider, what }: Attempt, status: number, details: string): PixError {
  const message = `${names[provider]} gave an unexpected answer when we wanted to ${what}: ${details}`
  return new PixError(provider, 'unexpected', message, { status, mayHaveHappened: true })
}

/** The error of a request that our own checks do not let out. */
export function invalid(provider: Provider, message: string): PixError {
  return new PixError(provider, 'invalid', message)
}

export function unreadableCertificate(provider: Provider, cause: unknown): PixError {
  const details = cause instanceof Error ? cause.message : 'it is damaged'
  return new PixError(
    provider,
    'certificate',
    `the certificate for ${names[provider]} cannot be read (${details}): it must be a .p12 file without a password, ` +
      'or a .pem file with certificate and key',
  )
}

/** The error of a server that answers that it does not accept our certificate. */
export function certificateRefused({ provider, what }: Attempt, status: number): PixError {
  const message = `could not ${what}: ${names[provider]} does not accept our certificate`
  return new PixError(provider, 'certificate', message, { status })
}

const ofCertificates =
  /^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)/

/**
 * The error of an exchange without an answer. With TLS 1.3 a server checks our certificate after the connection is up
 * for us, and some just close it then. So as long as no answer has shown that the certificate is accepted, a connection
 * that is closed instead of an answer is taken for a refused certificate.
 */
export function failureOf(
  { provider, what }: Attempt,
  { phase, code, isLate }: ExchangeFailed,
  isCertificateInDoubt: boolean,
): PixError {
  const fail = (kind: PixErrorKind, why: string, mayHaveHappened = phase !== 'connecting') =>
    new PixError(provider, kind, `could not ${what}: ${names[provider]} ${why} (${code})`, { code, mayHaveHappened })
  if (code === 'ETOOLONG' || code.startsWith('HPE_')) return fail('unexpected', 'gave an answer that cannot be read')
  if (code === 'ERR_INVALID_CHAR')
    return new PixError(
      provider,
      'credentials',
      `could not ${what}: no credentials of ${names[provider]} look like these`,
    )
  if (isLate && phase !== 'connecting') return fail('slow', 'did not answer in time')
  if (ofCertificates.test(code)) return fail('certificate', 'or we do not accept the certificate of the other', false)
  if (isCertificateInDoubt && phase === 'secure')
    return fail('certificate', 'closed the connection, as servers do that do not accept our certificate')
  return fail('unreachable', phase === 'connecting' ? 'cannot be reached' : 'closed the connection before its answer')
}

/** In seconds. Asaas counts them in a header of its own. */
function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const given = headers['retry-after'] ?? headers['ratelimit-reset']
  if (typeof given !== 'string') return undefined
  if (/^\d{1,6}$/.test(given)) return Number(given)
  const at = Date.parse(given)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}
