import type { Origins } from '../origins.ts'
import type { CookieOptions } from './routes.ts'

/** What decides about the attributes of a cookie: the addresses of the server and the Host header of the call. */
export interface CookieContext {
  publicUrl: URL
  origins: Pick<Origins, 'isMachine'>
  host: string | undefined
}

/**
 * A cookie that only this server reads, sent by its own pages only. A browser does not accept a secure cookie over plain
 * http. Only calls to a name of the machine itself get one that is not secure; over https somebody in between could have
 * set such a cookie.
 */
export function ownCookie(
  { publicUrl, origins, host }: CookieContext,
  name: string,
): { name: string; attributes: CookieOptions } {
  const secure = publicUrl.protocol === 'https:' && !origins.isMachine(host)
  return {
    name: secure ? `__Host-${name}` : name,
    attributes: { httpOnly: true, secure, sameSite: 'strict', path: '/' },
  }
}
