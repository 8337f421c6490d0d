/** What the login window has brought back. */
export interface ReturnedLogin {
  code: string
  state: string
}

/**
 * Takes the code out of the address, so that neither a reload nor the history of the browser has it. `refused`: somebody has
 * closed the window or said no.
 */
export function takeReturnedLogin(): ReturnedLogin | 'refused' | undefined {
  const url = new URL(window.location.href)
  const { searchParams } = url
  const [code, state, error] = ['code', 'state', 'error'].map((name) => searchParams.get(name))
  if (!error && (!code || !state)) return undefined
  for (const name of ['code', 'state', 'error', 'error_reason', 'error_code', 'error_description', 'error_message'])
    searchParams.delete(name)
  // The network adds #_=_ to the address.
  window.history.replaceState(window.history.state, '', `${url.pathname}${url.search}`)
  return code && state ? { code, state } : 'refused'
}
