import { channelFeatures } from '@guiche/contract'
import { instagramScopes, pageScopes } from '@guiche/meta'
import type { Meta } from '#channels/meta'
import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { assertFeature } from '#modules/companies'
import { linkPages } from './link-pages.ts'
import { installedIn, loginWindow } from './login-window.ts'

export function networkAccountRoutes(deps: Deps, meta: Meta): void {
  const { routes } = deps
  const login = loginWindow({ ...deps, meta })

  routes.handle('startPageLogin', async ({ actor, body, read }) => {
    installedIn(meta)
    const addInstagram = body.addInstagram ?? false
    await read((ctx) => assertFeature(ctx, featureFor(addInstagram)))
    const scope = [...pageScopes, ...(addInstagram ? instagramScopes : [])].join(',')
    return { url: login.address(actor, { purpose: 'pages', addInstagram, asked: { scope } }) }
  })

  routes.handle('linkPages', async ({ actor, body, read }) => {
    const app = installedIn(meta)
    const opened = await loggedIn(actor, body)
    await read((ctx) => assertFeature(ctx, featureFor(opened.addInstagram)))
    return { accounts: await linkPages({ ...deps, app }, { actor, ...opened }) }
  })

  async function loggedIn(
    actor: UserActor,
    { facebookUserToken, code, state, addInstagram }: LinkBody,
  ): Promise<{ token: string; addInstagram: boolean }> {
    if (facebookUserToken !== undefined) return { token: facebookUserToken, addInstagram: addInstagram ?? false }
    return login.tokenFor(actor, { purpose: 'pages', code, state })
  }
}

interface LinkBody {
  facebookUserToken?: string | undefined
  code?: string | undefined
  state?: string | undefined
  addInstagram?: boolean | null | undefined
}

const featureFor = (addInstagram: boolean) => (addInstagram ? channelFeatures.instagram : channelFeatures.facebook)
