import type { World } from '../world/index.ts'

interface Guess {
  email: string
  password: string
}

/** A try to log in, from an address. */
export const guess = (
  world: World,
  { email, password }: Guess,
  { from = '10.1.1.1', headers = {} }: { from?: string; headers?: Record<string, string> } = {},
) =>
  world.app.http.inject({
    method: 'POST',
    url: '/auth/login',
    payload: { email, password },
    remoteAddress: from,
    headers,
  })
