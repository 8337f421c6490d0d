import type { GraphServer } from '../graph-server.ts'

export type Shop = ReturnType<typeof openShop>

/** A shop to begin with: an app, an account with a number, a page with Instagram, and somebody who runs them. */
export function openShop(
  server: GraphServer,
  { name = 'Loja Exemplo', username = 'lojaexemplo', owner: called = 'Bia Dona' } = {},
) {
  const app = server.app()
  const business = server.business(name)
  const account = business.account().link(app)
  const number = account.number('551133334444')
  const page = server.page(name)
  const instagram = page.withInstagram(username)
  const owner = server.member(called, business).manages(page)
  return { app, business, account, number, page, instagram, owner, token: business.token(app) }
}
