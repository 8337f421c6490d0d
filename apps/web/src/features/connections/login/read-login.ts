import { type LoginPurpose, purposeOf } from '@guiche/contract'

/** What the login window has brought back. */
export interface ReadLogin {
  purpose: LoginPurpose
  /** Undefined: somebody has closed the window or said no. */
  login: { code: string; state: string } | undefined
}

export function readLogin(): ReadLogin | undefined {
  const { searchParams } = new URL(window.location.href)
  const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name))
  if (!error && (!code || !state)) return undefined
  const purpose = purposeOf(state ?? '') ?? 'pages'
  return { purpose, login: code && state ? { code, state } : undefined }
}

/** Takes the code out of the address, so that neither a reload nor the history of the browser has it. */
export function forgetLogin(): void {
  if (!readLogin()) return
  const { pathname, searchParams } = new URL(window.location.href)
  for (const name of ['code', 'state', 'error', 'error_reason', 'error_code', 'error_description', 'error_message'])
    searchParams.delete(name)
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  // The network adds #_=_ to the address.
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
}
