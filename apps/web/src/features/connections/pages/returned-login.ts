/** What the login window has brought back. */
export interface ReturnedLogin {
  code: string
  state: string
}

/** `refused`: somebody has closed the window or said no. */
export function readReturnedLogin(): ReturnedLogin | 'refused' | undefined {
  const { searchParams } = new URL(window.location.href)
  const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name))
  if (!error && (!code || !state)) return undefined
  return code && state ? { code, state } : 'refused'
}

/** Takes the code out of the address, so that neither a reload nor the history of the browser has it. */
export function forgetReturnedLogin(): void {
  if (!readReturnedLogin()) return
  const { pathname, searchParams } = new URL(window.location.href)
  for (const name of ['code', 'state', 'error', 'error_reason', 'error_code', 'error_description', 'error_message'])
    searchParams.delete(name)
  const search = searchParams.size > 0 ? `?${searchParams}` : ''
  // The network adds #_=_ to the address.
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
}
