import type { LoginPurpose } from '@guiche/contract'
import { redeemCode } from '@guiche/meta'
import type { InstalledApp, Meta } from '#channels/meta'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { newLoginState, readLoginState } from './login-state.ts'
import { refusalFor } from './refusal.ts'

interface LoginDeps extends Pick<Deps, 'keys' | 'publicUrl'> {
  meta: Meta
}

interface Wanted {
  purpose: LoginPurpose
  addInstagram?: boolean
  moves?: number | undefined
  /** What the window is asked for. */
  asked: Record<string, string>
}

interface Brought {
  purpose: LoginPurpose
  code: string | undefined
  state: string | undefined
}

/**
 * The login window of Meta in its redirect form: the browser leaves for Meta and comes back to /connections with a code, so that
 * no script of Meta's runs beside our storage (S70, S72).
 */
export function loginWindow({ keys, publicUrl, meta }: LoginDeps) {
  const redirectUri = new URL('/connections', publicUrl).href

  return {
    address(actor: UserActor, { asked, ...opened }: Wanted): string {
      const { loginUrl, version } = meta.access
      const url = new URL(`${loginUrl}/${version}/dialog/oauth`)
      url.search = new URLSearchParams({
        client_id: installedIn(meta).appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        ...asked,
        state: newLoginState(keys.loginState, actor, opened),
      }).toString()
      return url.href
    },

    /** The token for what the window has brought to the person who had opened it. A code is good once. */
    async tokenFor(
      actor: UserActor,
      { purpose, code, state }: Brought,
    ): Promise<{ token: string; addInstagram: boolean; moves?: number | undefined }> {
      const { graph } = installedIn(meta)
      const opened = readLoginState(keys.loginState, actor, { purpose, state })
      if (!opened || code === undefined) throw badRequest('ERR_PAGE_LOGIN_REFUSED')
      try {
        return { token: await redeemCode(graph, code, redirectUri), ...opened }
      } catch (error) {
        throw refusalFor(error)
      }
    },
  }
}

export function installedIn({ installed }: Meta): InstalledApp {
  if (!installed) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  return installed
}
