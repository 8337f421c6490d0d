import { channelFeatures } from '@guiche/contract'
import { instagramScopes, pageScopes, redeemCode } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { badRequest } from '#platform/errors'
import { assertFeature } from '#modules/companies'
import { linkPages } from './link-pages.ts'
import { newLoginState, readLoginState } from './login-state.ts'
import { refusalFor } from './refusal.ts'

export function networkAccountRoutes(deps: Deps, meta: Meta | undefined): void {
  const { routes, keys, publicUrl } = deps
  const redirectUri = new URL('/connections', publicUrl).href

  routes.handle('startPageLogin', async ({ actor, body, read }) => {
    const { app } = installed(meta)
    const addInstagram = body.addInstagram ?? false
    await read((ctx) => assertFeature(ctx, featureFor(addInstagram)))
    const scope = [...pageScopes, ...(addInstagram ? instagramScopes : [])].join(',')
    const url = new URL(`${app.loginUrl}/${app.version}/dialog/oauth`)
    url.search = new URLSearchParams({
      client_id: app.appId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope,
      state: newLoginState(keys.loginState, actor, addInstagram),
    }).toString()
    return { url: url.href }
  })

  routes.handle('linkPages', async ({ actor, body, read }) => {
    const found = installed(meta)
    const login = await loginIn(found, actor, body)
    await read((ctx) => assertFeature(ctx, featureFor(login.addInstagram)))
    return { accounts: await linkPages({ ...deps, meta: found }, { actor, ...login }) }
  })

  async function loginIn(
    { graph }: Meta,
    actor: UserActor,
    { facebookUserToken, code, state, addInstagram }: LinkBody,
  ): Promise<{ token: string; addInstagram: boolean }> {
    if (facebookUserToken !== undefined) return { token: facebookUserToken, addInstagram: addInstagram ?? false }
    const opened = state === undefined ? undefined : readLoginState(keys.loginState, actor, state)
    if (!opened || code === undefined) throw badRequest('ERR_PAGE_LOGIN_REFUSED')
    try {
      return { token: await redeemCode(graph, code, redirectUri), addInstagram: opened.addInstagram }
    } catch (error) {
      throw refusalFor(error)
    }
  }
}

interface LinkBody {
  facebookUserToken?: string | undefined
  code?: string | undefined
  state?: string | undefined
  addInstagram?: boolean | null | undefined
}

function installed(meta: Meta | undefined): Meta {
  if (!meta) throw badRequest('ERR_WAPP_NOT_INITIALIZED')
  return meta
}

const featureFor = (addInstagram: boolean) => (addInstagram ? channelFeatures.instagram : channelFeatures.facebook)
