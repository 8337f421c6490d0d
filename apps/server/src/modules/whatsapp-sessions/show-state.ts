import type { SessionState } from '#channels/whatsapp-web'
import type { EventKind } from '#modules/connections'
import type { Shown } from './sessions.repository.ts'

/** After so many failed attempts in a row the connection is shown as `timeout`. */
const attemptsUntilTimeout = 3

export const shown = (status: Shown['status'], more: Partial<Shown> = {}): Shown => ({
  status,
  qrcode: '',
  qrcodeSeconds: 0,
  endReason: '',
  retries: 0,
  number: null,
  ...more,
})

/** What users see of a state (docs/requirements/back-office.md, section 4). Undefined: nothing changes for them. */
export function shownOf(state: SessionState): Shown | undefined {
  switch (state.status) {
    case 'opening':
      return shown(state.attempt >= attemptsUntilTimeout ? 'timeout' : 'opening', { retries: state.attempt })
    case 'qrcode':
      return shown('qrcode', { qrcode: state.qr, qrcodeSeconds: state.seconds })
    case 'pairing':
      return shown('pairing')
    case 'connected':
      return shown('connected', { number: state.number })
    case 'unlinking':
      return shown('disconnected')
    case 'ended':
      if (state.reason === 'refused') return shown('disconnected')
      return shown(state.reason === 'passkey' ? 'passkey' : 'disconnected', { endReason: state.reason })
    case 'stopped':
      return undefined
  }
}

/** The event for the connection's history. Consecutive codes are one event. */
export function eventOf(
  state: SessionState,
  before: SessionState['status'] | undefined,
): { kind: EventKind; detail?: Record<string, string | number> } | undefined {
  switch (state.status) {
    case 'opening':
      if (state.attempt > 0) return { kind: 'lost', detail: { code: state.code ?? 0, attempt: state.attempt } }
      return before === 'pairing' ? undefined : { kind: 'opening' }
    case 'qrcode':
      return before === 'qrcode' ? undefined : { kind: 'qrcode' }
    case 'pairing':
      return { kind: 'pairing' }
    case 'connected':
      return { kind: 'connected', detail: { number: state.number } }
    case 'ended':
      return state.reason === 'refused' ? undefined : { kind: 'ended', detail: { reason: state.reason } }
    case 'unlinking':
    case 'stopped':
      return undefined
  }
}
